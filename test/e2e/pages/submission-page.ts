import type { Download, Locator, Page } from 'playwright-core';
import { DismissDialog } from './dismiss-dialog.ts';

export type RecordTab = 'all' | 'work' | 'untold' | 'correct';
export type DocumentPart = 'sent' | 'answer' | 'ledger_response';
export type Decision = 'accepted' | 'rejected' | 'not_delivered';

/** One submission's page in the history. */
export class SubmissionPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Its state beside the title, as in the contract. */
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

  /** Its need of a person; absent without one. */
  get attention(): Locator {
    return this.page.getByTestId('attention');
  }

  get records(): Locator {
    return this.page.getByTestId('records');
  }

  recordTab(tab: RecordTab): Locator {
    return this.records.getByTestId(`tab-${tab}`);
  }

  /** Results by record, with the contract's states. */
  recordResults(state: string): Locator {
    return this.records.getByTestId(`record-${state}`);
  }

  /** The line under a record that a later submission entered, changed or cancelled. */
  later(operation: string): Locator {
    return this.records.getByTestId(`later-${operation}`);
  }

  /** The records offered to be modified. */
  async modifiable(): Promise<readonly string[]> {
    const offered = this.records.locator('[data-testid^="modify-"]');
    return offered.evaluateAll((links) =>
      links.map((link) => link.getAttribute('data-testid') ?? ''),
    );
  }

  document(part: DocumentPart): Locator {
    return this.page.getByTestId(`document-${part}`);
  }

  /** Saves a document and gives the download. */
  async save(part: DocumentPart): Promise<Download> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.document(part).click(),
    ]);
    return download;
  }

  /** Saves the receipt and gives the download. */
  async saveReceipt(): Promise<Download> {
    const button = this.page.getByTestId('submission-receipt');
    const [download] = await Promise.all([this.page.waitForEvent('download'), button.click()]);
    return download;
  }

  /** Sends a held submission without waiting for the other. */
  get release(): Locator {
    return this.page.getByTestId('attention').getByTestId('release');
  }

  /** From a held submission to the one it waits for. */
  get heldBy(): Locator {
    return this.page.getByTestId('held-by');
  }

  /** The link to its batch. */
  get batchLink(): Locator {
    return this.page.getByTestId('batch-link');
  }

  get retryButton(): Locator {
    return this.page.getByTestId('retry');
  }

  get resolveButton(): Locator {
    return this.page.getByTestId('resolve');
  }

  /** Decides an unknown outcome through its dialog; returns the dialog's text. */
  async resolve(decision: Decision, note: string): Promise<string> {
    await this.resolveButton.click();
    const dialog = this.page.getByTestId('resolve-dialog');
    const said = await dialog.innerText();
    await dialog.locator(`input[type="radio"][value="${decision}"]`).check();
    await dialog.locator('textarea').fill(note);
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'detached' });
    return said;
  }

  /** Dismisses it, with a reason, through its dialog. */
  async dismiss(note: string): Promise<void> {
    await this.page.getByTestId('dismiss').click();
    await new DismissDialog(this.page).save(note);
  }

  /** Only there once it was dismissed. */
  get reopenButton(): Locator {
    return this.page.getByTestId('reopen');
  }

  get prepareCorrection(): Locator {
    return this.page.getByTestId('prepare-correction');
  }

  /** Instead of preparing, while the refused file itself is on Submit. */
  get fixOnSubmit(): Locator {
    return this.page.getByTestId('fix-on-submit');
  }

  /** Instead of preparing, while the prepared file waits on Submit. */
  get seeCorrection(): Locator {
    return this.page.getByTestId('see-correction');
  }

  get cancelRecords(): Locator {
    return this.page.getByTestId('cancel-records');
  }

  /**
   * Prepares the cancellation of chosen records (positions in the file), or of all of them, and
   * waits for Submit.
   */
  async cancel(records: readonly number[] | 'whole'): Promise<void> {
    const dialog = this.page.getByTestId('cancel-dialog');
    if (records === 'whole') await this.cancelRecords.click();
    else {
      await this.startCancelling();
      for (const record of records) await dialog.getByTestId(`choose-record-${record}`).check();
    }
    await dialog.locator('button[type="submit"]').click();
    await this.page.locator('#root[data-ready="submit"]').waitFor({ state: 'attached' });
  }

  /** Opens the dialog of cancellations for chosen records; gives the button of that choice. */
  async startCancelling(): Promise<Locator> {
    await this.cancelRecords.click();
    const chosen = this.page.locator('[data-testid="cancel-dialog"] [value="chosen"]');
    await chosen.check();
    return chosen;
  }

  /** Prepares the cancellation of one record, from its row. */
  async cancelOne(record: number): Promise<void> {
    await this.page.getByTestId(`cancel-${record}`).click();
    await this.page.getByTestId('cancel-dialog').locator('button[type="submit"]').click();
    await this.page.locator('#root[data-ready="submit"]').waitFor({ state: 'attached' });
  }

  /** Opens the question for a record, reads what it says of it, and cancels nothing. */
  async readBeforeCancelling(record: number): Promise<string> {
    await this.page.getByTestId(`cancel-${record}`).click();
    const dialog = this.page.getByTestId('cancel-dialog');
    const box = dialog.getByTestId(`choose-record-${record}`);
    await box.waitFor();
    const id = await box.getAttribute('aria-describedby');
    const text = await this.page.locator(`[id="${id?.split(' ').at(-1)}"]`).textContent();
    await this.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return text ?? '';
  }

  /** Makes new records of those that could not be modified. */
  get makeNew(): Locator {
    return this.page.getByTestId('make-missing');
  }

  /** The origin of this submission, and the files made from it. */
  get related(): Locator {
    return this.page.getByTestId('related');
  }

  /** The file of the submission that this one was made from; leads to it. */
  get relatedPrevious(): Locator {
    return this.related.getByTestId('related-previous').getByRole('link');
  }

  /** Submissions made from this one. */
  get relatedSubmissions(): Locator {
    return this.related.getByTestId('related-submission');
  }

  /** Files on Submit made from this one. */
  get relatedFiles(): Locator {
    return this.related.getByTestId('related-file');
  }
}
