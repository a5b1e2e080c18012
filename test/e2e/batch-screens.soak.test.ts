import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { allLooks, findViolations, takeOn, takePicture } from './looks.ts';
import { BatchPage } from './pages/batch-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const lantegiak = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const person = { taxId: '09760433S', name: 'Etxeberria Agirre Miren' };

async function look(page: Page, name: string): Promise<void> {
  expect(await findViolations(page), name).toEqual([]);
  await takePicture(page, name, true);
}

/** A batch with many ends: accepted, partly accepted or refused, one without an answer. */
async function sendMixedBatch(page: Page, dataFolder: string): Promise<void> {
  const submit = new SubmitPage(page);
  const window = new WindowPage(page);
  const received = (firstRecord: number, records: number) =>
    makeDocument('240-received', { seed: 7, records, firstRecord, taxpayer: lantegiak });
  const expense = (firstRecord: number) =>
    makeDocument('140-with-invoice', { seed: 7, records: 3, firstRecord, taxpayer: person });
  await submit.addSamples();
  await submit.sendButton.click();
  await submit.submissionState('recibidas-lantegiak.xml', 'accepted').waitFor();
  await submit.clearSent.click();
  await window.dropFiles([{ name: 'enero.xml', content: received(0, 4) }]);
  await submit.standing('enero.xml', 'ready').waitFor();
  await submit.sendButton.click();
  await submit.submissionState('enero.xml', 'accepted').waitFor();
  await submit.clearSent.click();
  await window.dropFiles([
    { name: 'febrero.xml', content: received(10, 6) },
    { name: 'trimestre.xml', content: received(2, 5) },
    { name: 'enero-otra-vez.xml', content: `${received(0, 4)}\n` },
    { name: 'gastos-enero.xml', content: expense(0) },
    { name: 'gastos-febrero.xml', content: expense(10) },
  ]);
  for (const name of ['febrero.xml', 'gastos-enero.xml', 'gastos-febrero.xml'])
    await submit.standing(name, 'ready').waitFor();
  for (const name of ['trimestre.xml', 'enero-otra-vez.xml'])
    await submit.standing(name, 'warnings').waitFor();
  await planFaults(dataFolder, [{ kind: 'delay', ms: 50 }, { kind: 'drop_after' }]);
  await submit.sendButton.click();
  await submit.sendDuplicates.click();
}

describe('the screens of a batch', () => {
  it('are accessible and can be printed, light and dark, in three languages', async () => {
    const application = await startApplication();
    const page = await browser.open(application.url);
    const window = new WindowPage(page);
    const submit = new SubmitPage(page);
    const batch = new BatchPage(page);
    const submission = new SubmissionPage(page);
    await sendMixedBatch(page, application.dataFolder);
    // Chance decides which of them lost its answer: the companies take turns.
    await submit.openBatch.waitFor();
    for (const each of allLooks) {
      const name = (what: string) => `${what}-${each.language}-${each.colorScheme}`;
      await takeOn(page, each);
      await window.goTo('submit');
      await look(page, name('submit-sent'));
      await submit.openFilters();
      await submit.groupByCompany.check();
      await page.keyboard.press('Escape');
      await look(page, name('submit-grouped'));
      await submit.openFilters();
      await submit.groupByCompany.uncheck();
      await page.keyboard.press('Escape');
      await window.goToActivity();
      await look(page, name('overview-waiting'));
      await window.goTo('history');
      await new HistoryPage(page).open('trimestre.xml');
      await submission.batchLink.click();
      await batch.waitUntilReady();
      await batch.rows.first().waitFor();
      await look(page, name('batch'));
      await batch.tab('files').click();
      await batch.row('trimestre.xml').waitFor();
      await look(page, name('batch-files'));
      await batch.tab('companies').click();
    }
  });
});
