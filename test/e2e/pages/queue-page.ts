import type { Locator, Page } from 'playwright-core';

/** The queue's notices, the copies, and the page of an unusable history. */
export class QueuePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** From the notice of held files to the submission to resolve. */
  get seeWhatHolds(): Locator {
    return this.page.getByTestId('notice-held').getByRole('link');
  }

  /** Sends files that wait for an earlier submission, from their notice. */
  get releaseFromNotice(): Locator {
    return this.page.getByTestId('notice-held').getByTestId('release');
  }

  get releaseDialog(): Locator {
    return this.page.getByTestId('release-dialog');
  }

  /** Sends what was chosen in that dialog. */
  get releaseSave(): Locator {
    return this.releaseDialog.getByTestId('dialog-save');
  }

  get createBackup(): Locator {
    return this.page.getByTestId('create-backup');
  }

  backups(kind: 'automatic' | 'archive' | 'set_aside'): Locator {
    return this.page.getByTestId(`backup-${kind}`);
  }

  get recovery(): Locator {
    return this.page.getByTestId('recovery');
  }

  /** Submissions that a restoration left in the set-aside history. */
  get leftAside(): Locator {
    return this.page.getByTestId('left-aside');
  }

  /** Goes there from a copy that was set aside. */
  get seeLeftAside(): Locator {
    return this.page.getByTestId('see-left-aside');
  }

  get restoreDialog(): Locator {
    return this.page.getByTestId('restore-dialog');
  }

  get restoreSave(): Locator {
    return this.restoreDialog.getByTestId('dialog-save');
  }

  /** Chooses an archive of this machine to be restored; its dialog opens. */
  async chooseArchive(path: string): Promise<void> {
    await this.page.getByTestId('restore-file-input').setInputFiles(path);
    await this.restoreDialog.waitFor();
  }

  /** Makes an archive under a passphrase, with the keys. */
  async createSealed(passphrase: string): Promise<void> {
    const section = this.page.getByTestId('settings-backup');
    // By key: rows read meanwhile may move the page under the pointer.
    await section.getByRole('switch').press('Space');
    await section.getByTestId('backup-passphrase').fill(passphrase);
    // A copy that nobody can open is no copy: it is asked for twice.
    await this.createBackup.click();
    await section.getByText('No coinciden').waitFor();
    await section.getByTestId('backup-passphrase-repeated').fill(passphrase);
    await this.createBackup.click();
  }

  /** Restores the newest copy of a kind through its dialog. */
  async restore(kind: 'automatic' | 'archive'): Promise<void> {
    await this.backups(kind).first().getByTestId('restore').click();
    await this.page.getByTestId('restore-dialog').locator('button[type="submit"]').click();
  }
}
