import type { Locator, Page } from 'playwright-core';

/** A record that is modified, field by field. */
export class ModificationPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** From the page of its submission. */
  async open(record: number): Promise<void> {
    await this.page.getByTestId(`modify-${record}`).click();
    await this.page.getByTestId('modification').waitFor();
  }

  field(path: string): Locator {
    return this.page.getByTestId(`field-${path}`);
  }

  /** The field that the keyboard is in. */
  get focused(): Locator {
    return this.page.getByTestId('modification').locator('input:focus');
  }

  /** Whether the typed values can be sent. */
  get verdict(): Locator {
    return this.page.getByTestId('live-verdict').locator('.z-pill');
  }

  get changes(): Locator {
    return this.page.getByTestId('changes').getByRole('definition');
  }

  /** The note on another change of the record that waits. */
  get pending(): Locator {
    return this.page.getByTestId('pending-change');
  }

  get openPending(): Locator {
    return this.page.getByTestId('open-pending');
  }

  /** The note on the file that it goes out with. */
  get joins(): Locator {
    return this.page.getByTestId('joins');
  }

  /** Cancels the record instead. */
  get cancel(): Locator {
    return this.page.getByTestId('cancel-record');
  }

  get add(): Locator {
    return this.page.getByTestId('add-modification');
  }

  get undo(): Locator {
    return this.page.getByTestId('undo-modification');
  }

  get asXml(): Locator {
    return this.page.getByTestId('modify-as-xml');
  }
}
