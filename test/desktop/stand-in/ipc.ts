import { EventEmitter } from 'node:events';

type Listener = (event: object, ...args: unknown[]) => unknown;
const handlers = new Map<string, Listener>();

class IpcMain extends EventEmitter {
  handle(channel: string, listener: Listener): void {
    if (handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, listener);
  }
}
export const ipcMain = new IpcMain();

/** Takes a page's message to its handler, and the answer back. */
export async function invoke(channel: string, event: object, args: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return handler(event, ...args);
}
