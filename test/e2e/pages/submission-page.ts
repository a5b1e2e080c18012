import type { Download, Locator, Page } from 'playwright-core';

export type RecordTab = 'all' | 'work' | 'correct';
export type DocumentPart = 'sent' | 'answer' | 'ledger_response';
export type Decision = 'accepted' | 'rejected' | 'not_delivered';

/** One submission's page in the history. */
export class SubmissionPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Its state beside the title, as the contract names it. */
  state(state: string): Locator {
    return this.page.locator('header').getByTestId(`state-${state}`);
  }

  get summary(): Locator {
    return this.page.getByTestId('summary');
  }

  get timeline(): Locator {
    return this.page.getByTestId('timeline');
  }

  get steps(): Locator {
    return this.timeline.getByRole('listitem');
  }

  /** What it needs from a person; absent when it needs nothing. */
  get attention(): Locator {
    return this.page.getByTestId('attention');
  }

  get records(): Locator {
    return this.page.getByTestId('records');
  }

  recordTab(tab: RecordTab): Locator {
    return this.records.getByTestId(`tab-${tab}`);
  }

  /** Results by record, as the contract names their states. */
  recordResults(state: string): Locator {
    return this.records.getByTestId(`record-${state}`);
  }

  document(part: DocumentPart): Locator {
    return this.page.getByTestId(`document-${part}`);
  }

  /** Saves a document and gives the download. */
  async save(part: DocumentPart): Promise<Download> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.document(part).click()]);
    return download;
  }

  get retryButton(): Locator {
    return this.page.getByTestId('retry');
  }

  get resolveButton(): Locator {
    return this.page.getByTestId('resolve');
  }

  /** Decides an unknown outcome through its dialog. */
  async resolve(decision: Decision, note: string): Promise<void> {
    await this.resolveButton.click();
    const dialog = this.page.getByTestId('resolve-dialog');
    await dialog.locator(`input[type="radio"][value="${decision}"]`).check();
    await dialog.locator('textarea').fill(note);
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'detached' });
  }
}
