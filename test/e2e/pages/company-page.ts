import type { Locator, Page } from 'playwright-core';

/** A company's page. */
export class CompanyPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get revealKey(): Locator {
    return this.page.getByTestId('reveal-key');
  }

  get revealedKey(): Locator {
    return this.page.getByTestId('revealed-key');
  }

  get editButton(): Locator {
    return this.page.getByTestId('edit-company');
  }

  get fullName(): Locator {
    return this.page.getByTestId('edit-fullName');
  }

  get saveButton(): Locator {
    return this.page.getByTestId('save-company');
  }

  /** The authorization's state beside its title, as the contract names it. */
  authorizationState(state: string): Locator {
    return this.page.getByTestId('authorization').locator(`[data-authorization="${state}"]`);
  }

  async uploadAuthorization(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.getByTestId('authorization-file').setInputFiles(file);
  }

  /** Records the review's result through its dialog. */
  async record(decision: 'approval' | 'rejection'): Promise<void> {
    await this.page.getByTestId(`record-${decision}`).click();
    const dialog = this.page.getByTestId('decide-dialog');
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'detached' });
  }

  get errorCode(): Locator {
    return this.page.getByTestId('error-code');
  }

  get history(): Locator {
    return this.page.getByTestId('authorization-history').getByRole('listitem');
  }
}
