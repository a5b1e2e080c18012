import type { Locator, Page } from 'playwright-core';

/** The dialog that dismisses a submission. */
export class DismissDialog {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByTestId('dismiss-dialog');
  }

  /** Writes the reason, saves and waits until the dialog is gone. */
  async save(note: string): Promise<void> {
    await this.dialog.locator('textarea').fill(note);
    await this.dialog.locator('button[type="submit"]').click();
    await this.dialog.waitFor({ state: 'detached' });
  }
}
