import { LiveSecrets } from '../platform/secrets/live-secrets.ts';
import type { Secret } from '../platform/secrets/secret.ts';
import { cleanBytes } from './cleaned-bytes.ts';
import { type HttpResult, keptOfOversizedBytes } from './http.ts';

/** Shorter secrets stay in evidence: `1234` as a key would also match amounts and numbers. */
const shortestInEvidence = 8;
/** A key of 4,096 characters, each in six (`\u0041`). */
const longestForm = 6 * 4096;

/** Removes our own keys from what a server said, in case it quotes them. */
export type Redactor = ReturnType<typeof createRedactor>;

/**
 * A key that stands in the document itself, as a tax ID does, is kept in clear with it anyway. In
 * the answer's evidence it would hide records and the taxpayer, so it stays there.
 */
export function createRedactor(
  secrets: readonly (Secret | null | undefined)[],
  document: Uint8Array = new Uint8Array(),
) {
  const all = new LiveSecrets();
  const long = new LiveSecrets();
  const { buffer, byteOffset, byteLength } = document;
  const told = Buffer.from(buffer, byteOffset, byteLength);
  const isTold = (key: string) =>
    [key, key.toUpperCase(), key.toLowerCase()].some((form) => told.includes(form));
  for (const secret of secrets) {
    if (!secret) continue;
    all.hold(secret);
    if (secret.size >= shortestInEvidence && !isTold(secret.reveal())) long.hold(secret);
  }
  return {
    /** For sentences that people and logs see: every secret of four or more characters. */
    text: (text: string) => all.mask(text),
    /** For numbers and codes, which must stay true: the secrets that `bytes` removes. */
    number: (text: string) => long.mask(text),
    /** For an answer's stored bytes; the same bytes when nothing was found. */
    bytes: (body: Uint8Array) => cleanBytes(body, long),
  };
}

/**
 * An answer without the keys of its request. Every answer passes here before it is read, so
 * whatever is taken from it later (codes, messages, record keys) is clean too. One that was too
 * large is cut only afterwards, and without its end, which may be the beginning of a key.
 */
export function cleanResult(result: HttpResult, redactor: Redactor): HttpResult {
  const clean = (text: string | null) => text && redactor.number(text);
  const retryAfter = clean(result.retryAfter);
  const cleanRaw = <Raw extends NonNullable<HttpResult['raw']>>(raw: Raw): Raw => ({
    ...raw,
    contentType: clean(raw.contentType),
    body: redactor.bytes(raw.body),
  });
  if (result.kind === 'answered') return { ...result, retryAfter, raw: cleanRaw(result.raw) };
  const raw = result.raw && cleanRaw(result.raw);
  const kept =
    raw && result.error.code === 'answer_too_large' ? { ...raw, body: cut(raw.body) } : raw;
  return { ...result, retryAfter, raw: kept };
}

function cut(body: Uint8Array): Buffer {
  const end = Math.min(keptOfOversizedBytes, Math.max(0, body.length - longestForm));
  return Buffer.from(body.subarray(0, end));
}
