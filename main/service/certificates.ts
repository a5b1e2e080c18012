import tls, { type DetailedPeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';

/**
 * Whom a TLS connection trusts: what this machine trusts, what Node brings along, what
 * NODE_EXTRA_CA_CERTS names, and certificates given here (PEM). Read in code because a packaged
 * desktop ignores NODE_OPTIONS.
 */
function trustedAuthorities(extraCa: string | readonly string[] = []): readonly string[] {
  const given = typeof extraCa === 'string' ? [extraCa] : extraCa;
  const known = (['system', 'bundled', 'extra'] as const).flatMap((kind) =>
    tls.getCACertificates(kind),
  );
  return [...new Set([...known, ...given])];
}

/**
 * A maker of the one TLS context of a client: reading the machine's certificates takes about 0.1 s,
 * so it is done once and only when TLS is needed.
 */
export function createTrust(extraCa?: string | readonly string[]): () => SecureContext {
  let context: SecureContext | null = null;
  return () => {
    context ??= tls.createSecureContext({
      ca: [...trustedAuthorities(extraCa)],
      minVersion: 'TLSv1.2',
    });
    return context;
  };
}

/** What a person needs to know of a certificate that was refused. */
export interface RefusedCertificate {
  /** The name the certificate was made for. */
  readonly subject: string | null;
  /**
   * The authority at the end of the chain the server showed: with an inspecting proxy, the office's
   * own.
   */
  readonly authority: string | null;
}

/**
 * Watches a TLS handshake and remembers the certificate that was shown. It must look at `secure`,
 * which Node emits before it tears the socket down over a certificate it refuses; afterwards the
 * certificate is out of reach.
 */
export function watchCertificate(socket: TLSSocket): () => RefusedCertificate {
  let shown: RefusedCertificate = { subject: null, authority: null };
  socket.prependOnceListener('secure', () => {
    const leaf = socket.getPeerCertificate(true);
    shown = { subject: nameOf(leaf.subject), authority: authorityOf(leaf) };
  });
  return () => shown;
}

function authorityOf(leaf: DetailedPeerCertificate): string | null {
  let certificate = leaf;
  const seen = new Set<string>();
  while (certificate.issuerCertificate && !seen.has(certificate.fingerprint256)) {
    seen.add(certificate.fingerprint256);
    certificate = certificate.issuerCertificate;
  }
  return nameOf(certificate.issuer);
}

/**
 * A distinguished name as `O=…, CN=…`, cut to 200 characters; the server chose it, so it is data.
 */
function nameOf(name: object | undefined): string | null {
  const parts = Object.entries(name ?? {}).flatMap(([key, value]) =>
    [value].flat().map((each) => `${key}=${String(each)}`),
  );
  return parts.length === 0 ? null : parts.join(', ').slice(0, 200);
}
