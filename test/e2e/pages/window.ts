import type { Locator, Page } from 'playwright-core';
import { errorIn } from './error-code.ts';

/** The sections of Settings, in their order. */
export type SettingsSection = 'office' | 'connection' | 'security' | 'copies' | 'advanced';

export type ScreenName = 'overview' | 'submit' | 'history' | 'companies' | 'settings';
/**
 * The value of `data-ready` once a screen's first data is drawn; a submission's page has its own
 * name.
 */
export type ReadyName =
  | ScreenName
  | 'submission'
  | 'company'
  | 'import'
  | 'authorizations'
  | 'batch'
  | 'left-aside'
  | 'batches'
  | 'activity';

/** A dropped file: a name with its text or bytes. */
export interface DroppedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Beside the window, to its left. */
const outside = -10;

/**
 * The window's frame: rail, header, dropping. Selectors do not depend on the language unless they
 * say so.
 */
export class WindowPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens an address (the launch address, once) and waits until the first screen is drawn. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.waitUntilReady();
  }

  /** Waits for the marker of a screen whose first data is drawn. */
  async waitUntilReady(name?: ReadyName): Promise<void> {
    const marker = name === undefined ? '#root[data-ready]' : `#root[data-ready="${name}"]`;
    await this.page.locator(marker).waitFor({ state: 'attached' });
  }

  railLink(name: ScreenName): Locator {
    return this.page.locator(`nav a[href="#/${name}"]`);
  }

  async goTo(name: ScreenName): Promise<void> {
    await this.railLink(name).click();
    await this.waitUntilReady(name);
  }

  /** Shows a section of Settings. */
  async goToSettings(section: SettingsSection): Promise<void> {
    await this.goTo('settings');
    await this.page.getByTestId(`settings-to-${section}`).click();
  }

  /** Shows the submissions over the months, and those that wait for a person. */
  async goToActivity(): Promise<void> {
    await this.goTo('overview');
    await this.page.getByTestId('quarter-more').click();
    await this.page.getByTestId('open-activity').click();
    await this.waitUntilReady('activity');
  }

  /** Shows a screen as in a newly opened window: nothing is chosen, sorted or searched. */
  async openAnew(name: ScreenName): Promise<void> {
    await this.page.reload();
    await this.waitUntilReady();
    await this.goTo(name);
  }

  /** Scrolls everything of the screen to its end. */
  async scrollToEnd(): Promise<void> {
    await this.page.evaluate(() => {
      for (const part of document.querySelectorAll('#content, #content *'))
        part.scrollTop = part.scrollHeight;
    });
  }

  /** The number of scrolled parts of the screen. */
  async scrolledParts(): Promise<number> {
    return this.page.evaluate(
      () =>
        [...document.querySelectorAll('#content, #content *')].filter(
          ({ scrollTop }) => scrollTop > 0,
        ).length,
    );
  }

  get title(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  /** The count of those that need a person, on the rail's History. */
  get attentionBadge(): Locator {
    return this.page.getByTestId('attention-badge');
  }

  /** On the page of the activity: unsent files of the list. */
  get unsentFiles(): Locator {
    return this.page.getByTestId('waiting-worklist');
  }

  get railFoot(): Locator {
    return this.page.getByTestId('rail-foot');
  }

  get environmentPill(): Locator {
    return this.page.getByTestId('environment-pill');
  }

  get connectionPill(): Locator {
    return this.page.getByTestId('connection-pill');
  }

  /** Only there while something is queued or being sent. */
  get queuePill(): Locator {
    return this.page.getByTestId('queue-pill');
  }

  /** A short note below the page, by some of its words. */
  toast(words: string): Locator {
    return this.page.getByTestId('toasts').getByRole('alert').filter({ hasText: words });
  }

  /** Waits until a note can be pressed: without its anchor Chromium hides what it has laid out. */
  seeToast(words: string): Promise<void> {
    return this.toast(words).click({ trial: true });
  }

  /**
   * Controls whose middle is covered by a short note, by their words. Controls scrolled out of the
   * page do not count.
   */
  async coveredByToasts(): Promise<string[]> {
    return this.page.evaluate(() => {
      const toasts = document.querySelector('[data-testid="toasts"]');
      // Rows of the page are scrolled; its header, its foot and a dialog stay where they are.
      const all = [
        ...document.querySelectorAll(
          ':is(.z-header, .z-foot, [role="dialog"]) :is(button, a, input)',
        ),
      ];
      return all.flatMap((element) => {
        const box = element.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const page = element.closest('.z-page')?.getBoundingClientRect();
        if (page !== undefined && (y < page.top || y > page.bottom)) return [];
        const hit = document.elementFromPoint(x, y);
        const isCovered =
          hit !== null && toasts?.contains(hit) === true && !toasts.contains(element);
        return isCovered ? [element.textContent ?? ''] : [];
      });
    });
  }

  get errorNotice(): Locator {
    return this.page.getByTestId('error-notice');
  }

  errorOf(code: string): Locator {
    return errorIn(this.page, code);
  }

  /** The page of a window unknown to its host. */
  get sessionEnded(): Locator {
    return this.page.getByTestId('session-ended');
  }

  /** Only there while another running Zubi owns the data folder. */
  get readOnlyNotice(): Locator {
    return this.page.getByTestId('notice-read-only');
  }

  get lockedNotice(): Locator {
    return this.page.getByTestId('notice-locked');
  }

  get unlockDialog(): Locator {
    return this.page.getByTestId('unlock-dialog');
  }

  /** Enters a passphrase in the dialog that unlocks the keys. */
  async unlock(passphrase: string): Promise<void> {
    await this.page.getByTestId('unlock-passphrase').fill(passphrase);
    await this.page.getByTestId('unlock').click();
  }

  get hostLostNotice(): Locator {
    return this.page.getByTestId('notice-host-lost');
  }

  get dropOverlay(): Locator {
    return this.page.getByTestId('drop-overlay');
  }

  /** Chooses a language by its own name and waits until the document is in it. */
  async chooseLanguage(language: 'es' | 'eu' | 'en'): Promise<void> {
    await this.page.locator('header button[aria-haspopup="menu"]').click();
    await this.page.locator(`[role="menuitem"][lang="${language}"]`).click();
    await this.page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
  }

  /** Whether closing the window would ask about unsaved text. */
  async asksToClose(): Promise<boolean> {
    return this.page.evaluate(() => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    });
  }

  /** The question before unsaved text is lost. */
  get unsaved(): Locator {
    return this.page.getByTestId('unsaved-dialog');
  }

  /** Drops files on the window, wherever it is; their drag is seen first. */
  async dropFiles(files: readonly DroppedFile[]): Promise<void> {
    const parts = files.map(({ name, content }) => ({
      name,
      base64: Buffer.from(content).toString('base64'),
    }));
    const transfer = await this.page.evaluateHandle((list) => {
      const data = new DataTransfer();
      for (const { name, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    }, parts);
    await this.page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await this.dropOverlay.waitFor();
    await this.page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
    await this.page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await transfer.dispose();
  }

  /**
   * Drops files and folders of this machine, as the system hands them over. `overMs`, for
   * measurements: how long the drag is over the window.
   */
  async dropPaths(files: readonly string[], overMs = 0): Promise<void> {
    await this.#drag(files, async (tell) => {
      if (overMs > 0) await this.page.waitForTimeout(overMs);
      await tell('drop');
    });
  }

  /** Drags files and folders of this machine over the window, and away again. */
  async dragAway(files: readonly string[]): Promise<void> {
    await this.#drag(files, async (tell) => {
      await tell('dragOver', outside);
      await this.dropOverlay.waitFor({ state: 'detached' });
    });
  }

  async #drag(
    files: readonly string[],
    end: (tell: (type: 'drop' | 'dragOver', x?: number) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const client = await this.page.context().newCDPSession(this.page);
    const tell = async (type: 'dragEnter' | 'dragOver' | 'drop', x = 700) => {
      const data = { items: [], files: [...files], dragOperationsMask: 1 };
      await client.send('Input.dispatchDragEvent', { type, x, y: 400, data });
    };
    await tell('dragEnter');
    await this.dropOverlay.waitFor();
    await tell('dragOver');
    await end(tell);
    await client.detach();
  }

  /** Drops a piece of text, which the window must ignore. */
  async dropText(text: string): Promise<void> {
    const transfer = await this.page.evaluateHandle((words) => {
      const data = new DataTransfer();
      data.setData('text/plain', words);
      return data;
    }, text);
    await this.page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await this.page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await transfer.dispose();
  }
}
