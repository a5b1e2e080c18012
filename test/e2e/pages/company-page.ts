import type { Locator, Page } from 'playwright-core';

/** What is given to a file input. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

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
    return this.page.getByTestId('company-edit');
  }

  get fullName(): Locator {
    return this.page.getByTestId('company-fullName');
  }

  get saveButton(): Locator {
    return this.page.getByTestId('company-save');
  }

  get archiveButton(): Locator {
    return this.page.getByTestId('company-archive');
  }

  get unarchiveButton(): Locator {
    return this.page.getByTestId('company-unarchive');
  }

  get notes(): Locator {
    return this.page.getByTestId('company-notes');
  }

  get saveNotes(): Locator {
    return this.page.getByTestId('save-notes');
  }

  /** The authorization's state beside its title, as the contract names it. */
  authorizationState(state: string): Locator {
    return this.page.getByTestId('authorization-panel').locator(`[data-authorization="${state}"]`);
  }

  get authorizationInput(): Locator {
    return this.page.getByTestId('authorization-input');
  }

  get preview(): Locator {
    return this.page.getByTestId('document-preview');
  }

  get sendUpload(): Locator {
    return this.page.getByTestId('upload-send');
  }

  /** Chooses a document and confirms it; one that is refused stays where it is. */
  async uploadAuthorization(file: ChosenFile): Promise<void> {
    await this.authorizationInput.setInputFiles(file);
    const dialog = this.page.getByTestId('upload-dialog');
    await this.sendUpload.or(dialog.getByTestId('error-code')).waitFor();
    if (!(await this.sendUpload.isVisible())) return;
    await this.sendUpload.click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Records the review's result through its dialog. */
  async record(decision: 'approval' | 'rejection', reason = ''): Promise<void> {
    await this.page.getByTestId('authorization-decide').click();
    const dialog = this.page.getByTestId('decision-dialog');
    if (decision === 'rejection') {
      const id = await dialog.locator('input[type="radio"][value="rejected"]').getAttribute('id');
      await dialog.locator(`label[for="${id}"]`).click();
      await this.page.getByTestId('decision-reason').fill(reason);
    }
    await this.page.getByTestId('decision-save').click();
    await dialog.waitFor({ state: 'detached' });
  }

  get errorCode(): Locator {
    return this.page.getByTestId('error-code');
  }

  get history(): Locator {
    return this.page.getByTestId('authorization-history').getByRole('listitem');
  }

  /** Closes the dialog in front. */
  async closeDialog(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}
