import type { UpdateFile, UpdateTarget } from './manifest.ts';

/** What the publisher built into this Zubi. */
export interface UpdateTrust {
  /** Ed25519, as base64 of its SPKI form. */
  readonly publicKey: string;
  readonly manifestUrl: string;
}

/** A file with the size and SHA-512 of the signed manifest. */
export interface VerifiedUpdate
  extends Readonly<Pick<UpdateFile, 'name' | 'sizeBytes' | 'sha512'>> {
  readonly version: string;
  /** Absolute. */
  readonly path: string;
}

/** `fetch` of the host, which knows the system's proxy and certificates. */
export type UpdateFetch = (
  url: string,
  options: { readonly signal: AbortSignal },
) => Promise<Response>;

/** What a host provides that can replace itself. */
export interface UpdateSource {
  /** Null without a publisher's key: then updates are off. */
  readonly trust: UpdateTrust | null;
  /** Whether a policy of this machine turns updates off. */
  readonly isForbidden: boolean;
  readonly target: UpdateTarget;
  /** Where downloads are kept; absolute, private. */
  readonly folder: string;
  readonly fetch: UpdateFetch;
  /** Hands the file to the system's installer; its error becomes `update_failed`. */
  prepare(file: VerifiedUpdate): Promise<void>;
  /** Closes Zubi, as a person would, and starts the installer. */
  leave(): void;
}
