import { type CallError, type Reply, ZubiError } from '../contract/errors.ts';
import { isMethodName, type MethodName, methods } from '../contract/methods.ts';
import type { Dispatch, Handlers } from './features/core.ts';
import { describeInputFaults } from './input-faults.ts';
import { toCallError } from './platform/call-error.ts';
import { describeError } from './platform/log/describe-error.ts';
import type { Log } from './platform/ports.ts';

interface DispatchOptions {
  readonly handlers: Handlers;
  readonly log: Log;
  /** False while another process owns the data folder: then only readings are answered. */
  readonly mayChange: boolean;
}

/** Builds the dispatcher: known method, parsed input, errors as codes. */
export function createDispatch({ handlers, log, mayChange }: DispatchOptions): Dispatch {
  return async (method, input) => {
    if (!isMethodName(method)) return refuse('unknown_method', { method: method.slice(0, 100) });
    const definition = methods[method];
    if (definition.kind === 'command' && !mayChange) return refuse('data_folder_in_use');
    const parsed = definition.input.safeParse(input ?? {});
    if (!parsed.success)
      return refuse('invalid_input', describeInputFaults(definition.input, parsed.error.issues));
    const startedMs = performance.now();
    const durationMs = () => Math.round(performance.now() - startedMs);
    try {
      const value = await runHandler(handlers, method, parsed.data);
      log.info('call', { method, durationMs: durationMs() });
      return { ok: true, value };
    } catch (error) {
      const callError = toCallError(error);
      log.warn('call_failed', { method, code: callError.code, durationMs: durationMs() });
      if (callError.code === 'internal') log.error('internal', { method, ...describeError(error) });
      return { ok: false, error: callError };
    }
  };
}

/**
 * The list pairs each name with its input, but TypeScript cannot call a union of pairs: this is the
 * only place that says so.
 */
async function runHandler(
  handlers: Handlers,
  method: MethodName,
  input: unknown,
): Promise<unknown> {
  const handler = handlers[method] as (input: unknown) => Promise<unknown>;
  return handler(input);
}

/** The same reply for work that is not a method of the contract. */
export async function replyOf<Value>(work: Promise<Value>): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    return { ok: false, error: toCallError(error) };
  }
}

/** The reply where another process owns the data folder. */
export async function refuseToChange(): Promise<never> {
  throw new ZubiError('data_folder_in_use');
}

function refuse(code: CallError['code'], details: CallError['details'] = {}): Reply<never> {
  return { ok: false, error: { code, details } };
}
