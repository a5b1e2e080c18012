import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePdf, makePng } from '../fixtures/authorizations/documents.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { makeTable, personsTaxId } from './fixtures/office.ts';
import { allLooks, findViolations, type Look, takeOn, takePicture } from './looks.ts';
import { AuthorizationsPage } from './pages/authorizations-page.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { ImportPage } from './pages/import-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxId = personsTaxId(40_000_000);

async function look(page: Page, name: string, { language, colorScheme }: Look): Promise<void> {
  const shown = `${name}-${language}-${colorScheme}`;
  expect(await findViolations(page), shown).toEqual([]);
  await takePicture(page, shown);
}

const first = { language: 'en', colorScheme: 'light' } as const;

/**
 * The import in every language, then its companies created in the service, and one of them with a
 * document that waits for review.
 */
async function fill(page: Page): Promise<void> {
  const window = new WindowPage(page);
  const companies = new CompaniesPage(page);
  await window.goTo('companies');
  await window.dropFiles([{ name: 'cartera.csv', content: makeTable(9) }]);
  await new ImportPage(page).fault('duplicate_tax_id').first().waitFor();
  for (const each of allLooks) {
    await takeOn(page, each);
    await look(page, 'import', each);
  }
  await new ImportPage(page).save();
  await companies.createDrafts.waitFor();
  await look(page, 'companies-drafts', first);
  await companies.createDrafts.click();
  await companies.createDrafts.waitFor({ state: 'detached' });
  await companies.job.waitFor({ state: 'detached' });
  await companies.inState('draft').first().waitFor({ state: 'detached' });
}

describe('the screens of the companies', () => {
  it('are accessible, light and dark, in three languages', async () => {
    const application = await startApplication();
    const page = await browser.open(application.url);
    const window = new WindowPage(page);
    const companies = new CompaniesPage(page);
    const company = new CompanyPage(page);
    const many = new AuthorizationsPage(page);
    await fill(page);
    await companies.row(taxId).waitFor();
    await companies.open('Begoña 1 ');
    await company.authorizationInput.setInputFiles({
      name: `${taxId}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(makePng()),
    });
    await company.preview.getByRole('img').waitFor();
    await look(page, 'upload', first);
    await company.sendUpload.click();
    await company.authorizationState('pending_validation').waitFor();
    const template = {
      name: 'modelo.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(makePdf()),
    };
    await window.goToSettings('office');
    await new SettingsPage(page).keepTemplate(template);
    await new SettingsPage(page).keptTemplate.waitFor();
    await window.goTo('companies');
    await companies.newCompanyButton.first().click();
    await companies.dialog.takeFromService('abc');
    await look(page, 'create', first);
    await company.discardDialog();
    await companies.open('Begoña 1 ');
    for (const each of allLooks) {
      await takeOn(page, each);
      await look(page, 'company', each);
      await window.goTo('companies');
      await companies.openAuthorizations();
      await many.tab('pending').getByText('1').waitFor();
      await look(page, 'authorizations', each);
      await window.goTo('companies');
      await look(page, 'companies', each);
      await window.goToSettings('connection');
      await new SettingsPage(page).readiness('user_key', 'ready').waitFor();
      await look(page, 'readiness', each);
      await window.goTo('companies');
      await companies.open('Begoña 1 ');
    }
    await window.goTo('companies');
    await window.dropFiles([
      { name: `${personsTaxId(40_000_003)}.pdf`, content: Buffer.from(makePdf()) },
      { name: 'sin nombre.pdf', content: Buffer.from(makePdf()) },
      { name: 'no es.pdf', content: 'un texto' },
    ]);
    await many.matched('matched').waitFor();
    await look(page, 'authorizations-many', first);
    await window.goTo('companies');
    await companies.openExport();
    await look(page, 'export', first);
  });
});
