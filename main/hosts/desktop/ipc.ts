import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { ErrorCode, Reply } from '../../../contract/errors.ts';
import { describeError } from '../../platform/log/describe-error.ts';
import type { Log } from '../../platform/ports.ts';
import { isOwnPage, ownOrigin } from './addresses.ts';

/** A channel from the window into the core. */
export interface InboundChannel<Input> {
  readonly name: string;
  /** Maximum size of a message, in the unit of `sizeOf`. */
  readonly maxSize: number;
  /** Size of a message, read first; null when it is of the wrong type. */
  sizeOf(message: unknown): number | null;
  /** The parsed message, or the error. Never throws. */
  parse(message: unknown): Reply<Input>;
  run(input: Input): Promise<Reply<unknown>>;
}

/** The reply of a refusal. */
export const refused = (code: ErrorCode): Reply<never> => ({
  ok: false,
  error: { code, details: {} },
});

/**
 * Whether a message comes from the top frame of a page of ours that is still shown. A frame that
 * has gone throws: that is a no.
 */
function comesFromOwnPage(event: IpcMainInvokeEvent): boolean {
  try {
    const frame = event.senderFrame;
    if (frame === null || frame.detached || frame.parent !== null) return false;
    return frame.origin === ownOrigin && isOwnPage(frame.url);
  } catch {
    return false;
  }
}

async function answer<Input>(
  channel: InboundChannel<Input>,
  event: IpcMainInvokeEvent,
  messages: readonly unknown[],
): Promise<Reply<unknown>> {
  if (!comesFromOwnPage(event)) return refused('not_allowed');
  const [message] = messages;
  const size = messages.length === 1 ? channel.sizeOf(message) : null;
  if (size === null) return refused('invalid_input');
  if (size > channel.maxSize) return refused('too_large');
  const parsed = channel.parse(message);
  return parsed.ok ? channel.run(parsed.value) : parsed;
}

/**
 * The one wrapper of every message from the window: checks sender, shape and size; every failure
 * becomes a code.
 */
export function serveChannel<Input>(channel: InboundChannel<Input>, log: Log): void {
  ipcMain.handle(channel.name, async (event, ...messages: unknown[]) => {
    try {
      const reply = await answer(channel, event, messages);
      if (!reply.ok && reply.error.code === 'not_allowed') log.warn('desktop.message_refused');
      return reply;
    } catch (error) {
      log.error('desktop.message_failed', describeError(error));
      return refused('internal');
    }
  });
}
