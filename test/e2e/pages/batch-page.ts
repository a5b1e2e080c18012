import type { Download, Locator, Page } from 'playwright-core';

/** A system notification requested by the page. */
export interface ShownNotice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

/** The summary of one sending. */
export class BatchPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async waitUntilReady(): Promise<void> {
    await this.page.locator('#root[data-ready="batch"]').waitFor({ state: 'attached' });
  }

  /** The note of a batch's end; its link leads to the summary. */
  get endNote(): Locator {
    return this.page
      .locator('[role="alert"]')
      .filter({ has: this.page.locator('a[href^="#/history/batch/"]') });
  }

  get summary(): Locator {
    return this.page.getByTestId('batch-summary');
  }

  /**
   * The number of files with a result: `accepted`, `partiallyAccepted`, `rejected`, `unknown`,
   * `failed`, `waiting`, `cancelled`.
   */
  result(name: string): Locator {
    return this.summary.getByTestId(`batch-${name}`);
  }

  get rows(): Locator {
    return this.page.getByRole('grid').locator('[role="row"][aria-selected]');
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  tab(name: 'companies' | 'files'): Locator {
    return this.page.getByTestId(`tab-${name}`);
  }

  /** Saves the receipts of all companies. */
  saveReceipts(): Promise<Download> {
    return this.#save(this.page.getByTestId('batch-receipts'));
  }

  /** Saves the receipt of one company. */
  saveReceipt(company: string): Promise<Download> {
    return this.#save(this.row(company).getByTestId('company-receipt'));
  }

  /** Saves the draft of a message with the receipt of one company. */
  saveDraft(company: string): Promise<Download> {
    return this.#save(this.row(company).getByTestId('company-draft'));
  }

  /** The data of a receipt that is dragged out of the window. */
  async dragReceipt(company: string): Promise<string> {
    const button = this.row(company).getByTestId('company-receipt');
    await button.hover();
    const drag = await this.page.evaluateHandle(() => new DataTransfer());
    await button.dispatchEvent('dragstart', { dataTransfer: drag });
    return drag.evaluate((data) => data.getData('DownloadURL'));
  }

  async #save(button: Locator): Promise<Download> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), button.click()]);
    return download;
  }

  /**
   * From now on nobody looks at the page, and its notifications are recorded; the browser's
   * permission decides about them.
   */
  async lookAway(): Promise<void> {
    await this.page.evaluate(async () => {
      document.hasFocus = () => false;
      const shown: ShownNotice[] = [];
      const Real = window.Notification;
      const { state } = await navigator.permissions.query({ name: 'notifications' });
      class Kept extends Real {
        /** A Chromium without a frame answers "denied" itself, whatever it was granted. */
        static override get permission(): NotificationPermission {
          return state === 'prompt' ? 'default' : state;
        }

        constructor(title: string, options: NotificationOptions = {}) {
          super(title, options);
          shown.push({ title, body: options.body ?? '', tag: options.tag ?? '' });
          Object.assign(window, { lastNotice: this });
        }
      }
      Object.assign(window, { Notification: Kept, shownNotices: shown });
    });
  }

  notices(): Promise<readonly ShownNotice[]> {
    return this.page.evaluate(
      () => (window as unknown as { shownNotices: readonly ShownNotice[] }).shownNotices,
    );
  }

  /** A person presses the last notification. */
  async pressNotice(): Promise<void> {
    await this.page.evaluate(() => {
      (window as unknown as { lastNotice: Notification }).lastNotice.dispatchEvent(
        new Event('click'),
      );
    });
  }
}
