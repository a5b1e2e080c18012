/** What the publisher compiled into this Zubi. */
export interface UpdateTrust {
  /** Ed25519, as base64 of its SPKI form. */
  readonly publicKey: string;
  readonly manifestUrl: string;
}

/** The kind of file that replaces this installation. */
export interface UpdateTarget {
  readonly platform: string;
  readonly arch: string;
  readonly kind: 'nsis' | 'zip' | 'AppImage' | 'deb' | 'rpm';
}

/** A file whose size and SHA-512 are those of the signed manifest. */
export interface VerifiedUpdate {
  readonly version: string;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** In base64. */
  readonly sha512: string;
}

/** `fetch` of the host, which knows the system's proxy and certificates. */
export type UpdateFetch = (
  url: string,
  options: { readonly signal: AbortSignal },
) => Promise<Response>;

/** What a host gives that can replace itself. */
export interface UpdateSource {
  /** Null where the publisher gave none: then updates are off. */
  readonly trust: UpdateTrust | null;
  /** A policy of this machine turns updates off. */
  readonly isForbidden: boolean;
  readonly target: UpdateTarget;
  /** Where downloads are kept; absolute, private. */
  readonly folder: string;
  readonly fetch: UpdateFetch;
  /** Hands the file to the system's installer; what it throws becomes `update_failed`. */
  prepare(file: VerifiedUpdate): Promise<void>;
  /** Closes Zubi, as a person would, and lets the installer begin. */
  leave(): void;
}
