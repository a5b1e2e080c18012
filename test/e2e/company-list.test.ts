import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { personsTaxId } from './fixtures/office.ts';
import {
  importPersons,
  leaveSoftwareGarante,
  person,
  registerPersons,
} from './fixtures/portfolio.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { ImportPage } from './pages/import-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';
import { inSoak } from './soak.ts';

const one = person(1);

/** Rows of a portfolio: two registered persons, and drafts in other territories. */
const drafts = [
  ['Ángel Zubiaurre', 'Gipuzkoa'],
  ['álava Araba', 'Araba'],
].map(([name, territory], index) => {
  const taxId = personsTaxId(60_000_000 + index);
  return { taxId, name: name ?? '', territory: territory ?? '' };
});

async function fillPortfolio(page: Page): Promise<void> {
  await registerPersons(page, 2);
  const heading = 'NIF;Nombre completo;Persona física;Nombre;Primer apellido;Territorio';
  const rows = drafts.map(({ taxId, name, territory }) => `${taxId};${name};sí;A;B;${territory}`);
  const file = { name: 'más.csv', content: [heading, ...rows].join('\n') };
  await new WindowPage(page).dropFiles([file]);
  await new ImportPage(page).save();
  await new CompaniesPage(page).row(drafts[0]?.taxId ?? '').waitFor();
}

async function openPage(): Promise<Page> {
  const { url } = await startApplication();
  return provideBrowser().open(url);
}

async function openPortfolio() {
  const page = await openPage();
  await fillPortfolio(page);
  const [window, companies] = [new WindowPage(page), new CompaniesPage(page)];
  await window.goTo('companies');
  return { page, window, companies, company: new CompanyPage(page) };
}

const portfolio = share(openPortfolio);
const drafted = share(async () => {
  const page = await openPage();
  await importPersons(page, 60);
  return page;
});

/** The shared portfolio as a window shows it that was opened anew. */
async function showPortfolio() {
  await portfolio().window.openAnew('companies');
  return portfolio();
}

async function showDrafts() {
  await new WindowPage(drafted()).openAnew('companies');
  return drafted();
}

/** Goes to the end of a list by its keys. */
async function goToEnd(page: Page): Promise<void> {
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await new CompaniesPage(page).firstRow('').waitFor({ state: 'detached' });
}

describe('the list of companies', () => {
  it('is shown from its top when it is sorted another way or searched', async () => {
    const page = await showDrafts();
    const companies = new CompaniesPage(page);
    for (const change of [
      () => companies.sortBy('NIF'),
      () => companies.searchInput.fill('begoña'),
    ]) {
      await goToEnd(page);
      await change();
      await companies.firstRow(one.taxId).waitFor();
    }
  });

  it('is where it was left when a company has been looked at, for the eyes and for the keys', async () => {
    const page = await showDrafts();
    const companies = new CompaniesPage(page);
    const last = page.locator('[role="row"][aria-rowindex="61"]');
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await last.waitFor();
    await page.keyboard.press('Enter');
    await new WindowPage(page).waitUntilReady('company');
    await page.goBack();
    await last.waitFor();
    expect(await companies.firstRow('').count()).toBe(0);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('[role="row"][aria-rowindex="60"][data-active]').waitFor();
    await new WindowPage(page).goTo('overview');
    await new WindowPage(page).goTo('companies');
    await last.waitFor();
    await companies.searchInput.fill('begoña');
    await companies.firstRow(one.taxId).waitFor();
  });

  it('is whole again, from its top, for who presses its name, also when a company has been looked at', async () => {
    const page = await showDrafts();
    const [window, companies] = [new WindowPage(page), new CompaniesPage(page)];
    for (const narrow of [async () => undefined, () => companies.searchInput.fill('begoña')]) {
      await narrow();
      await goToEnd(page);
      await window.railLink('companies').click();
      await companies.firstRow(person(1).taxId).waitFor();
      expect(await companies.searchInput.inputValue()).toBe('');
      await companies.open(person(2).name);
      await page.goBack();
      await companies.firstRow(person(1).taxId).waitFor();
      expect(await companies.searchInput.inputValue()).toBe('');
    }
  });

  it('is searched whatever the accents, filtered, and sorted each way', async () => {
    const { companies } = await showPortfolio();
    expect(await companies.names()).toEqual([
      'álava Araba',
      'Ángel Zubiaurre',
      'Begoña Ibáñez 1',
      'Begoña Ibáñez 2',
    ]);
    await companies.searchInput.fill('angel');
    await companies.row('Begoña').first().waitFor({ state: 'detached' });
    expect(await companies.names()).toEqual(['Ángel Zubiaurre']);
    await companies.searchInput.fill(one.taxId.toLowerCase());
    await companies.row(one.taxId).waitFor();
    await expect.poll(() => companies.rows.count()).toBe(1);
    await companies.searchInput.fill('inor ez');
    await companies.empty.waitFor();
    await companies.clearFilters.first().click();
    await companies.row(one.taxId).waitFor();

    await companies.filter('situation', 'Por dar de alta');
    await companies.row('Begoña').first().waitFor({ state: 'detached' });
    await expect.poll(() => companies.rows.count()).toBe(2);
    await companies.filter('territory', 'Araba/Álava');
    await companies.row('Ángel').waitFor({ state: 'detached' });
    expect(await companies.names()).toEqual(['álava Araba']);
    await companies.clearFilters.first().click();
    await companies.filter('authorization', 'Sin documento');
    await companies.filter('activity', 'Nunca han enviado');
    await companies.row(one.taxId).waitFor();
    await expect.poll(() => companies.rows.count()).toBe(4);
    await companies.clearFilters.first().click();

    await companies.sortBy('NIF');
    await companies.firstRow(one.taxId).waitFor();
    await companies.sortBy('NIF');
    await companies.firstRow(drafts[1]?.taxId ?? '').waitFor();
  });

  inSoak(
    'is as it was when a company has been looked at; so are the history and what was chosen to be sent',
    async () => {
      const { companies, page, window } = await showPortfolio();
      const submit = new SubmitPage(page);
      const history = new HistoryPage(page);
      await companies.sortBy('NIF');
      await companies.searchInput.fill('begoña');
      await companies.row('Zubiaurre').waitFor({ state: 'detached' });
      await companies.open(one.name);
      await page.goBack();
      await expect.poll(() => companies.searchInput.inputValue()).toBe('begoña');
      await expect.poll(() => companies.names()).toEqual(['Begoña Ibáñez 1', 'Begoña Ibáñez 2']);

      const names = ['enero.xml', 'febrero.xml', 'marzo.xml'];
      const make = (seed: number) =>
        makeDocument('140-with-invoice', { seed, records: 2, taxpayer: one });
      await window.dropFiles(names.map((name, index) => ({ name, content: make(index) })));
      for (const name of names) await submit.standing(name, 'ready').waitFor();
      await submit.chooseBox('febrero.xml').check();
      await window.goTo('companies');
      await window.goTo('submit');
      expect(await submit.sendButton.innerText()).toMatch(/^Enviar 1 archivo /);
      await submit.sendButton.click();
      await submit.submissionState('febrero.xml', 'accepted').waitFor();
      await submit.sendButton.click();
      await submit.submissionState('marzo.xml', 'accepted').waitFor();

      await window.goTo('history');
      await history.searchInput.fill('febrero');
      await expect.poll(() => history.rows.count()).toBe(1);
      await window.goTo('overview');
      await window.goTo('history');
      expect(await history.searchInput.inputValue()).toBe('febrero');
      await history.open('febrero.xml');
      // The section's own name starts anew.
      await window.goTo('history');
      await expect.poll(() => history.rows.count()).toBe(3);
    },
  );

  inSoak('leaves as CSV without keys', async () => {
    const { companies, company } = await openPortfolio();
    await companies.open(one.name);
    await company.revealKey.click();
    const key = await company.revealedKey.innerText();
    await new WindowPage(company.page).goTo('companies');
    await companies.openExport();
    const file = await companies.exportPlain();
    const text = readFileSync(file.path, 'utf8');
    expect(file.name).toMatch(/\.csv$/);
    for (const { taxId } of [one, ...drafts]) expect(text).toContain(taxId);
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(-8));
  });
});

describe('a company', () => {
  it('keeps its notes, and with submissions it is archived, never removed', async () => {
    const { window, companies, company } = await showPortfolio();
    const submit = new SubmitPage(company.page);
    const taxpayer = { taxId: one.taxId, name: 'IBÁÑEZ BEGOÑA' };
    const content = makeDocument('140-with-invoice', { seed: 3, records: 2, taxpayer });
    await window.dropFiles([{ name: 'gastos.xml', content }]);
    await submit.standing('gastos.xml', 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState('gastos.xml', 'accepted').waitFor();
    await window.goTo('companies');
    await companies.open(one.name);
    await company.submissions.getByText('gastos.xml').waitFor();
    expect(await company.removeButton.count()).toBe(0);
    await company.notes.fill('Llamar en enero');
    await company.saveNotes.click();
    await company.saveNotes.waitFor({ state: 'detached' });
    await company.notes.fill('Llamar en febrero');
    await window.goTo('companies');
    await companies.open(one.name);
    await expect
      .poll(() => company.notes.inputValue(), { message: 'kept on leaving' })
      .toBe('Llamar en febrero');
    await company.archiveButton.click();
    await company.unarchiveButton.waitFor();
    expect(await company.removeButton.count()).toBe(0);
    await window.goTo('companies');
    await companies.row(one.taxId).waitFor({ state: 'detached' });
    await companies.filter('situation', 'Archivadas');
    await companies.open(one.name);
    expect(await company.notes.inputValue()).toBe('Llamar en febrero');
    await company.submissions.getByText('gastos.xml').waitFor();
  });

  it('that the service does not have yet is taken out of the list after a second yes', async () => {
    const { companies, company, window } = await showPortfolio();
    await companies.open('Ángel Zubiaurre');
    await company.removeButton.click();
    await company.removeButton.click();
    await window.waitUntilReady('companies');
    await companies.row('Ángel').waitFor({ state: 'detached' });
  });

  inSoak('outside Bizkaia says on its page and before sending why it cannot submit', async () => {
    const { companies, company, window } = await openPortfolio();
    await companies.createDrafts.click();
    await companies.createDrafts.waitFor({ state: 'detached' });
    await companies.inState('draft').first().waitFor({ state: 'detached' });
    await companies.open('Ángel Zubiaurre');
    await company.outside.getByText('Gipuzkoa').waitFor();
    const submit = new SubmitPage(company.page);
    const taxpayer = { taxId: drafts[0]?.taxId ?? '', name: 'ZUBIAURRE ANGEL' };
    const content = makeDocument('140-with-invoice', { seed: 4, records: 1, taxpayer });
    await window.dropFiles([{ name: 'gastos.xml', content }]);
    await submit.standing('gastos.xml', 'ready').waitFor();
    await submit.select('gastos.xml');
    await submit.obstacle.getByText('company_outside_bizkaia').waitFor();
    await submit.sendButton.click();
    await submit.refusal.getByText('company_outside_bizkaia').first().waitFor();
    await submit.remedy('company_outside_bizkaia').click();
    await window.waitUntilReady('company');
    await company.outside.waitFor();
  });

  inSoak(
    'without its authorization is refused before anything leaves, each with its way out',
    async () => {
      const { company, window } = await openPortfolio();
      await leaveSoftwareGarante(company.page);
      const submit = new SubmitPage(company.page);
      const files = [1, 2].map((number) => {
        const taxpayer = { taxId: person(number).taxId, name: 'IBÁÑEZ BEGOÑA' };
        const content = makeDocument('140-with-invoice', { seed: number, records: 1, taxpayer });
        return { name: `gastos-${number}.xml`, content };
      });
      await window.dropFiles(files);
      for (const { name } of files) await submit.standing(name, 'ready').waitFor();
      await submit.sendButton.click();
      await submit.refusal.getByText('authorization_required').first().waitFor();
      await expect.poll(() => submit.remedy('authorization_required').count()).toBe(2);
      await window.goTo('history');
      await window.page.getByTestId('empty').waitFor();
      await window.goTo('submit');
      expect(await submit.submissionState('gastos-1.xml', 'queued').count()).toBe(0);
    },
  );
});
