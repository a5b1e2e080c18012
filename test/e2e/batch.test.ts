import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../fixtures/read-pdf.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { describeInSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { openReopened } from './fixtures/running.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { BatchPage } from './pages/batch-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const lantegiak = 'Bizkaiko Lantegiak SA';

async function read(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

/** Three files of two companies in one sending. */
async function sendSamples(page: Page): Promise<void> {
  const submit = new SubmitPage(page);
  await submit.addSamples();
  await submit.sendButton.click();
}

describe('the summary of a batch', () => {
  it('appears when the batch ends, stays, and prints a receipt for each company and each submission', async () => {
    const application = await openReopened();
    const { page } = application;
    const [window, batch] = [new WindowPage(page), new BatchPage(page)];
    await sendSamples(page);
    await new SubmitPage(page).openBatch.click();
    await batch.waitUntilReady();
    await batch.result('accepted').getByText('3').waitFor();
    await expect.poll(() => batch.rows.count()).toBe(2);

    const all = await batch.saveReceipts();
    expect(all.suggestedFilename()).toMatch(/^justificantes-\d{4}-\dT\.zip$/);
    expect(Object.keys(unzipSync(await read(all)))).toHaveLength(2);
    const one = await batch.saveReceipt(lantegiak);
    expect(one.suggestedFilename()).toMatch(/^A99800476-\d{4}-\dT\.pdf$/);
    const receipt = readPdf(await read(one));
    expect(receipt).toContain(lantegiak);
    await expect
      .poll(() => batch.dragReceipt(lantegiak))
      .toMatch(/^application\/pdf:A99800476-\d{4}-\dT\.pdf:blob:/);
    const draft = (await read(await batch.saveDraft(lantegiak))).toString();
    expect(draft).toContain('Content-Type: application/pdf; name="A99800476-');

    await batch.row(lantegiak).click();
    const open = async () => {
      await batch.row('recibidas-lantegiak.xml').getByRole('link').click();
      await page.locator('#root[data-ready="submission"]').waitFor({ state: 'attached' });
    };
    await open();
    // Come back to, it shows the same files.
    await page.goBack();
    await open();
    const submission = new SubmissionPage(page);
    const own = readPdf(await read(await submission.saveReceipt()));
    const hash = /\b[0-9a-f]{64}\b/.exec(receipt)?.[0] ?? '';
    expect(own).toContain(hash);

    await application.startAgain();
    const history = new HistoryPage(page);
    await window.goTo('history');
    await history.seeBatches.click();
    await page.locator('#root[data-ready="batches"]').waitFor({ state: 'attached' });
    await batch.rows.first().click();
    await batch.waitUntilReady();
    await batch.result('accepted').getByRole('link').click();
    await page.locator('#root[data-ready="history"]').waitFor({ state: 'attached' });
    await expect.poll(() => history.rows.count()).toBe(3);
    await history.open('recibidas-lantegiak.xml');
    await new SubmissionPage(page).batchLink.click();
    await batch.waitUntilReady();
  });
});

describeInSoak("the system's notice at the end of a batch", () => {
  it('appears when nobody looks, if it is allowed and switched on, and leads to the summary', async () => {
    const application = await openApplication();
    const page = await browser.open(application.url, { permissions: ['notifications'] });
    const window = new WindowPage(page);
    const submit = new SubmitPage(page);
    const batch = new BatchPage(page);
    await batch.lookAway();
    await sendSamples(page);
    await expect
      .poll(() => batch.notices().then(({ length }) => length), { timeout: 20_000 })
      .toBe(1);
    const [notice] = await batch.notices();
    expect(notice).toMatchObject({ title: 'El lote ha terminado', body: '3 aceptados' });
    expect(JSON.stringify(notice)).not.toMatch(/lantegiak|etxeberria|\.xml/i);
    await batch.pressNotice();
    await batch.waitUntilReady();
    expect(page.url()).toContain(`#/history/batch/${notice?.tag}`);

    await window.goToSettings('office');
    const settings = new SettingsPage(page);
    await settings.notifyWhenDone.uncheck();
    await settings.saveWindow.click();
    await window.goTo('submit');
    const content = makeDocument('240-received', {
      seed: 5,
      records: 2,
      taxpayer: { taxId: 'A99800476', name: lantegiak },
    });
    await window.dropFiles([{ name: 'otra.xml', content }]);
    await submit.standing('otra.xml', 'ready').waitFor();
    // Slow enough for the window to be elsewhere when it ends.
    await planFaults(application.dataFolder, [{ kind: 'delay', ms: 1500 }]);
    await submit.sendButton.click();
    await window.goTo('companies');
    await batch.endNote.filter({ hasText: '1 aceptado' }).waitFor();
    expect(await batch.notices()).toHaveLength(1);
  });

  it('does not appear in a browser that was not asked; Settings offers to ask', async () => {
    const application = await openApplication();
    const page = await browser.open(application.url);
    const batch = new BatchPage(page);
    await batch.lookAway();
    await sendSamples(page);
    await new SubmitPage(page).openBatch.waitFor();
    for (const file of ['recibidas-lantegiak.xml', 'gastos-etxeberria.xml'])
      await new SubmitPage(page).submissionState(file, 'accepted').waitFor();
    expect(await batch.notices()).toEqual([]);
    await new WindowPage(page).goToSettings('office');
    const settings = new SettingsPage(page);
    await settings.notifyWhenDone.waitFor();
    const permission = await page.evaluate(() => Notification.permission);
    expect(await settings.allowNotices.count()).toBe(permission === 'default' ? 1 : 0);
  });
});
