import type { Locator, Page } from 'playwright-core';

/** The import of companies from a table. */
export class ImportPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get input(): Locator {
    return this.page.getByTestId('import-input');
  }

  /** The tables that come after the open one. */
  get waiting(): Locator {
    return this.page.getByTestId('waiting-tables');
  }

  get nextTable(): Locator {
    return this.page.getByTestId('next-table');
  }

  get mapping(): Locator {
    return this.page.getByTestId('import-mapping');
  }

  /** Sets the column of a field, by the column's heading. */
  async map(field: string, heading: string): Promise<void> {
    await this.page.getByTestId(`mapping-${field}`).click();
    await this.page.getByRole('option', { name: heading, exact: true }).click();
  }

  /** Takes the second choice of the field that has the focus, with the keys alone. */
  async takeSecondByKeys(): Promise<void> {
    await this.page.keyboard.press('ArrowDown');
    await this.page.getByRole('option').first().waitFor();
    await this.page.keyboard.press('ArrowDown');
    await this.page.locator('[role="option"][data-combobox-selected]').waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** The field for the sheet. */
  get sheet(): Locator {
    return this.page.getByTestId('import-sheet');
  }

  /** Reads another sheet, by its choice's text. */
  async chooseSheet(label: string): Promise<void> {
    await this.sheet.click();
    await this.page.getByRole('option', { name: label, exact: true }).click();
  }

  get hiddenSheet(): Locator {
    return this.page.getByTestId('import-hidden-sheet');
  }

  /** The number of rows hidden in the sheet. */
  get hiddenRows(): Locator {
    return this.page.getByTestId('import-hidden-rows');
  }

  async takeHiddenRows(): Promise<void> {
    await this.hiddenRows.getByRole('switch').check({ force: true });
  }

  /** Marks a row that is hidden in its sheet. */
  get hiddenMark(): Locator {
    return this.page.getByRole('grid').getByRole('img', { name: 'Fila oculta en la hoja' });
  }

  get counts(): Locator {
    return this.page.getByTestId('import-counts');
  }

  fault(code: string): Locator {
    return this.page.locator(`[data-fault="${code}"]`);
  }

  /** Rows that would become companies of this kind. */
  rowsOf(kind: 'registered' | 'without_key' | 'draft' | 'faulty'): Locator {
    return this.page.locator(`[data-import="${kind}"]`);
  }

  /** Gives the passphrase of a sealed file. */
  async unseal(passphrase: string): Promise<void> {
    const form = this.page.getByTestId('import-passphrase');
    await form.locator('input').fill(passphrase);
    await form.locator('button[type="submit"]').click();
  }

  get saveButton(): Locator {
    return this.page.getByTestId('import-save');
  }

  /** Imports the good rows and waits for the list. */
  async save(): Promise<void> {
    await this.saveButton.click();
    await this.page.locator('#root[data-ready="companies"]').waitFor({ state: 'attached' });
  }
}
