import { LiveSecrets } from '../platform/secrets/live-secrets.ts';
import type { Secret } from '../platform/secrets/secret.ts';
import { cleanBytes } from './cleaned-bytes.ts';
import type { HttpResult } from './http.ts';

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
    bytes: (body) => cleanBytes(body, long),
  };
}

/**
 * An answer without the keys that its request bore. It passes here before anything reads it, so
 * whatever is taken out of it later (codes, messages, record keys) is clean, too.
 */
export function cleanResult(result: HttpResult, redactor: Redactor): HttpResult {
  const clean = (text: string | null) => (text === null ? null : redactor.text(text));
  const retryAfter = clean(result.retryAfter);
  const cleanRaw = <Raw extends NonNullable<HttpResult['raw']>>(raw: Raw): Raw => ({
    ...raw,
    contentType: clean(raw.contentType),
    body: redactor.bytes(raw.body),
  });
  return result.kind === 'answered'
    ? { ...result, retryAfter, raw: cleanRaw(result.raw) }
    : { ...result, retryAfter, raw: result.raw && cleanRaw(result.raw) };
}
