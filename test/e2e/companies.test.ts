import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { exe, makePdf, makePng } from '../fixtures/authorizations/documents.ts';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { sampled } from '../rounds.ts';
import { describeInSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { makeTable, personsTaxId } from './fixtures/office.ts';
import { leaveSoftwareGarante } from './fixtures/portfolio.ts';
import { findViolations, takePicture } from './looks.ts';
import { AuthorizationsPage } from './pages/authorizations-page.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { errorIn } from './pages/error-code.ts';
import { ImportPage } from './pages/import-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxId = personsTaxId(41_000_001);
const owner = { taxId, name: 'IBÁÑEZ GOÑI BEGOÑA' };
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf()),
});

async function createPerson(page: Page): Promise<void> {
  const companies = new CompaniesPage(page);
  await new WindowPage(page).goTo('companies');
  await companies.newCompanyButton.first().click();
  const { dialog } = companies;
  await dialog.chooseIndividual();
  await dialog.field('fullName').fill('Begoña Ibáñez');
  await dialog.field('taxId').fill(taxId.toLowerCase());
  await dialog.saveButton.click();
  // The parts of a person's name are asked for before anything is created.
  await dialog.root.getByText('Hace falta este dato').first().waitFor();
  await dialog.field('firstName').fill('Begoña');
  await dialog.field('lastName1').fill('Ibáñez');
  await dialog.save();
  await companies.row(taxId).waitFor();
}

const opened = share(async () => {
  const { url } = await openApplication();
  return browser.open(url);
});

describe('a company', () => {
  it('is created with the rules of its kind, archived and taken out of the archive', async () => {
    const page = opened();
    const companies = new CompaniesPage(page);
    const company = new CompanyPage(page);
    await createPerson(page);
    await companies.open('Begoña Ibáñez');
    await company.notes.fill('Llamar en enero');
    const window = new WindowPage(page);
    expect(await window.asksToClose()).toBe(true);
    await company.saveNotes.click();
    await company.saveNotes.waitFor({ state: 'detached' });
    expect(await window.asksToClose()).toBe(false);
    await company.archiveButton.click();
    await company.unarchiveButton.waitFor();
    await new WindowPage(page).goTo('companies');
    await companies.row(taxId).waitFor({ state: 'detached' });
    await companies.filter('situation', 'Archivadas');
    await companies.inState('archived').waitFor();
    await companies.open('Begoña Ibáñez');
    await company.unarchiveButton.click();
    await company.unarchiveButton.waitFor({ state: 'detached' });
    await new WindowPage(page).goTo('companies');
    await companies.row(taxId).waitFor();
  });
});

describe('a table of companies', () => {
  it('is dropped, shown row by row and imported, and its companies are created in the service', async () => {
    const page = opened();
    const window = new WindowPage(page);
    const companies = new CompaniesPage(page);
    const table = new ImportPage(page);
    await window.openAnew('companies');
    const before = await companies.rows.count();
    await window.dropFiles([{ name: 'cartera.csv', content: makeTable(12) }]);
    await window.waitUntilReady('import');
    await table.fault('tax_id_invalid').waitFor();
    await table.fault('duplicate_tax_id').first().waitFor();
    await table.save();
    await companies.createDrafts.waitFor();
    // The notice can be there before the rows are drawn.
    await expect.poll(() => companies.inState('draft').count()).toBeGreaterThan(9);
    const drafts = await companies.inState('draft').count();
    await companies.createDrafts.click();
    await companies.createDrafts.waitFor({ state: 'detached' });
    await companies.job.waitFor({ state: 'detached' });
    await companies.inState('draft').first().waitFor({ state: 'detached' });
    await expect.poll(() => companies.rows.count()).toBe(before + drafts);
  });
});

describeInSoak("a company's page", () => {
  it('allows changes of data, shows the key for a short time only, and keeps the authorization', async () => {
    const page = opened();
    const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
    const [companies, company] = [new CompaniesPage(page), new CompanyPage(page)];
    await window.openAnew('submit');
    await submit.addSamples();
    await submit.sendButton.waitFor();
    await window.goTo('companies');
    await companies.row('Bizkaiko Lantegiak SA').click();
    await window.waitUntilReady('company');

    await company.editButton.click();
    await company.fullName.fill('Bizkaiko Lantegi Berriak SA');
    await company.saveButton.click();
    await window.title.getByText('Bizkaiko Lantegi Berriak SA').waitFor();

    await page.clock.install();
    await company.revealKey.click();
    await company.revealedKey.waitFor();
    await page.clock.fastForward(21_000);
    await company.revealedKey.waitFor({ state: 'detached' });

    await company.uploadAuthorization({
      name: 'mentira.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('MZ no es un PDF'),
    });
    await page.getByTestId('error-code').first().waitFor();
    // Software Garante needs none: nothing is missing, and nothing was uploaded.
    expect(await company.authorizationStates.count()).toBe(0);
    await company.uploadAuthorization(pdf('A99800476.pdf'));
    await company.authorizationState('pending_validation').waitFor();
    for (const language of sampled(['es', 'eu', 'en'] as const, 1)) {
      await window.chooseLanguage(language);
      expect(await findViolations(page), language).toEqual([]);
      await takePicture(page, `company-${language}`);
    }
    await company.record('approval');
    await company.authorizationState('approved').waitFor();
    await expect.poll(() => company.history.count()).toBeGreaterThanOrEqual(2);
  });
});

describeInSoak('the companies with their keys', () => {
  it('are exported to a sealed file, and imported with its passphrase', async () => {
    const passphrase = 'zortzi karaktere baino gehiago';
    const application = await openApplication();
    const page = await browser.open(application.url);
    const companies = new CompaniesPage(page);
    await createPerson(page);
    await companies.openExport();
    const file = await companies.exportSealed(passphrase);
    expect(readFileSync(file.path, 'utf8')).not.toContain('Begoña');

    const other = await browser.open((await openApplication()).url);
    const table = new ImportPage(other);
    await new WindowPage(other).goTo('companies');
    await new WindowPage(other).dropFiles([{ name: file.name, content: readFileSync(file.path) }]);
    await table.unseal('no es esta frase');
    await new WindowPage(other).errorOf('wrong_passphrase').waitFor();
    await table.unseal(passphrase);
    await table.rowsOf('registered').waitFor();
    await table.save();
    await new CompaniesPage(other).open('Begoña Ibáñez');
    await new CompanyPage(other).revealKey.waitFor();
  });
});

describeInSoak('an authorization', () => {
  it('allows sending only after its approval is recorded', async () => {
    const application = await openApplication();
    const page = await browser.open(application.url);
    const window = new WindowPage(page);
    const submit = new SubmitPage(page);
    const company = new CompanyPage(page);
    await createPerson(page);
    await leaveSoftwareGarante(page);
    const content = makeDocument('140-with-invoice', { seed: 3, records: 2, taxpayer: owner });
    await window.dropFiles([{ name: 'gastos.xml', content }]);
    await submit.standing('gastos.xml', 'noAuthorization').waitFor();
    await page.getByTestId('submit-foot').getByText('autorización aprobada').waitFor();
    await submit.select('gastos.xml');
    await errorIn(submit.obstacle, 'authorization_required').waitFor();
    await submit.obstacle.getByRole('link').click();
    await window.waitUntilReady('company');

    await company.uploadAuthorization({
      name: 'programa.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(exe),
    });
    await page.getByTestId('error-code').first().waitFor();
    await company.closeDialog();
    await company.authorizationInput.setInputFiles({
      name: `${taxId}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(makePng()),
    });
    await company.preview.getByRole('img').waitFor();
    await company.closeDialog();
    await company.uploadAuthorization(pdf(`${taxId}.pdf`));
    await company.authorizationState('pending_validation').waitFor();
    await window.goTo('submit');
    await submit.select('gastos.xml');
    await submit.obstacle.waitFor();

    await window.goTo('companies');
    await new CompaniesPage(page).open('Begoña Ibáñez');
    await company.record('approval');
    await company.authorizationState('approved').waitFor();
    await window.goTo('submit');
    await submit.select('gastos.xml');
    await submit.obstacle.waitFor({ state: 'detached' });
    await submit.sendButton.click();
    await submit.submissionState('gastos.xml', 'accepted').waitFor();
  });

  it('is matched to its company, among many others, by the tax id in its name', async () => {
    const application = await openApplication();
    const page = await browser.open(application.url);
    const window = new WindowPage(page);
    const many = new AuthorizationsPage(page);
    await createPerson(page);
    await window.dropFiles([
      { name: `autorización ${taxId}.pdf`, content: Buffer.from(makePdf()) },
      { name: 'sin nombre.pdf', content: Buffer.from(makePdf()) },
      { name: 'mal escrito B99999999.pdf', content: Buffer.from(makePdf()) },
    ]);
    await window.waitUntilReady('authorizations');
    await many.matched('matched').waitFor();
    await many.document('mal escrito').getByText('Su nombre no lleva un NIF válido').waitFor();
    await expect.poll(() => many.matched('no_tax_id').count()).toBe(2);
    await many.sendButton.click();
    await many.received.waitFor();
    await expect.poll(() => many.received.count()).toBe(1);
    await many.leaveButton.click();
    await many.tab('pending').getByText('1').waitFor();
  });
});
