import { EventEmitter } from 'node:events';

/** As Electron 45's on Linux: hears a shutdown only where another event had a listener before. */
export class PowerMonitor extends EventEmitter {
  #hearsShutdown = false;

  override on(event: string, listener: (...args: unknown[]) => void): this {
    if (event === 'shutdown') this.#hearsShutdown = this.eventNames().length > 0;
    return super.on(event, listener);
  }

  override emit(event: string, ...args: unknown[]): boolean {
    return (event !== 'shutdown' || this.#hearsShutdown) && super.emit(event, ...args);
  }
}
