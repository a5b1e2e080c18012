import { LiveSecrets } from '../secrets/live-secrets.ts';
import type { Secret } from '../secrets/secret.ts';

/**
 * Shorter secrets are left in evidence: `1234` as a key would tear holes into amounts and numbers
 * that merely look like it.
 */
const shortestInEvidence = 8;

/** Takes our own keys out of what a server said, should it quote them. */
export interface Redactor {
  /** For sentences that people and logs see: every secret of four or more characters. */
  text(text: string): string;
  /** For an answer's bytes as they are kept; the same bytes when nothing was found. */
  bytes(body: Uint8Array): Uint8Array;
}

export function createRedactor(secrets: readonly Secret[]): Redactor {
  const all = new LiveSecrets();
  for (const secret of secrets) all.hold(secret);
  const areAllLong = secrets.every(({ size }) => size >= shortestInEvidence);
  const long = areAllLong ? all : new LiveSecrets();
  if (!areAllLong)
    for (const secret of secrets) if (secret.size >= shortestInEvidence) long.hold(secret);
  return {
    text: (text) => all.mask(text),
    bytes: (body) => redactBytes(body, long),
  };
}

function redactBytes(body: Uint8Array, secrets: LiveSecrets): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = bytes.toString('utf8');
  // Bytes that are no UTF-8 are read one by one, so that what is not a secret comes back as it was.
  const encoding = text.includes('\uFFFD') ? 'latin1' : 'utf8';
  const read = encoding === 'utf8' ? text : bytes.toString('latin1');
  const masked = secrets.mask(read);
  const safe = hidesSecret(masked, secrets) ? '"[secret]"' : masked;
  return safe === read ? body : Buffer.from(safe, encoding);
}

/** JSON can spell any letter as `\u0061`; a body that hides a key that way is not kept at all. */
function hidesSecret(text: string, secrets: LiveSecrets): boolean {
  if (!text.includes('\\u')) return false;
  const plain = text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return secrets.mask(plain) !== plain;
}
