import type { Locator, Page } from 'playwright-core';

/**
 * Sending again together what was not delivered: from the history, from a batch, and after a
 * decision.
 */
export class RetryAllPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByTestId('retry-all-dialog');
  }

  /** What the dialog says of what would go. */
  get going(): Locator {
    return this.dialog.getByTestId('retry-all-going');
  }

  /** What would stay as it is, and why. */
  get left(): Locator {
    return this.dialog.getByTestId('retry-all-left');
  }

  /** Why some of it would stay, by the code of the reason. */
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

  /** Leaves it undone. */
  async leave(): Promise<void> {
    await this.dialog.getByRole('button').first().click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** In Submit: what those on the list wait for that only wait for an earlier submission. */
  get waitsFor(): Locator {
    return this.page.getByTestId('waits-for');
  }

  /** Chooses all that the history lists. */
  get chooseAll(): Locator {
    return this.page.getByTestId('choose-all');
  }

  /** Opens the dialog for what is chosen. */
  get chosen(): Locator {
    return this.page.getByTestId('retry-chosen');
  }

  /** Opens it for what of a batch was not delivered. */
  get ofBatch(): Locator {
    return this.page.getByTestId('retry-batch');
  }

  /** From the page of one to all that were not delivered for the same reason. */
  get together(): Locator {
    return this.page.getByTestId('retry-together');
  }
}
