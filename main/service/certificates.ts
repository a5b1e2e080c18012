import tls, { type DetailedPeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import { moduleBeside } from '../platform/module-beside.ts';
import { runInOwnThread } from '../platform/workers/threads.ts';

const workerFile = moduleBeside(import.meta.url, './system-certificates');
/** Some Macs take 100 s. */
const readingLimitMs = 5 * 60_000;

/**
 * The authorities that a TLS connection trusts: this machine's, Node's own, those of
 * NODE_EXTRA_CA_CERTS, and certificates given here (PEM). Read in code because a packaged desktop
 * ignores NODE_OPTIONS.
 */
async function trustedAuthorities(extraCa: string | undefined): Promise<string[]> {
  const limits = { timeLimitMs: readingLimitMs };
  const system = await runInOwnThread<readonly string[]>(workerFile, null, limits);
  const known = (['bundled', 'extra'] as const).flatMap((kind) => tls.getCACertificates(kind));
  return [...new Set([...system, ...known, extraCa ?? []].flat())];
}

/**
 * Makes the one TLS context of a client. The machine's certificates are read once, on first use of
 * TLS, in a thread of their own: this thread answers the window. A failed reading is tried again
 * with the next connection.
 */
export function createTrust(extraCa?: string): () => Promise<SecureContext> {
  let context: Promise<SecureContext> | null = null;
  const read = async () =>
    tls.createSecureContext({ ca: await trustedAuthorities(extraCa), minVersion: 'TLSv1.2' });
  return () => {
    context ??= read().catch((error: unknown) => {
      context = null;
      throw error;
    });
    return context;
  };
}

/** What a person needs to know of a refused certificate. */
interface RefusedCertificate {
  /** The certificate's host name. */
  readonly subject: string | null;
  /** The authority at the end of the server's chain; with an inspecting proxy, the office's own. */
  readonly authority: string | null;
}

/**
 * Watches a TLS handshake and keeps the server's certificate. It listens to `secure`, which Node
 * emits before it destroys the socket of a refused certificate; later the certificate is out of
 * reach.
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
