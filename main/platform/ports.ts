import type { SecretHint } from '../../contract/company.ts';
import type { DocumentFormat } from '../../contract/document-format.ts';
import type { Protection } from '../../contract/settings.ts';
import type { AuthenticationKey } from './secrets/authentication.ts';
import type { Secret } from './secrets/secret.ts';

/** The wall clock, injected so that tests decide what day it is. */
export type Clock = () => Date;

/**
 * The log as the core sees it: an event's name and a few plain fields. Fields that are not on the
 * list in `main/platform/log/` are dropped.
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
  /** Whoever gets one wipes it. */
  get(name: string): Promise<Secret | null>;
  /** The names of all that is kept; nothing is opened. */
  names(): readonly string[];
  set(name: string, secret: Secret): Promise<void>;
  /** All of them in one write, or none. */
  setMany(secrets: readonly (readonly [string, Secret])[]): Promise<void>;
  remove(name: string): Promise<void>;
  removeMany(names: readonly string[]): Promise<void>;
  hint(name: string): Promise<SecretHint>;
  /**
   * The newest key by which the vault proves for a purpose that it wrote something itself, made at
   * first use and made anew when the keychain that kept it is gone; by its id, an older one.
   * Throws what `get` throws (`secrets_locked`), and `secrets_unreadable` for an unknown id.
   */
  authenticationKey(purpose: string, id?: string): Promise<AuthenticationKey>;
  protection(): Protection;
  protect(passphrase: Secret): Promise<Protection>;
  unlock(passphrase: Secret): Promise<Protection>;
  /** Forgets what a person typed, and the keys that it opened. */
  lock(): Promise<Protection>;
}

/** An authorization document that nothing is wrong with. */
export interface InspectedDocument {
  readonly format: DocumentFormat;
  readonly sizeBytes: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
  readonly pixels: { readonly width: number; readonly height: number } | null;
  /** The very bytes that were looked at and hashed; null when they were not wanted. */
  readonly bytes: Uint8Array | null;
}

/**
 * Recognises authorization documents, off the calling thread. Refusals are `ZubiError`s with the
 * `document_*` codes.
 */
export interface DocumentInspector {
  inspect(
    file: { readonly path: string; readonly name: string },
    limitBytes: number,
    keepBytes: boolean,
  ): Promise<InspectedDocument>;
  close(): Promise<void>;
}

/**
 * A small JSON file of the data folder, written so that the old or the new one is always there,
 * whole.
 */
export interface JsonFile<Value> {
  read(): Value;
  write(value: Value): void;
}

/** Starts the sandbox inside this process; a host offers it, the core only knows this port. */
export interface SandboxHost {
  start(
    dataFolder: string,
  ): Promise<{ baseUrl: string; userApiKey: string; close(): Promise<void> }>;
}

/** A place for documents on their way in. */
export type IncomingFile =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly path: string };
