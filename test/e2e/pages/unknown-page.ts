import type { Locator, Page } from 'playwright-core';
import type { Decision } from './submission-page.ts';

/** The history's list of submissions without a known end, where several are decided on together. */
export class UnknownPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Leads there from the page of the activity. */
  get onActivity(): Locator {
    return this.page.getByTestId('waiting-unknown').getByRole('link').first();
  }

  /** Leads there from the page of one of them. */
  get together(): Locator {
    return this.page.getByTestId('resolve-together');
  }

  /** Chooses a reason by the list's words. */
  async chooseCause(words: string): Promise<void> {
    await this.page.getByTestId('filter-cause').click();
    await this.page.getByRole('option', { name: words, exact: true }).click();
  }

  get chooseAll(): Locator {
    return this.page.getByTestId('choose-all');
  }

  /** Opens the dialog for what is chosen. */
  get resolveChosen(): Locator {
    return this.page.getByTestId('resolve-chosen');
  }

  get dialog(): Locator {
    return this.page.getByTestId('resolve-all-dialog');
  }

  /** The dialog's text on the subject of the decision. */
  get summary(): Locator {
    return this.page.getByTestId('resolve-all-summary');
  }

  /** Decides on the chosen ones, and waits until the dialog is gone. */
  async decide(decision: Decision, note: string): Promise<void> {
    await this.dialog.locator(`input[type="radio"][value="${decision}"]`).check();
    await this.dialog.locator('textarea').fill(note);
    await this.dialog.getByTestId('dialog-save').click();
    await this.dialog.waitFor({ state: 'detached' });
  }
}
