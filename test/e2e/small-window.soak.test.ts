import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { openWithSamples } from './fixtures/samples.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { BatchPage } from './pages/batch-page.ts';
import { CompaniesPage, CompanyDialog } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const wide = { width: 1360, height: 850 };

const sent = share(openWithSamples);
const office = share(async () => {
  const application = await startApplication();
  return { application, page: await browser.open(application.url) };
});

/** The texts of verdicts that overflow their row. */
function cutVerdicts({ table }: SubmitPage): Promise<string[]> {
  return table.locator('.z-table-row').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const { right } = row.getBoundingClientRect();
      const cut = [...row.querySelectorAll('.z-pill')].filter(
        (pill) => pill.getBoundingClientRect().right > right,
      );
      return cut.map((pill) => pill.textContent ?? '');
    }),
  );
}

/** The worklist in a newly opened window of this size. */
async function showWorklist(size: { width: number; height: number }) {
  const { application, page } = office();
  await page.setViewportSize(size);
  await new WindowPage(page).openAnew('submit');
  return { application, page, window: new WindowPage(page), submit: new SubmitPage(page) };
}

it('many companies scroll in one place, and the list keeps rows beside a running batch in a small window', async () => {
  const { application, page, window, submit } = await showWorklist(wide);
  const files = [1, 2, 3, 4, 5, 6].map((number) => ({
    name: `empresa ${number}.xml`,
    content: makeDocument('240-received', {
      seed: number,
      records: 1,
      taxpayer: { taxId: companyTaxId('B', 9_700_000 + number), name: `Etxea ${number} SL` },
    }),
  }));
  await window.dropFiles(files);
  for (const { name } of files) await submit.standing(name, 'newCompany').waitFor();
  await submit.createCompanies.click();
  const dialog = new CompanyDialog(page);
  await dialog.root.getByTestId('company-taxId').nth(5).waitFor();
  const beyond = () =>
    page.getByRole('dialog').evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(await beyond(), 'the dialog itself does not scroll').toBe(0);
  await dialog.save();
  for (const { name } of files) await submit.standing(name, 'ready').waitFor();

  const fourRows = 36 + 4 * 53;
  await page.setViewportSize({ width: 900, height: 600 });
  await expect
    .poll(async () => (await submit.table.boundingBox())?.height ?? 0)
    .toBeGreaterThanOrEqual(fourRows);
  await page.setViewportSize(wide);
  await planFaults(application.dataFolder, [{ kind: 'delay', ms: 60_000 }]);
  await submit.chooseBox('empresa 1.xml').check();
  await submit.sendButton.click();
  await submit.submissionState('empresa 1.xml', 'sending').waitFor();
  await page.setViewportSize({ width: 900, height: 560 });
  await submit.foot.waitFor();
  await expect
    .poll(async () => (await submit.table.boundingBox())?.height ?? 0)
    .toBeGreaterThan(150);
  await page.setViewportSize({ width: 680, height: 425 });
  const [list, panel] = [await submit.progress.boundingBox(), await submit.panel.boundingBox()];
  expect(panel?.y ?? 0, 'the panel is below the list').toBeGreaterThan(
    (list?.y ?? 0) + (list?.height ?? 0),
  );
});

it('lists of submissions fit a small window in every language', async () => {
  const { page } = sent();
  await page.setViewportSize({ width: 900, height: 600 });
  const window = new WindowPage(page);
  const history = new HistoryPage(page);
  const batch = new BatchPage(page);
  const aside = () => history.list.evaluate((list) => list.scrollWidth - list.clientWidth);
  for (const language of ['es', 'eu', 'en'] as const) {
    await window.chooseLanguage(language);
    await window.goTo('history');
    await history.rows.first().waitFor();
    expect(await aside(), `history in ${language}`).toBe(0);
    await history.seeBatches.click();
    await window.waitUntilReady('batches');
    await batch.rows.first().waitFor();
    expect(await aside(), `batches in ${language}`).toBe(0);
    await batch.rows.first().getByRole('link').click();
    await batch.waitUntilReady();
    await batch.tab('files').click();
    await batch.row('gastos-etxeberria.xml').waitFor();
    expect(await aside(), `files of a batch in ${language}`).toBe(0);
  }
});

it('no verdict is cut off beside an open file in a small window, in any language', async () => {
  const { page, window, submit } = await showWorklist(wide);
  const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
  const records = (firstRecord: number, count: number) =>
    makeDocument('240-received', { seed: 3, records: count, firstRecord, taxpayer });
  // A file with some results missing, and so partly accepted: the longest text of all.
  await window.dropFiles([{ name: 'uno.xml', content: records(0, 3) }]);
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  await submit.sendButton.click();
  await submit.submissionState('uno.xml', 'accepted').waitFor();
  await window.dropFiles([{ name: 'dos.xml', content: records(1, 4) }]);
  await submit.standing('dos.xml', 'warnings').waitFor();
  await submit.sendButton.click();
  await submit.sendDuplicates.click();
  await submit.submissionState('dos.xml', 'partially_accepted').waitFor();
  await submit.select('dos.xml');
  await submit.panel.waitFor();
  for (const language of ['es', 'eu', 'en'] as const) {
    await window.chooseLanguage(language);
    for (const width of [900, 1001, 1181, 1240]) {
      await page.setViewportSize({ width, height: 600 });
      const where = { message: `${language} at ${width}` };
      await expect.poll(() => cutVerdicts(submit), where).toEqual([]);
      await submit.submissionState('dos.xml', 'partially_accepted').waitFor();
    }
  }
});

it('file names that begin alike show their different ends', async () => {
  const { window, submit } = await showWorklist({ width: 900, height: 600 });
  const names = [1, 2].map(
    (number) => `facturas_recibidas_cuarto_trimestre_2026_B9700001_000${number}.xml`,
  );
  const files = names.map((name, index) => ({
    name,
    content: makeDocument('240-received', { seed: index + 1, records: 1 }),
  }));
  await window.dropFiles(files);
  for (const name of names) {
    await submit.standing(name, 'newCompany').waitFor();
    const beyond = await submit.endOfName(name).evaluate((text) => {
      let end: Node = text;
      while (end.lastChild) end = end.lastChild;
      const length = end.textContent?.length ?? 0;
      const last = document.createRange();
      last.setStart(end, Math.max(0, length - 8));
      last.setEnd(end, length);
      return last.getBoundingClientRect().right - text.getBoundingClientRect().right;
    });
    expect(beyond, `the end of ${name}`).toBeLessThanOrEqual(0);
  }
});

it('the side panel moves below the page at double zoom, and its end can be reached', async () => {
  const { page } = sent();
  const [window, submission] = [new WindowPage(page), new SubmissionPage(page)];
  await page.setViewportSize({ width: 640, height: 400 });
  const expectBelow = async (side: Locator, main: Locator) => {
    const [below, above] = [await side.boundingBox(), await main.boundingBox()];
    expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await side.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const end = await side.boundingBox();
    expect(
      Math.floor((end?.y ?? 0) + (end?.height ?? 0)),
      'the end is in sight',
    ).toBeLessThanOrEqual(400);
  };
  await window.goToActivity();
  await expectBelow(page.getByTestId('waiting'), page.getByTestId('months'));
  await window.goTo('history');
  await new HistoryPage(page).open('gastos-etxeberria.xml');
  await submission.records.waitFor();
  await expectBelow(submission.timeline, submission.records);
  await window.goTo('companies');
  const companies = new CompaniesPage(page);
  await companies.open('Etxeberria');
  const company = new CompanyPage(page);
  await company.notes.waitFor();
  await expectBelow(company.submissions, company.notes);
});
