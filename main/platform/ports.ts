import type { SecretHint } from '../../contract/company.ts';
import type { DocumentFormat } from '../../contract/document-format.ts';
import type { Protection } from '../../contract/settings.ts';
import type { AuthenticationKey } from './secrets/authentication.ts';
import type { Secret } from './secrets/secret.ts';

/** The wall clock, injected so that tests decide the time. */
export type Clock = () => Date;

/**
 * The log as the core sees it: an event's name and a few plain fields. Fields missing in
 * `main/platform/log/log-fields.ts` are dropped.
 */
export interface Log {
  info(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  warn(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  error(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
}

/**
 * Keeps secrets sealed. Names are ours: `<environment>:user-api-key`,
 * `<environment>:certificate-key`, `company:<id>`.
 */
export interface Vault {
  /** The caller wipes it. */
  get(name: string): Promise<Secret | null>;
  /** The names of all secrets; opens none. */
  names(): readonly string[];
  set(name: string, secret: Secret): Promise<void>;
  /** Sets these and removes those of the other names, all in one write, or none. */
  setMany(
    secrets: readonly (readonly [string, Secret])[],
    removed?: readonly string[],
  ): Promise<void>;
  removeMany(names: readonly string[]): Promise<void>;
  hint(name: string): Promise<SecretHint>;
  /**
   * The newest key that proves for a purpose that this vault wrote something; made at first use,
   * and made again when the keychain that kept it is gone. By its id, an older one. Throws the
   * errors of `get` (`secrets_locked`), and `secrets_unreadable` for an unknown id.
   */
  authenticationKey(purpose: string, id?: string): Promise<AuthenticationKey>;
  protection(): Protection;
  protect(passphrase: Secret): Promise<Protection>;
  /** Gives the passphrase up. Error: `secrets_unprotected` when no other sealer keeps the keys. */
  unprotect(): Promise<Protection>;
  unlock(passphrase: Secret): Promise<Protection>;
  /** Forgets the typed passphrase and the keys that it opened. */
  lock(): Promise<Protection>;
  /** Goes on without locked keys, whose passphrase is lost. Their file stays under another name. */
  setAside(): Promise<Protection>;
}

export interface DocumentToInspect {
  readonly path: string;
  readonly name: string;
  readonly limitBytes: number;
}

/** A valid authorization document. */
export interface InspectedDocument {
  readonly format: DocumentFormat;
  readonly sizeBytes: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
  readonly pixels: { readonly width: number; readonly height: number } | null;
  /** The very bytes that were checked and hashed. */
  readonly bytes: Uint8Array;
}

/**
 * Recognises authorization documents, off the calling thread. Refusals are `ZubiError`s with the
 * `document_*` codes.
 */
export interface DocumentInspector {
  inspect(document: DocumentToInspect): Promise<InspectedDocument>;
  close(): Promise<void>;
}

/** A small JSON file of the data folder, written so that the old or the new one is always whole. */
export interface JsonFile<Value> {
  read(): Value;
  write(value: Value): void;
}

/** Starts the sandbox in this process; a host provides it, the core knows only this port. */
export interface SandboxHost {
  start(
    dataFolder: string,
  ): Promise<{ baseUrl: string; userApiKey: string; close(): Promise<void> }>;
}

/** A place for received documents. */
export type IncomingFile =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly path: string };
