import { join } from 'node:path';
import { app, nativeImage } from 'electron';
import type { AppEvent } from '../../../contract/events.ts';
import { callOrThrow } from '../call-or-throw.ts';
import type { DesktopSettings } from './desktop-settings.ts';
import type { HostedApp } from './hosted-app.ts';
import type { MainWindow } from './main-window.ts';
import { fill } from './texts.ts';

/** Events that may change the number of submissions that wait for a person. */
const changing: ReadonlySet<AppEvent['name']> = new Set([
  'submission.changed',
  'connection.changed',
  'history.replaced',
]);
const atMostEveryMs = 1000;

interface AttentionOptions {
  readonly window: MainWindow;
  readonly settings: DesktopSettings;
  /** Contains the mark. */
  readonly rendererFolder: string;
}

/**
 * Shows on the icon how many submissions wait for a person. Windows has no number there: it shows a
 * mark with a sentence.
 */
export class Attention {
  readonly #options: AttentionOptions;
  #timer: NodeJS.Timeout | null = null;
  #count = 0;

  constructor(options: AttentionOptions) {
    this.#options = options;
  }

  /** Counts again after an event that may have changed the number. */
  follow(event: AppEvent, core: HostedApp): void {
    if (!changing.has(event.name) || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.count(core);
    }, atMostEveryMs);
    this.#timer.unref();
  }

  async count(core: HostedApp): Promise<void> {
    const status = await callOrThrow(core, 'app.status', {}).catch(() => null);
    if (status === null) return;
    this.#count = status.needsAttention;
    app.setBadgeCount(this.#count);
    this.show();
  }

  /** Shows the mark. Called again when the language has changed. */
  show(): void {
    const { window, settings, rendererFolder } = this.#options;
    if (process.platform !== 'win32' || window.current === null) return;
    const texts = settings.texts.badge;
    const text = fill(this.#count === 1 ? texts.one : texts.many, { count: this.#count });
    const mark = join(rendererFolder, 'badge.png');
    if (this.#count === 0) window.current.setOverlayIcon(null, '');
    else window.current.setOverlayIcon(nativeImage.createFromPath(mark), text);
  }
}
