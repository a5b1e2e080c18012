import { join } from 'node:path';
import { app, type BrowserWindow, nativeImage } from 'electron';
import type { AppEvent } from '../../../contract/events.ts';
import { statusSchema } from '../../../contract/settings.ts';
import type { HostedApp } from './hosted-app.ts';
import { fill, type Texts } from './texts.ts';

/** Events that may change the number of submissions that wait for a person. */
const changing: ReadonlySet<AppEvent['name']> = new Set([
  'submission.changed',
  'connection.changed',
  'history.replaced',
]);
const atMostEveryMs = 1000;

/**
 * Shows on the icon how many submissions wait for a person. Windows shows a mark with a sentence:
 * it has no number there.
 */
export class Attention {
  readonly #mark: string;
  #timer: NodeJS.Timeout | null = null;
  #count = 0;

  /** `rendererFolder` contains the mark. */
  constructor(rendererFolder: string) {
    this.#mark = join(rendererFolder, 'badge.png');
  }

  /** Reads the number again after an event that may have changed it. */
  follow(event: AppEvent, read: () => Promise<void>): void {
    if (!changing.has(event.name) || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void read();
    }, atMostEveryMs);
    this.#timer.unref();
  }

  async read(core: HostedApp, window: BrowserWindow | null, texts: Texts['badge']): Promise<void> {
    const reply = await core.call('app.status', {});
    const status = reply.ok ? statusSchema.safeParse(reply.value) : null;
    if (!status?.success) return;
    this.#count = status.data.needsAttention;
    app.setBadgeCount(this.#count);
    this.show(window, texts);
  }

  show(window: BrowserWindow | null, texts: Texts['badge']): void {
    if (process.platform !== 'win32' || window === null) return;
    const text = fill(this.#count === 1 ? texts.one : texts.many, { count: this.#count });
    if (this.#count === 0) window.setOverlayIcon(null, '');
    else window.setOverlayIcon(nativeImage.createFromPath(this.#mark), text);
  }
}
