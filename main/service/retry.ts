import { backoffMs } from '../../contract/backoff.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { HttpResult } from './http.ts';

/** What the waits need of the outside, so that tests control it. */
export interface Pace {
  /** Milliseconds since a fixed moment; only differences count. */
  readonly now: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

const maxTries = 3;
const waits = { firstMs: 250, maxMs: 8_000 };
const maxRetryAfterMs = 60_000;
const passingFailures: readonly ErrorCode[] = [
  'connection_refused',
  'connection_lost',
  'connection_timeout',
  'too_many_open_files',
];
const passingStatuses = [429, 500, 502, 503, 504];

/**
 * The wait that the service asked for, in milliseconds, from seconds or an HTTP date in one of its
 * three forms (RFC 9110, 5.6.7 and 10.2.3); null without a readable one. The caller limits it.
 */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  if (!/^[A-Za-z]{3,9}(?:, |.*:\d\d \d{4}$)/.test(text)) return null;
  // Without a zone it means GMT too.
  const at = Date.parse(/:\d\d(?: \d{4})?$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** The wait by the service's own clock, which its answer shows: this computer's may be wrong. */
export function byItsClock<Result extends HttpResult>(result: Result): Result {
  const at = new Date(result.date ?? '');
  const waitMs = Number.isNaN(at.getTime()) ? null : parseRetryAfter(result.retryAfter, at);
  return waitMs === null ? result : { ...result, retryAfter: String(Math.ceil(waitMs / 1000)) };
}

/**
 * Repeats a reading: at most three attempts, exponential waits with full jitter, at least as long
 * as the service asked (at most 60 s), all within one deadline. `attempt` receives the remaining
 * time. Never used for a request that changes anything.
 */
export async function retryReading(
  attempt: (leftMs: number) => Promise<HttpResult>,
  limits: {
    readonly totalMs: number;
    readonly retryAfterMs: (result: HttpResult) => number | null;
  },
  pace: Pace,
): Promise<HttpResult> {
  const deadline = pace.now() + limits.totalMs;
  for (let tried = 1; ; tried += 1) {
    const result = await attempt(Math.max(1, deadline - pace.now()));
    if (tried === maxTries || !isPassing(result)) return result;
    const backoff = backoffMs(tried, waits, pace.random);
    const asked = Math.min(limits.retryAfterMs(result) ?? 0, maxRetryAfterMs);
    const waitMs = Math.max(backoff, asked);
    if (pace.now() + waitMs >= deadline) return result;
    await pace.sleep(waitMs);
  }
}

function isPassing(result: HttpResult): boolean {
  if (result.kind === 'answered') return passingStatuses.includes(result.raw.status);
  if (result.error.code === 'connection_dns') return result.error.details.reason === 'EAI_AGAIN';
  return passingFailures.includes(result.error.code);
}
