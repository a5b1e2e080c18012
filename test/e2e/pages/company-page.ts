import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { formatDay } from '../../../contract/formats.ts';
import { type DecisionDetails, recordDecision } from './decision-dialog.ts';
import { errorIn } from './error-code.ts';

/** A file for a file input. */
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

  get copyKey(): Locator {
    return this.page.getByTestId('key-copy');
  }

  /** The notice that the key is in the clipboard, and for how long. */
  get keyCopied(): Locator {
    return this.page.getByTestId('company-key').getByRole('status').filter({ hasText: /./ });
  }

  /** Requests a missing key from the service. */
  get recoverKey(): Locator {
    return this.page.getByTestId('key-recover');
  }

  get editButton(): Locator {
    return this.page.getByTestId('company-edit');
  }

  get fullName(): Locator {
    return this.page.getByTestId('company-fullName');
  }

  get saveButton(): Locator {
    return this.page.getByTestId('company-edit-dialog').getByTestId('dialog-save');
  }

  /** Removes a company that the service does not have; asks twice. */
  get removeButton(): Locator {
    return this.page.getByTestId('company-remove');
  }

  /** The notice that the company's territory keeps it from submitting. */
  get outside(): Locator {
    return this.page.getByTestId('company-outside');
  }

  get submissions(): Locator {
    return this.page.getByTestId('company-submissions');
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

  /** The authorization's state beside its title, as in the contract. */
  authorizationState(state: string): Locator {
    return this.page.getByTestId('authorization-panel').locator(`[data-authorization="${state}"]`);
  }

  /** The state of the authorization; none where none is needed. */
  get authorizationStates(): Locator {
    return this.page.getByTestId('authorization-panel').locator('[data-authorization]');
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

  /**
   * Chooses a document and confirms it; a refused one stays where it is, and with `expectRefusal`
   * so does one whose upload is refused.
   */
  async uploadAuthorization(
    file: ChosenFile,
    options: { expectRefusal?: boolean } = {},
  ): Promise<void> {
    await this.authorizationInput.setInputFiles(file);
    const dialog = this.page.getByTestId('upload-dialog');
    await this.sendUpload.or(dialog.getByTestId('error-code')).waitFor();
    if (!(await this.sendUpload.isVisible())) return;
    await this.sendUpload.click();
    if (options.expectRefusal === true) await dialog.getByTestId('error-code').waitFor();
    else await dialog.waitFor({ state: 'detached' });
  }

  /** Records the review's result through its dialog. */
  async record(
    decision: 'approval' | 'rejection',
    details: DecisionDetails = {},
    options: { expectRefusal?: boolean } = {},
  ): Promise<void> {
    await this.page.getByTestId('authorization-decide').click();
    await recordDecision(this.page, decision, details, options);
  }

  /** Records that a document was loaded in the service's panel that day. */
  async noteUpload(day: string): Promise<void> {
    await this.page.getByTestId('authorization-note').click();
    const dialog = this.page.getByTestId('note-dialog');
    await dialog.getByTestId('note-date').fill(day);
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** A newer document holds the company's files, which the dialog says before it is noted. */
  async expectNoteWarns(): Promise<void> {
    await this.page.getByTestId('authorization-note').click();
    await this.page.getByTestId('note-dialog').getByText('Sustituye al aprobado').waitFor();
    await this.cancelDialog();
  }

  get panel(): Locator {
    return this.page.getByTestId('authorization-panel');
  }

  /** The panel while an upload's answer is lost. */
  get unresolved(): Locator {
    return this.page.getByTestId('authorization-unresolved');
  }

  get wasReceived(): Locator {
    return this.unresolved.getByRole('button').last();
  }

  get wasNotReceived(): Locator {
    return this.unresolved.getByRole('button').first();
  }

  get expiryButton(): Locator {
    return this.page.getByTestId('authorization-expiry');
  }

  /** Opens the calendar at a day, leaves it by Escape, opens it once more and chooses another. */
  async chooseDay(from: string, name: string): Promise<void> {
    await this.expiryDate.fill(from);
    const open = this.page
      .getByRole('dialog')
      .getByRole('button', { name: 'Elegir en el calendario' });
    const day = this.page.getByRole('button', { name, exact: true });
    await open.click();
    await day.waitFor();
    await this.page.keyboard.press('Escape');
    await day.waitFor({ state: 'detached' });
    await open.click();
    await day.click();
  }

  /** An invalid date, corrected by keyboard, and Enter. */
  async typeExpiry(day: string): Promise<void> {
    const { keyboard } = this.page;
    await this.expiryDate.fill('31/02/2026');
    await keyboard.press('Enter');
    await this.page.getByText('Escriba una fecha que exista, así: dd/mm/aaaa.').waitFor();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(day.split('-').reverse().join('/'));
    await keyboard.press('Enter');
    await this.panel.getByText(formatDay('es', day)).first().waitFor();
  }

  get expiryDate(): Locator {
    return this.page.getByTestId('expiry-date');
  }

  get saveExpiry(): Locator {
    return this.page.getByTestId('expiry-dialog').locator('button[type="submit"]');
  }

  /** Every uploaded document. */
  get documents(): Locator {
    return this.page.getByTestId('authorization-documents').getByRole('listitem');
  }

  /** The steps of the authorization as in the contract, newest first. */
  async eventKinds(): Promise<(string | null)[]> {
    const items = await this.history.all();
    return Promise.all(items.map((item) => item.getAttribute('data-event')));
  }

  /** The template's line in the authorization's panel. */
  get template(): Locator {
    return this.page.getByTestId('template-line');
  }

  /** Saves a copy of the template and returns it. */
  async openTemplate(): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const download = this.page.waitForEvent('download');
    await this.page.getByTestId('template-open').click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  }

  /** The notice that nobody knows whether the service has the company. */
  get unknownCreation(): Locator {
    return this.page.getByTestId('company-unknown');
  }

  /** Enters in the dialog what the service's panel shows. */
  async answerReconciliation(answer: 'there' | 'draft' | 'not_created'): Promise<void> {
    await this.reconciliation.locator(`input[type="radio"][value="${answer}"]`).check();
  }

  get reconciliation(): Locator {
    return this.page.getByTestId('reconcile-dialog');
  }

  get reconciliationId(): Locator {
    return this.page.getByTestId('reconcile-service-id');
  }

  get saveReconciliation(): Locator {
    return this.reconciliation.locator('button[type="submit"]');
  }

  /** A person's confirmation that an identifier is this company's. */
  get overwriteChecked(): Locator {
    return this.page.getByTestId('overwrite-checked');
  }

  errorOf(code: string): Locator {
    return errorIn(this.page, code);
  }

  get history(): Locator {
    return this.page.getByTestId('authorization-history').getByRole('listitem');
  }

  /** Closes the dialog by its button, which does not ask about typed text. */
  async cancelDialog(): Promise<void> {
    await this.page.getByRole('dialog').getByText('Cancelar').click();
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  /** Closes the dialog, and gives up the text typed in it. */
  async discardDialog(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.getByTestId('unsaved-discard').click();
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  /** Closes the dialog in front. */
  async closeDialog(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}
