import type { z } from 'zod';
import type { MethodName } from '../../../contract/methods.ts';
import type { App } from '../../app-options.ts';

/** The application's interface for the desktop. */
export type HostedApp = Pick<App, 'call' | 'subscribe' | 'takeFile' | 'idle' | 'close'>;

/** The answer to a reading without input; null for a refusal, or for an answer of another form. */
export async function askCore<Value>(
  core: HostedApp,
  method: MethodName,
  schema: z.ZodType<Value>,
): Promise<Value | null> {
  const reply = await core.call(method, {});
  return (reply.ok ? schema.safeParse(reply.value).data : null) ?? null;
}
