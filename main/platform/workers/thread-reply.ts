import { type Reply, ZubiError } from '../../../contract/errors.ts';

/** Runs work in a thread: a `ZubiError` becomes the reply, any other error is thrown. */
export async function toReply<Value>(work: () => Value | Promise<Value>): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    return { ok: false, error: { code: error.code, details: error.details } };
  }
}
