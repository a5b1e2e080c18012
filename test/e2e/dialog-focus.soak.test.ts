import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makePdf } from '../fixtures/authorizations/documents.ts';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { inSoak } from '../soak.ts';
import { publishedFiles } from '../unit/schemas/published.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { leaveSoftwareGarante, person, registerPersons } from './fixtures/portfolio.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompaniesPage, CompanyDialog } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { DialogKeys } from './pages/dialog-keys.ts';
import { MendDialog, SourcePage } from './pages/fixing-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const invoices = (seed: number, records = 3, firstRecord = 0) =>
  makeDocument('240-received', { seed, records, firstRecord, taxpayer });

const office = share(openOffice);

async function openOffice() {
  const application = await openApplication({ ownValidator: true });
  const page = await browser.open(application.url);
  const keys = new DialogKeys(page);
  return { application, page, keys, window: new WindowPage(page), submit: new SubmitPage(page) };
}

describe('the keyboard focus, when a dialog cannot be saved', () => {
  it('stays in the dialogs of files and of submissions', async () => {
    const { page, keys, window, submit, application } = office();
    const source = new SourcePage(page);
    const mending = new MendDialog(page);
    const submission = new SubmissionPage(page);
    const history = new HistoryPage(page);
    await window.dropFiles([{ name: 'a.xml', content: invoices(1) }]);
    await submit.createCompanies.click();
    await new CompanyDialog(page).save();
    await submit.sendButton.click();
    await submit.submissionState('a.xml', 'accepted').waitFor();

    const slips = invoices(2).replaceAll(
      /<ImporteTotalFactura>(-?\d+)\./g,
      '<ImporteTotalFactura>$1,',
    );
    await window.dropFiles([{ name: 'b.xml', content: slips }]);
    await submit.standing('b.xml', 'errors').waitFor();
    await submit.select('b.xml');
    const fix = mending.openKind('schema_decimal_comma');
    await keys.open(fix);
    await mending.total.waitFor();
    await keys.expectRefusal('submissions.applyFix', mending.saveButton);
    await keys.leave(fix);

    await keys.open(page.getByTestId('open-source'));
    await source.text.waitFor();
    await source.edit();
    await page.keyboard.type('z');
    await keys.expectRefusal('submissions.saveText', source.saveButton);
    await page.keyboard.press('Escape');
    await source.unsaved.waitFor();
    await keys.expectRefusal('submissions.saveText', source.unsaved.getByRole('button').last());
    await page.keyboard.press('Escape');
    await source.unsaved.waitFor({ state: 'detached' });
    await keys.expectInside();
    await page.keyboard.press('Escape');
    await source.discard.click();
    await keys.expectAt(page.getByTestId('open-source'));

    await window.dropFiles([{ name: 'c.xml', content: invoices(1, 5, 1) }]);
    await submit.standing('c.xml', 'warnings').waitFor();
    await planFaults(application.dataFolder, [{ kind: 'drop_after' }]);
    await keys.open(submit.sendButton);
    await keys.press(submit.sendDuplicates);
    await submit.submissionState('c.xml', 'unknown').waitFor();

    await window.goTo('history');
    await history.open('a.xml');
    await keys.open(submission.cancelRecords);
    await keys.expectRefusal('submissions.buildCancellation', keys.submit);
    await keys.leave(submission.cancelRecords);
    await window.goTo('history');
    await history.open('c.xml');
    await keys.open(submission.resolveButton);
    await keys.dialog.locator('input[type="radio"][value="rejected"]').check();
    await keys.expectRefusal('submissions.resolve', keys.submit);
    await keys.leave(submission.resolveButton);
    await submission.resolve('rejected', '');
    await keys.open(page.getByTestId('dismiss'));
    await keys.expectRefusal('submissions.dismiss', keys.submit);
    await keys.leave(page.getByTestId('dismiss'));
  });

  inSoak('stays in those of the settings', async () => {
    const { page, keys, window } = office();
    const settings = new SettingsPage(page);
    await window.openAnew('settings');
    await window.goToSettings('advanced');
    const folder = mkdtempSync(join(tmpdir(), 'zubi-e2e-schemas-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [name, bytes] of publishedFiles()) writeFileSync(join(folder, name), bytes);
    await settings.installSchemaFolder(folder);
    await settings.schemaPackage('folder').getByTestId('schema-active').waitFor();
    const use = settings.schemaPackage('folder').getByTestId('schema-use');
    await keys.open(use);
    await keys.expectRefusal('schemas.activate', keys.submit);
    await keys.leave(use);

    await window.goToSettings('copies');
    const copies = page.getByTestId('settings-backup').getByRole('listitem');
    for (const count of [1, 2]) {
      await page.getByTestId('create-backup').click();
      await expect.poll(() => copies.count()).toBe(count);
    }
    const copy = copies.first();
    await keys.open(copy.getByTestId('restore'));
    await keys.expectRefusal('backup.restore', keys.submit);
    expect(await findViolations(page)).toEqual([]);
    await keys.leave(copy.getByTestId('restore'));
    await keys.open(copy.getByTestId('remove'));
    await keys.expectRefusal('backup.remove', page.getByTestId('dialog-save'));
    await keys.leave(copy.getByTestId('remove'));
    await keys.open(copy.getByTestId('remove'));
    await keys.press(page.getByTestId('dialog-save'));
    // The button that opened the dialog is gone with the copy: the next copy is in its place.
    await expect.poll(() => copies.count()).toBe(1);
    await keys.expectAt(page.locator('[data-testid="settings-backup"] :focus'));
  });

  // The last: from here on companies need their authorization.
  inSoak(
    'stays in those of the companies: at the first wrong field, or at the reason',
    async () => {
      const { page, keys, window, application } = office();
      const companies = new CompaniesPage(page);
      const company = new CompanyPage(page);
      await registerPersons(page, 1);
      await leaveSoftwareGarante(page);
      await window.goTo('companies');

      const opener = companies.newCompanyButton.first();
      await keys.open(opener);
      await keys.press(keys.submit);
      await keys.expectAt(companies.dialog.field('fullName'));
      await companies.dialog.field('fullName').fill('Ona SL');
      await page.keyboard.press('Enter');
      await keys.expectAt(companies.dialog.field('taxId'));
      await companies.dialog.field('taxId').fill('B00000034');
      await keys.expectRefusal('companies.create', keys.submit);
      await takePicture(page, 'dialog-focus-company');
      expect(await findViolations(page)).toEqual([]);
      await keys.leave(opener, { isTyped: true });

      await page.getByTestId('companies-more').focus();
      await page.keyboard.press('Enter');
      await keys.open(page.getByTestId('export-companies'));
      await keys.expectRefusal('companies.exportFile', keys.submit);
      await companies.exportDialog.locator('input[value="sealed"]').check();
      await keys.press(keys.submit);
      await keys.expectAt(companies.exportDialog.locator('input[aria-invalid="true"]').first());
      await keys.leave(page.getByTestId('companies-more'));

      await companies.open(person(1).name);
      await keys.open(company.editButton);
      await company.fullName.fill('Begoña Ibáñez');
      await keys.expectRefusal('companies.update', keys.submit);
      await keys.leave(company.editButton, { isTyped: true });
      const note = page.getByTestId('authorization-note');
      await keys.open(note);
      await keys.expectRefusal('authorizations.noteUploadAll', keys.submit);
      await keys.leave(note);

      await company.authorizationInput.setInputFiles({
        name: 'carta.pdf',
        mimeType: 'application/pdf',
        buffer: makePdf(),
      });
      await company.sendUpload.waitFor();
      await keys.expectRefusal('authorizations.upload', company.sendUpload);
      await company.sendUpload.click();
      await company.authorizationState('pending_validation').waitFor();
      const decide = page.getByTestId('authorization-decide');
      await keys.open(decide);
      // Nothing is decided in advance.
      expect(await keys.submit.isDisabled()).toBe(true);
      await page.getByTestId('decision-dialog').getByText('Aprobada').click();
      await keys.expectRefusal('authorizations.decideAll', keys.submit);
      await keys.leave(decide);
      await company.record('approval');
      await keys.open(company.expiryButton);
      await company.expiryDate.fill(
        new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
      );
      await keys.expectRefusal('authorizations.setExpiry', keys.submit);
      await keys.leave(company.expiryButton, { isTyped: true });

      await planFaults(application.dataFolder, [{ kind: 'drop_after', on: 'company' }]);
      await window.goTo('companies');
      await companies.newCompanyButton.first().click();
      await companies.dialog.field('fullName').fill('Ona SL');
      await companies.dialog.field('taxId').fill('B00000034');
      await keys.press(keys.submit);
      // The form of a stored value is gone; the next step is shown.
      await keys.expectAt(companies.dialog.root.getByTestId('error-notice'));
      await companies.dialog.openKept.click();
      const clearUp = company.unknownCreation.getByRole('button');
      await keys.open(clearUp);
      await company.answerReconciliation('not_created');
      await keys.expectRefusal('companies.reconcile', keys.submit);
      await keys.leave(clearUp);
    },
  );
});
