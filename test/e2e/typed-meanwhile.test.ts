import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { beforeAnswer } from './fixtures/late-answer.ts';
import { CompaniesPage, CompanyDialog } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { SourcePage } from './pages/fixing-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { ModificationPage } from './pages/modification-page.ts';
import { ProfilePage } from './pages/profile-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const opened = share(async () => browser.open((await openApplication()).url));

/** Refuses a method from now on, as another window's data folder or a full disk would. */
async function refuse(page: Page, method: string): Promise<void> {
  await page.route('**/api/call', async (route) => {
    if (route.request().postDataJSON().method !== method) return route.fallback();
    await route.fulfill({
      json: { ok: false, error: { code: 'data_folder_in_use', details: {} } },
    });
  });
}

it('nothing is lost that is typed while a form is being saved', async () => {
  const page = opened();
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  const [history, record] = [new HistoryPage(page), new ModificationPage(page)];
  const content = makeDocument('240-received', { seed: 3, records: 2, taxpayer });
  await window.dropFiles([{ name: 'facturas.xml', content }]);

  // What a dialog sends is what it shows: it takes no letter until the answer.
  await submit.createCompanies.click();
  const company = new CompanyDialog(page);
  const name = company.field('fullName');
  const creating = { method: 'companies.create', what: 'answer' } as const;
  const create = () => company.saveButton.click();
  await beforeAnswer(page, creating, create, async () => {
    await name.evaluate((field) => field.focus());
    await page.keyboard.type('X');
    expect(await name.inputValue()).toBe(taxpayer.name);
  });
  await company.root.waitFor({ state: 'detached' });
  await submit.sendButton.click();
  await submit.submissionState('facturas.xml', 'accepted').waitFor();

  // A record's form stays with what was typed after the press.
  await window.goTo('history');
  await history.open('facturas.xml');
  await record.open(2);
  const description = record.field('DatosFactura/DescripcionOperacion');
  await description.fill('Palés');
  const building = { method: 'submissions.buildModification', what: 'answer' } as const;
  const add = () => record.add.click();
  await beforeAnswer(page, building, add, () => description.fill('Palés y film'));
  await record.openPending.waitFor();
  expect(await description.inputValue()).toBe('Palés y film');
  expect(await window.asksToClose()).toBe(true);
  await record.openPending.click();

  // The text of a file takes none.
  const source = new SourcePage(page);
  await source.open();
  await source.edit();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' ');
  await source.checked();
  const text = await source.text.textContent();
  const saving = { method: 'submissions.saveText', what: 'answer' } as const;
  const save = () => source.saveButton.click();
  await beforeAnswer(page, saving, save, async () => {
    await source.text.evaluate((lines) => lines.focus());
    await page.keyboard.type('X');
    expect(await source.text.textContent()).toBe(text);
  });
  await source.bench.waitFor({ state: 'detached' });

  // Nor does a service profile. The result of a trial is that of the text that was tried.
  const profile = new ProfilePage(page);
  await profile.open();
  await profile.start.click();
  await profile.outcome.waitFor();
  const field = page.getByTestId('profile-text');
  const standard = JSON.parse(await field.inputValue());
  await profile.write(JSON.stringify({ ...standard, concurrency: 3 }));
  await profile.outcome.waitFor({ state: 'detached' });
  const putting = { method: 'connection.set', what: 'answer' } as const;
  const put = () => profile.save.click();
  await beforeAnswer(page, putting, put, async () => {
    await field.focus();
    await page.keyboard.type('¶');
    expect(await field.inputValue()).not.toContain('¶');
  });

  // A logo that is redrawn meanwhile leaves the name beside it as it is typed.
  await page.evaluate(() => {
    const draw = createImageBitmap;
    Object.assign(globalThis, {
      createImageBitmap: async (picture: File) => {
        await new Promise((resolve) =>
          globalThis.addEventListener('drawn', resolve, { once: true }),
        );
        return draw(picture);
      },
    });
  });
  await window.goToSettings('office');
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 20, height: 20 } });
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: picture };
  await page.getByTestId('logo-input').setInputFiles(logo);
  const office = page.getByTestId('office-name');
  await office.fill('Gestoría Uno');
  await page.evaluate(() => globalThis.dispatchEvent(new Event('drawn')));
  await page.getByTestId('office-logo').waitFor();
  expect(await office.inputValue()).toBe('Gestoría Uno');
});

it('a form keeps the fields that another window changes meanwhile', async () => {
  const page = opened();
  const own = { isIndividual: false, fullName: 'Batuta SL', taxId: 'B00000034' } as const;
  const fields = { ...own, territoryId: 'bizkaia' };
  const { id } = await callElsewhere(page, 'companies.create', fields);
  await new WindowPage(page).openAnew('companies');
  await new CompaniesPage(page).open('Batuta SL');
  const company = new CompanyPage(page);
  await company.editButton.click();
  await page.getByTestId('company-code').fill('0417');
  await callElsewhere(page, 'companies.update', { id, ...fields, adviser: 'Ane' });
  await expect.poll(() => page.getByTestId('company-adviser').inputValue()).toBe('Ane');
  await company.saveButton.click();
  await company.saveButton.waitFor({ state: 'detached' });
  const saved = await callElsewhere(page, 'companies.get', { id });
  expect(saved).toMatchObject({ code: '0417', adviser: 'Ane' });
});

it('a report is in the language of its window, also where the core could not store that', async () => {
  const page = opened();
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  await window.openAnew('submit');
  const content = makeDocument('240-received', { seed: 4, records: 2, taxpayer });
  await window.dropFiles([{ name: 'otra.xml', content }]);
  await submit.standing('otra.xml', 'ready').waitFor();
  await refuse(page, 'settings.set');
  await window.chooseLanguage('en');
  await page.getByTestId('report-menu').click();
  const asking = page.waitForRequest(
    (request) => request.postDataJSON()?.method === 'reports.create',
  );
  await page.getByTestId('report-csv').click();
  expect((await asking).postDataJSON().input).toMatchObject({ language: 'en' });
});

it('a text whose faults cannot be read says so', async () => {
  const page = opened();
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  await refuse(page, 'submissions.issues');
  await window.openAnew('submit');
  await submit.select('otra.xml');
  await page.getByTestId('open-source').click();
  await page.getByRole('dialog').getByTestId('error-notice').waitFor();
});
