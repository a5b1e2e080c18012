import type { Locator, Page } from 'playwright-core';

/**
 * Corrections of many submissions: the notice on Submit and of a batch, the history's foot, the
 * dialog.
 */
export class CorrectManyPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get notice(): Locator {
    return this.page.getByTestId('to-correct');
  }

  /** One of the choices for records that the LROE has already. */
  way(way: 'modify' | 'leave_out'): Locator {
    return this.notice.getByTestId(`correct-many-${way}`);
  }

  /** When the LROE has none of the records. */
  get open(): Locator {
    return this.notice.getByTestId('correct-many');
  }

  /** All rows of the history's list. */
  get chooseAll(): Locator {
    return this.page.getByTestId('choose-all');
  }

  get openChosen(): Locator {
    return this.page.getByTestId('correct-chosen');
  }

  get dialog(): Locator {
    return this.page.getByTestId('correct-many-dialog');
  }

  /** What each submission of the dialog has to correct. */
  get files(): Locator {
    return this.dialog.getByTestId('correct-many-file');
  }

  get save(): Locator {
    return this.dialog.getByTestId('dialog-save');
  }
}
