import type { Locator, Page } from 'playwright-core';

export type CompanyField = 'fullName' | 'taxId' | 'firstName' | 'lastName1' | 'lastName2';

/** The dialog that creates companies, wherever it is opened from. */
export class CompanyDialog {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get root(): Locator {
    return this.page.getByTestId('company-dialog');
  }

  /** A field of the first company in it. */
  field(name: CompanyField): Locator {
    return this.root.getByTestId(`company-${name}`).first();
  }

  get saveButton(): Locator {
    return this.root.getByTestId('company-save');
  }

  /** Creates what the dialog proposes and waits until it closes. */
  async save(): Promise<void> {
    await this.saveButton.click();
    await this.root.waitFor({ state: 'detached' });
  }
}

/** The list of companies. */
export class CompaniesPage {
  readonly page: Page;
  readonly dialog: CompanyDialog;

  constructor(page: Page) {
    this.page = page;
    this.dialog = new CompanyDialog(page);
  }

  get newCompanyButton(): Locator {
    return this.page.getByTestId('new-company-button');
  }

  get searchInput(): Locator {
    return this.page.getByTestId('companies-search');
  }

  get rows(): Locator {
    return this.page.getByRole('grid').locator('[role="row"][aria-rowindex]:not([aria-rowindex="1"])');
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  get empty(): Locator {
    return this.page.getByTestId('empty');
  }
}
