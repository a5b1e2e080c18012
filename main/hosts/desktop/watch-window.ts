import { app, type BrowserWindow } from 'electron';
import type { Clock, Log } from '../../platform/ports.ts';

/** Maximum crashes of a page within a minute before it is no longer reloaded automatically. */
const maxReloads = 3;
const minuteMs = 60_000;

interface WatchOptions {
  readonly log: Log;
  readonly clock: Clock;
  /** Asks a person whether to reload a page that keeps crashing. */
  askToReload(): Promise<boolean>;
}

/** Reloads a crashed page, and logs faults around it. */
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

/** Logs the end of one of Chromium's other processes. */
export function watchProcesses(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason !== 'clean-exit') log.error('desktop.process_gone', { kind: type, reason });
  });
}
