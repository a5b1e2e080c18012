import type { Locator, Page } from 'playwright-core';

export type CompanyField =
  | 'fullName'
  | 'taxId'
  | 'firstName'
  | 'lastName1'
  | 'lastName2'
  | 'serviceId';

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

  /** Makes the first company a natural person. */
  async chooseIndividual(): Promise<void> {
    const id = await this.root
      .locator('input[type="radio"][value="individual"]')
      .getAttribute('id');
    await this.root.locator(`label[for="${id}"]`).click();
  }

  /** Says that the service has the company already, under that identifier. */
  async takeFromService(serviceId: string): Promise<void> {
    await this.root.getByRole('switch').check({ force: true });
    await this.field('serviceId').fill(serviceId);
  }

  get saveButton(): Locator {
    return this.root.getByTestId('company-save');
  }

  /** The link to the company that a creation met or left. */
  get openKept(): Locator {
    return this.root.getByTestId('open-company');
  }

  /** Creates the dialog's companies and waits until it closes. */
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
    return this.page
      .getByRole('grid')
      .locator('[role="row"][aria-rowindex]:not([aria-rowindex="1"])');
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  get empty(): Locator {
    return this.page.getByTestId('empty');
  }

  async open(name: string): Promise<void> {
    await this.row(name).getByRole('link').first().click();
    await this.page.locator('#root[data-ready="company"]').waitFor({ state: 'attached' });
  }

  /** The notice that offers to create the drafts in the service. */
  get createDrafts(): Locator {
    return this.page.getByTestId('create-drafts');
  }

  get job(): Locator {
    return this.page.getByTestId('company-job');
  }

  get pauseJob(): Locator {
    return this.page.getByTestId('job-pause');
  }

  get resumeJob(): Locator {
    return this.page.getByTestId('job-resume');
  }

  /** The reminder of ending approvals. */
  get reminder(): Locator {
    return this.page.getByTestId('reminder-expiring');
  }

  get cancelJob(): Locator {
    return this.page.getByTestId('job-cancel');
  }

  /** The link to the failures of a bulk creation. */
  get whyJob(): Locator {
    return this.page.getByTestId('job-why');
  }

  /** The notice of a bulk creation that ended with failures. */
  get endedJob(): Locator {
    return this.page.getByTestId('company-job-end');
  }

  get failures(): Locator {
    return this.page.getByTestId('job-failures');
  }

  /** Rows with a company in such a state, by its pill. */
  inState(state: string): Locator {
    return this.rows.locator(`[data-company="${state}"]`);
  }

  async openAuthorizations(): Promise<void> {
    await this.page.getByTestId('authorizations-button').click();
    await this.page.locator('#root[data-ready="authorizations"]').waitFor({ state: 'attached' });
  }

  async openExport(): Promise<void> {
    await this.page.getByTestId('companies-more').click();
    await this.page.getByTestId('export-companies').click();
    await this.exportDialog.waitFor();
  }

  get exportDialog(): Locator {
    return this.page.getByTestId('export-dialog');
  }

  /** Exports everything under a passphrase; returns the saved file's path. */
  async exportSealed(
    passphrase: string,
  ): Promise<{ readonly name: string; readonly path: string }> {
    await this.exportDialog.locator('input[type="radio"][value="sealed"]').check();
    await this.page.getByTestId('export-passphrase').fill(passphrase);
    await this.page.getByTestId('export-passphrase-repeated').fill(passphrase);
    const download = this.page.waitForEvent('download');
    await this.exportDialog.locator('button[type="submit"]').click();
    const file = await download;
    return { name: file.suggestedFilename(), path: await file.path() };
  }

  /** Chooses a filter's value by its words. */
  async filter(
    name: 'situation' | 'authorization' | 'territoryId' | 'activity' | 'adviser' | 'group',
    words: string,
  ): Promise<void> {
    const isInMenu = name !== 'situation' && name !== 'authorization';
    if (isInMenu) await this.page.getByTestId('companies-filters').click();
    await this.page.getByTestId(`companies-filter-${name}`).click();
    await this.page.getByRole('option', { name: words, exact: true }).click();
    if (isInMenu) await this.page.keyboard.press('Escape');
  }

  /** Names of the companies in sight, in their order. */
  async names(): Promise<string[]> {
    return this.rows.getByRole('link').allInnerTexts();
  }

  /** Presses the head of a column. */
  async sortBy(heading: string): Promise<void> {
    await this.page.getByRole('columnheader', { name: heading }).getByRole('button').click();
  }

  /** The first row, where it has that text. */
  firstRow(text: string): Locator {
    return this.page.locator('[role="row"][aria-rowindex="2"]').filter({ hasText: text });
  }

  /** Exports everything as CSV; returns the saved file's path. */
  async exportPlain(): Promise<{ readonly name: string; readonly path: string }> {
    const download = this.page.waitForEvent('download');
    await this.exportDialog.locator('button[type="submit"]').click();
    const file = await download;
    return { name: file.suggestedFilename(), path: await file.path() };
  }

  get clearFilters(): Locator {
    return this.page.getByTestId('companies-clear');
  }
}
