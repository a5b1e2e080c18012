import { type Reply, ZubiError } from '../../../contract/errors.ts';

/**
 * In a thread: what its work gives. A fault of what it was given (a `ZubiError`) is an answer; any
 * other error is the thread's own.
 */
export async function toReply<Value>(work: () => Value | Promise<Value>): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    return { ok: false, error: { code: error.code, details: error.details } };
  }
}

/** Outside the thread: its value, or its fault thrown. */
export function fromReply<Value>(reply: Reply<Value>): Value {
  if (reply.ok) return reply.value;
  throw new ZubiError(reply.error);
}
