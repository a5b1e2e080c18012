import { createHash } from 'node:crypto';
import type { Reply } from '../../../contract/errors.ts';

/** Results remembered: far more than a browser has under way. */
const maxRemembered = 1000;

interface Remembered {
  readonly fingerprint: string;
  readonly result: Promise<Reply<unknown>>;
}

/**
 * Runs a request once per id: a repetition gets the first one's result, also while that is still
 * under way.
 */
export type RunOnce = (
  requestId: string,
  content: string | Uint8Array,
  work: () => Promise<Reply<unknown>>,
) => Promise<Reply<unknown>>;

/**
 * Makes the memory of request ids. A browser sends a request again by itself when a kept-alive
 * connection breaks; with this it has one effect. An id that comes back with another content is a
 * mistake and is refused.
 */
export function createRunOnce(): RunOnce {
  const remembered = new Map<string, Remembered>();
  return (requestId, content, work) => {
    const fingerprint = createHash('sha256').update(content).digest('hex');
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

/** Whether a text can be a request's id: long enough not to meet another by chance. */
export function isRequestId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{16,64}$/.test(value);
}
