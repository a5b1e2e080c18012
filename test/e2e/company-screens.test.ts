import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePdf, makePng } from '../fixtures/authorizations/documents.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { makeTable, personsTaxId } from './fixtures/office.ts';
import { AuthorizationsPage } from './pages/authorizations-page.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { ImportPage } from './pages/import-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
/** Where pictures of the screens are kept; none are made without it. */
const pictures = process.env.ZUBI_SCREENSHOTS;
const languages = ['es', 'eu', 'en'] as const;
const taxId = personsTaxId(40_000_000);

type Look = (name: string, language: string) => Promise<void>;

function looker(page: Page, scheme: string): Look {
  return async (name, language) => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
    );
    expect(found, `${name} in ${language}`).toEqual([]);
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}-${language}-${scheme}.png`) });
  };
}

/**
 * The import in every language, then its companies created in the service, and one of them with a
 * document that waits for review.
 */
async function fill(page: Page, look: Look): Promise<void> {
  const window = new WindowPage(page);
  const companies = new CompaniesPage(page);
  await window.goTo('companies');
  await window.dropFiles([{ name: 'cartera.csv', content: makeTable(9) }]);
  await new ImportPage(page).fault('duplicate_tax_id').first().waitFor();
  for (const language of languages) {
    await window.chooseLanguage(language);
    await look('import', language);
  }
  await new ImportPage(page).save();
  await companies.createDrafts.waitFor();
  await look('companies-drafts', 'en');
  await companies.createDrafts.click();
  await companies.createDrafts.waitFor({ state: 'detached' });
  await companies.job.waitFor({ state: 'detached' });
  await companies.inState('draft').first().waitFor({ state: 'detached' });
}

describe.each(['light', 'dark'] as const)('the screens of the companies, %s', (colorScheme) => {
  it('can be used by everyone in three languages', async () => {
    const application = await startApplication();
    const page = await browser.open(application.url, { colorScheme });
    const window = new WindowPage(page);
    const companies = new CompaniesPage(page);
    const company = new CompanyPage(page);
    const many = new AuthorizationsPage(page);
    const look = looker(page, colorScheme);
    await fill(page, look);
    await companies.row(taxId).waitFor();
    await companies.open('Begoña 1 ');
    await company.authorizationInput.setInputFiles({
      name: `${taxId}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(makePng()),
    });
    await company.preview.getByRole('img').waitFor();
    await look('upload', 'en');
    await company.sendUpload.click();
    await company.authorizationState('pending_validation').waitFor();
    const template = {
      name: 'modelo.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(makePdf()),
    };
    await window.goTo('settings');
    await new SettingsPage(page).keepTemplate(template);
    await new SettingsPage(page).keptTemplate.waitFor();
    await window.goTo('companies');
    await companies.newCompanyButton.first().click();
    await companies.dialog.takeFromService('abc');
    await look('create', 'en');
    await company.closeDialog();
    await companies.open('Begoña 1 ');
    for (const language of languages) {
      await window.chooseLanguage(language);
      await look('company', language);
      await window.goTo('companies');
      await companies.openAuthorizations();
      await many.tab('pending').getByText('1').waitFor();
      await look('authorizations', language);
      await window.goTo('companies');
      await look('companies', language);
      await window.goTo('settings');
      await new SettingsPage(page).readiness('user_key', 'ready').waitFor();
      await look('readiness', language);
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
    await look('authorizations-many', 'en');
    await window.goTo('companies');
    await companies.openExport();
    await look('export', 'en');
  });
});
