import { app, type BrowserWindow } from 'electron';
import type { Clock, Log } from '../../platform/ports.ts';
import { ask } from './ask.ts';
import type { Texts } from './texts.ts';

/** Maximum crashes of a page within a minute before it is no longer reloaded automatically. */
const maxReloads = 3;
const minuteMs = 60_000;

interface WatchOptions {
  readonly log: Log;
  readonly clock: Clock;
  /** In the language of now. */
  texts(): Pick<Texts, 'gone' | 'hung'>;
}

/** Reloads a crashed page, asks about one that hangs, and logs faults around it. */
export function watchWindow(window: BrowserWindow, options: WatchOptions): void {
  const { log, clock, texts } = options;
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
    void askToReload(window, texts().gone).then((isWanted) => {
      if (window.isDestroyed()) return;
      deaths = [];
      if (isWanted) contents.reload();
      else app.quit();
    });
  });
  watchHang(window, options);
  contents.on('preload-error', (_event, _path, error) =>
    log.error('desktop.preload_failed', { errorName: error.name }),
  );
}

/**
 * Chromium reports a page that leaves an input unanswered for many seconds. A person who waits is
 * asked again each minute; the question goes when the page answers again.
 */
function watchHang(window: BrowserWindow, { log, texts }: WatchOptions): void {
  let question: AbortController | null = null;
  let timer: NodeJS.Timeout | undefined;
  async function ask(): Promise<void> {
    question = new AbortController();
    const { signal } = question;
    const isWanted = await askToEndHang(window, texts().hung, signal);
    if (signal.aborted) return;
    // The page is loaded again as after every crash.
    if (isWanted) window.webContents.forcefullyCrashRenderer();
    else timer = setTimeout(ask, minuteMs).unref();
  }
  function end(): void {
    clearTimeout(timer);
    question?.abort();
    question = null;
  }
  window.on('unresponsive', () => {
    log.warn('desktop.window_unresponsive');
    if (question === null) void ask();
  });
  window.on('responsive', end);
  window.on('closed', end);
  window.webContents.on('render-process-gone', end);
}

async function askToReload(window: BrowserWindow, texts: Texts['gone']): Promise<boolean> {
  const { message, detail, reload, leave } = texts;
  const choice = { buttons: [reload, leave], defaultId: 0, cancelId: 1 };
  return (await ask(window, { type: 'error', message, detail, ...choice })) === 0;
}

async function askToEndHang(
  window: BrowserWindow,
  { message, detail, wait, reload }: Texts['hung'],
  signal: AbortSignal,
): Promise<boolean> {
  const choice = { buttons: [wait, reload], defaultId: 0, cancelId: 0 };
  return (await ask(window, { type: 'warning', message, detail, ...choice, signal })) === 1;
}

/** Logs the end of one of Chromium's other processes. */
export function watchProcesses(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason !== 'clean-exit') log.error('desktop.process_gone', { kind: type, reason });
  });
}
