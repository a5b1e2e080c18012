import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { describeInSoak } from '../soak.ts';
import { drafts, openPage, openPortfolio } from './fixtures/list-portfolio.ts';
import { importPersons, person } from './fixtures/portfolio.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const one = person(1);

const portfolio = share(openPortfolio);

/** The shared portfolio in a newly opened window. */
async function showPortfolio() {
  await portfolio().window.openAnew('companies');
  return portfolio();
}

/** Goes to the end of a list by its keys. */
async function goToEnd(page: Page): Promise<void> {
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await new CompaniesPage(page).firstRow('').waitFor({ state: 'detached' });
}

describe('the list of companies', () => {
  it('does not say that all are archived before it is known whether there is any', async () => {
    const page = await openPage();
    const held = Promise.withResolvers<void>();
    const isCount = (body: { method: string; input: { limit?: number } } | null) =>
      body?.method === 'companies.list' && body.input.limit === 1;
    await page.route('**/api/call', async (route) => {
      if (isCount(route.request().postDataJSON())) await held.promise;
      return route.fallback();
    });
    const asked = page.waitForRequest((request) => isCount(request.postDataJSON()));
    await new WindowPage(page).railLink('companies').click();
    await asked;
    expect(await page.getByTestId('empty').count()).toBe(0);
    held.resolve();
    await page.getByText('Aún no hay empresas').waitFor();
  });

  it('starts at its top after it is sorted, searched or its name is pressed; keeps scroll position and focus after a company is opened', async () => {
    const page = await openPage();
    await importPersons(page, 60);
    const [window, companies] = [new WindowPage(page), new CompaniesPage(page)];
    for (const change of [
      () => companies.sortBy('NIF'),
      () => companies.searchInput.fill('begoña'),
    ]) {
      await goToEnd(page);
      await change();
      await companies.firstRow(one.taxId).waitFor();
    }

    // Its name shows it complete, also after a company was opened.
    for (const narrow of [async () => undefined, () => companies.searchInput.fill('begoña')]) {
      await narrow();
      await goToEnd(page);
      await window.railLink('companies').click();
      await companies.firstRow(one.taxId).waitFor();
      expect(await companies.searchInput.inputValue()).toBe('');
      await companies.open(person(2).name);
      await page.goBack();
      await companies.firstRow(one.taxId).waitFor();
      expect(await companies.searchInput.inputValue()).toBe('');
    }

    const last = page.locator('[role="row"][aria-rowindex="61"]');
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await last.waitFor();
    await page.keyboard.press('Enter');
    await window.waitUntilReady('company');
    await page.goBack();
    await last.waitFor();
    expect(await companies.firstRow('').count()).toBe(0);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('[role="row"][aria-rowindex="60"][data-active]').waitFor();
    await window.goTo('overview');
    await window.goTo('companies');
    await last.waitFor();
    await companies.searchInput.fill('begoña');
    await companies.firstRow(one.taxId).waitFor();

    // The keyboard stays with its company when others come in above it.
    await companies.searchInput.fill(person(30).taxId);
    await companies.firstRow(person(30).taxId).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await companies.searchInput.fill('');
    await companies.firstRow(one.taxId).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    await window.waitUntilReady('company');
    await page.getByText(person(30).taxId).first().waitFor();
  });

  it('is searched without regard to accents, filtered, and sorted by each column', async () => {
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
    await companies.filter('territoryId', 'Araba/Álava');
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
});

describeInSoak('a company', () => {
  it('keeps its notes, and is archived, never removed, once it has submissions', async () => {
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

  it('is removed after a second yes when the service does not have it yet', async () => {
    const { companies, company, window } = await showPortfolio();
    await companies.open('Ángel Zubiaurre');
    // A double click only asks.
    await company.removeButton.dblclick();
    await company.removeButton.click();
    await window.waitUntilReady('companies');
    await companies.row('Ángel').waitFor({ state: 'detached' });
  });
});
