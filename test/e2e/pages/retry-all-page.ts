import type { Locator, Page } from 'playwright-core';

/**
 * Sending undelivered files again together: from the history, from a batch, and after a decision.
 */
export class RetryAllPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByTestId('retry-all-dialog');
  }

  /** The dialog's text on the files that would go. */
  get going(): Locator {
    return this.dialog.getByTestId('retry-all-going');
  }

  /** The files that would stay, with the reason. */
  get left(): Locator {
    return this.dialog.getByTestId('retry-all-left');
  }

  /** The reason why some would stay, by code. */
  reason(code: string): Locator {
    return this.left.locator(`[data-reason="${code}"]`);
  }

  get save(): Locator {
    return this.dialog.getByTestId('dialog-save');
  }

  /** Sends, and waits until the dialog is gone. */
  async send(): Promise<void> {
    await this.save.click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** Cancels. */
  async leave(): Promise<void> {
    await this.dialog.getByRole('button').first().click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** In Submit: the submissions that held files of the list wait for. */
  get waitsFor(): Locator {
    return this.page.getByTestId('waits-for');
  }

  /** Chooses all rows of the history's list. */
  get chooseAll(): Locator {
    return this.page.getByTestId('choose-all');
  }

  /** Opens the dialog for the chosen ones. */
  get chosen(): Locator {
    return this.page.getByTestId('retry-chosen');
  }

  /** Opens it for the undelivered files of a batch. */
  get ofBatch(): Locator {
    return this.page.getByTestId('retry-batch');
  }

  /** From the page of one to all that were not delivered for the same reason. */
  get together(): Locator {
    return this.page.getByTestId('retry-together');
  }
}
