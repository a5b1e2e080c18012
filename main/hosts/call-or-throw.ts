import { ZubiError } from '../../contract/errors.ts';
import type { Input, MethodName, Output } from '../../contract/methods.ts';
import type { App } from '../app-options.ts';

/** Calls a method of the core and returns its value; throws a `ZubiError` on refusal. */
export async function callOrThrow<Name extends MethodName>(
  app: Pick<App, 'call'>,
  method: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const reply = await app.call(method, input);
  if (!reply.ok) throw new ZubiError(reply.error);
  // The dispatcher answers a method with that method's own output, as the contract's list pairs
  // them.
  return reply.value as Output<Name>;
}
