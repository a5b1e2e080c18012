import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../fixtures/ledger/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

const invoices = (firstRecord: number, records: number) =>
  makeDocument('240-received', { seed: 3, records, firstRecord, taxpayer: company });

function pages(page: Page) {
  return {
    window: new WindowPage(page),
    submit: new SubmitPage(page),
    history: new HistoryPage(page),
    submission: new SubmissionPage(page),
  };
}

/** Three invoices are entered; then five go, of which the ledger has two already. */
async function earnPartialAnswer({ window, submit }: ReturnType<typeof pages>): Promise<void> {
  await window.dropFiles([{ name: 'primera.xml', content: invoices(0, 3) }]);
  await submit.createCompanies.click();
  await new CompanyDialog(submit.page).save();
  await submit.sendButton.click();
  await submit.submissionState('primera.xml', 'accepted').waitFor();
  await window.dropFiles([{ name: 'segunda.xml', content: invoices(1, 5) }]);
  await submit.standing('segunda.xml', 'warnings').waitFor();
  await submit.sendButton.click();
  await submit.sendDuplicates.click();
  await submit.submissionState('segunda.xml', 'partially_accepted').waitFor();
}

describe.each(['es', 'eu'] as const)('a partial answer, in %s', (language) => {
  it('is worked off through the window: chosen records cancelled, the refused ones sent again', async () => {
    const application = await startApplication();
    const all = pages(await browser.open(application.url));
    const { window, submit, history, submission } = all;
    await window.chooseLanguage(language);
    await earnPartialAnswer(all);

    await window.goTo('history');
    await history.open('segunda.xml');
    await submission.prepareCorrection.click();
    await window.waitUntilReady('submit');
    await submit.standing('segunda.rechazados.xml', 'warnings').waitFor();
    expect(await submit.originLink.textContent()).toBe('segunda.xml');
    await submit.originLink.click();
    await submission.seeCorrection.waitFor();
    expect(await submission.relatedFiles.count()).toBe(1);
    await submission.seeCorrection.click();
    await window.waitUntilReady('submit');
    // What stands in its way is cancelled first; it is made again after that.
    await submit.discardFile.click();
    await submit.row('segunda.rechazados.xml').waitFor({ state: 'detached' });

    await window.goTo('history');
    await history.open('primera.xml');
    await submission.cancel([2, 3]);
    await submit.standing('primera.anulación.xml', 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState('primera.anulación.xml', 'accepted').waitFor();

    await window.goTo('history');
    await history.open('segunda.xml');
    await submission.prepareCorrection.click();
    await submit.standing('segunda.rechazados.xml', 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState('segunda.rechazados.xml', 'accepted').waitFor();

    await window.goTo('history');
    await history.open('segunda.rechazados.xml');
    await submission.recordResults('correct').first().waitFor();
    expect(await submission.recordResults('correct').count()).toBe(2);
    await submission.relatedPrevious.getByText('segunda.xml', { exact: true }).click();
    await submission.state('partially_accepted').waitFor();
    await submission.relatedSubmissions.getByTestId('state-accepted').waitFor();
    expect(await submission.relatedSubmissions.count()).toBe(1);
  });
});

describe('an accepted submission', () => {
  it('is cancelled as a whole', async () => {
    const application = await startApplication();
    const { window, submit, history, submission } = pages(await browser.open(application.url));
    await submit.addSamples();
    await submit.sendButton.click();
    await submit.submissionState('recibidas-3T-lantegiak.xml', 'accepted').waitFor();
    await window.goTo('history');
    await history.open('recibidas-3T-lantegiak.xml');
    await submission.cancel('whole');
    await submit.standing('recibidas-3T-lantegiak.anulación.xml', 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState('recibidas-3T-lantegiak.anulación.xml', 'accepted').waitFor();
  });
});
