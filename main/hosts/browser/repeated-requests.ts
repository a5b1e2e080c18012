import { hash } from 'node:crypto';
import type { Reply } from '../../../contract/errors.ts';

/** Number of remembered results: far more than a browser has open. */
const maxRemembered = 1000;

interface Remembered {
  readonly fingerprint: string;
  readonly result: Promise<Reply<unknown>>;
}

/**
 * Runs a request once per id: a repetition gets the first one's result, also while that is still
 * running.
 */
export type RunOnce = (
  requestId: string,
  content: string | Uint8Array,
  work: () => Promise<Reply<unknown>>,
) => Promise<Reply<unknown>>;

/**
 * Makes the memory of request ids. A browser repeats a request by itself when a kept-alive
 * connection breaks; with this memory it has one effect. A known id with other content is refused.
 */
export function createRunOnce(): RunOnce {
  const remembered = new Map<string, Remembered>();
  return (requestId, content, work) => {
    const fingerprint = hash('sha256', content);
    const before = remembered.get(requestId);
    if (before !== undefined) {
      if (before.fingerprint === fingerprint) return before.result;
      return Promise.resolve({
        ok: false,
        error: { code: 'invalid_input', details: { fields: ['requestId: reused'] } },
      });
    }
    const result = work();
    remembered.set(requestId, { fingerprint, result });
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    return result;
  };
}

/** Whether a text can be a request's id: long enough to be unique. */
export function isRequestId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{16,64}$/.test(value);
}
