import { EventEmitter } from 'node:events';

type Listener = (event: object, ...args: unknown[]) => unknown;
const handlers = new Map<string, Listener>();

export class IpcMain extends EventEmitter {
  handle(channel: string, listener: Listener): void {
    if (handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, listener);
  }
  removeHandler = (channel: string): void => void handlers.delete(channel);
}

export const ipcMain = new IpcMain();

function decode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('standInBytes' in value)
    return new Uint8Array(Buffer.from(String(value.standInBytes), 'base64'));
  if (Array.isArray(value)) return value.map(decode);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, decode(each)]));
}

/** A message of a page reaches its handler. Its answer is cloned on the way back. */
export async function invoke(
  kind: string,
  channel: string,
  event: object,
  args: unknown[],
): Promise<unknown> {
  const given = args.map(decode);
  if (kind === 'send') return void ipcMain.emit(channel, event, ...given);
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return structuredClone(await handler(event, ...given));
}
