import { app, type BrowserWindow } from 'electron';
import type { Clock, Log } from '../../platform/ports.ts';

/** A page that dies more often than this within a minute is not loaded again by itself. */
const maxReloads = 3;
const minuteMs = 60_000;

interface WatchOptions {
  readonly log: Log;
  readonly clock: Clock;
  /** Asks a person whether to load a page that keeps dying once more. */
  askToReload(): Promise<boolean>;
}

/** Loads a page that has died again, and notes what goes wrong around it. */
export function watchWindow(window: BrowserWindow, options: WatchOptions): void {
  const { log, clock, askToReload } = options;
  const contents = window.webContents;
  let deaths: number[] = [];
  contents.on('render-process-gone', (_event, { reason }) => {
    log.error('desktop.window_gone', { reason });
    if (reason === 'clean-exit') return;
    const now = clock().getTime();
    deaths = [...deaths.filter((at) => now - at < minuteMs), now];
    if (deaths.length <= maxReloads) {
      contents.reload();
      return;
    }
    void askToReload().then((isWanted) => {
      if (window.isDestroyed()) return;
      deaths = [];
      if (isWanted) contents.reload();
      else app.quit();
    });
  });
  window.on('unresponsive', () => log.warn('desktop.window_unresponsive'));
  contents.on('preload-error', (_event, _path, error) =>
    log.error('desktop.preload_failed', { errorName: error.name }),
  );
}

/** Notes that one of Chromium's other processes has ended. */
export function watchProcesses(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason !== 'clean-exit') log.error('desktop.process_gone', { kind: type, reason });
  });
}
