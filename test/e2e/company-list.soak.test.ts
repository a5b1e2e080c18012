import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { drafts, openPortfolio } from './fixtures/list-portfolio.ts';
import { leaveSoftwareGarante, person } from './fixtures/portfolio.ts';
import { errorIn } from './pages/error-code.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { WindowPage } from './pages/window.ts';

const one = person(1);

describe('the list of companies', () => {
  it('keeps its state after a company is opened; so do the history and the files chosen for sending', async () => {
    const { companies, page, window } = await openPortfolio();
    const submit = new SubmitListPage(page);
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
  });

  it('is exported as CSV without keys', async () => {
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
  it('outside Bizkaia has the reason why it cannot submit on its page and before sending', async () => {
    const { companies, company, window } = await openPortfolio();
    await companies.createDrafts.click();
    await companies.createDrafts.waitFor({ state: 'detached' });
    await companies.inState('draft').first().waitFor({ state: 'detached' });
    await companies.open('Ángel Zubiaurre');
    await company.outside.getByText('Gipuzkoa').waitFor();
    const submit = new SubmitListPage(company.page);
    const taxpayer = { taxId: drafts[0]?.taxId ?? '', name: 'ZUBIAURRE ANGEL' };
    const content = makeDocument('140-with-invoice', { seed: 4, records: 1, taxpayer });
    await window.dropFiles([{ name: 'gastos.xml', content }]);
    await submit.standing('gastos.xml', 'blocked').waitFor();
    await submit.select('gastos.xml');
    await errorIn(submit.obstacle, 'company_outside_bizkaia').waitFor();
    await submit.wayOut('gastos.xml').click();
    await window.waitUntilReady('company');
    await company.outside.waitFor();
  });

  it('without its authorization sends no file, and each file names its remedy', async () => {
    const { company, window } = await openPortfolio();
    await leaveSoftwareGarante(company.page);
    const submit = new SubmitListPage(company.page);
    const files = [1, 2].map((number) => {
      const taxpayer = { taxId: person(number).taxId, name: 'IBÁÑEZ BEGOÑA' };
      const content = makeDocument('140-with-invoice', { seed: number, records: 1, taxpayer });
      return { name: `gastos-${number}.xml`, content };
    });
    await window.dropFiles(files);
    for (const { name } of files) await submit.standing(name, 'noAuthorization').waitFor();
    expect(await submit.sendButton.count()).toBe(0);
    await submit.wayOut('gastos-2.xml').click();
    await window.waitUntilReady('company');
  });
});
