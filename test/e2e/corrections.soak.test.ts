import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { describeInSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { DismissDialog } from './pages/dismiss-dialog.ts';
import { HistoryPage } from './pages/history-page.ts';
import { madeWords } from './pages/made-words.ts';
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

describe.each(['eu', 'es'] as const)('a partial answer, in %s', (language) => {
  it('is corrected in the window: chosen records cancelled, the refused ones sent again', async () => {
    const words = madeWords[language];
    const refused = `segunda.${words.rejected}.xml`;
    const cancelled = `primera.${words.cancellation}.xml`;
    const application = await openApplication();
    const page = await browser.open(application.url);
    const all = pages(page);
    const { window, submit, history, submission } = all;
    await window.chooseLanguage(language);
    await earnPartialAnswer(all);

    await window.goTo('history');
    await history.open('segunda.xml');
    await submission.prepareCorrection.click();
    await window.waitUntilReady('submit');
    await submit.standing(refused, 'warnings').waitFor();
    expect(await submit.originLink.textContent()).toBe('segunda.xml');
    await submit.originLink.click();
    await submission.seeCorrection.waitFor();
    await expect.poll(() => submission.relatedFiles.count()).toBe(1);
    await submission.seeCorrection.click();
    await window.waitUntilReady('submit');
    // The obstacle is cancelled first; it is made again after that.
    await submit.discardFile.click();
    await submit.row(refused).waitFor({ state: 'detached' });

    await window.goTo('history');
    await history.open('primera.xml');
    await submission.cancel([2, 3]);
    await submit.standing(cancelled, 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState(cancelled, 'accepted').waitFor();

    await window.goTo('history');
    await history.open('segunda.xml');
    await submission.prepareCorrection.click();
    await submit.standing(refused, 'ready').waitFor();

    // Another tab sends it: the page changes below an open dialog, which stays as it is.
    await window.goTo('history');
    await history.open('segunda.xml');
    const chosen = await submission.startCancelling();
    const { files } = await callElsewhere(page, 'submissions.worklist', {});
    const fileIds = files.flatMap(({ id, name }) => (name === refused ? [id] : []));
    await callElsewhere(page, 'submissions.send', { fileIds, confirmDuplicates: false });
    await page.getByTestId('dismiss').waitFor({ state: 'detached' });
    expect(await chosen.isChecked()).toBe(true);
    await page.keyboard.press('Escape');

    await window.goTo('history');
    await history.open(refused);
    await submission.recordResults('correct').first().waitFor();
    await expect.poll(() => submission.recordResults('correct').count()).toBe(2);
    await submission.relatedPrevious.getByText('segunda.xml', { exact: true }).click();
    await submission.state('partially_accepted').waitFor();
    await submission.relatedSubmissions.getByTestId('state-accepted').waitFor();
    await expect.poll(() => submission.relatedSubmissions.count()).toBe(1);
  });
});

describeInSoak('an accepted submission', () => {
  it('is cancelled as a whole', async () => {
    const application = await openApplication();
    const { window, submit, history, submission } = pages(await browser.open(application.url));
    await submit.addSamples();
    await submit.sendButton.click();
    await submit.submissionState('recibidas-lantegiak.xml', 'accepted').waitFor();
    await window.goTo('history');
    await history.open('recibidas-lantegiak.xml');
    await submission.cancel('whole');
    await submit.standing('recibidas-lantegiak.anulación.xml', 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState('recibidas-lantegiak.anulación.xml', 'accepted').waitFor();
  });
});

describeInSoak('a refusal that nobody will correct', () => {
  it('is dismissed from the Overview, the history and its own page, is marked as dismissed, and can be opened again', async () => {
    const application = await openApplication();
    const page = await browser.open(application.url);
    const all = pages(page);
    const { window, history, submission } = all;
    const dialog = new DismissDialog(page);
    const look = async (name: string) => {
      expect(await findViolations(page), name).toEqual([]);
      await takePicture(page, name);
    };
    await earnPartialAnswer(all);

    await window.goToActivity();
    const waiting = page.getByTestId('waiting-dismiss');
    await look('dismiss-overview');
    await waiting.click();
    await dialog.dialog.waitFor();
    await look('dismiss-dialog');
    await dialog.save('Eran de otra empresa');
    await waiting.waitFor({ state: 'detached' });
    await window.attentionBadge.waitFor({ state: 'detached' });

    await window.goTo('history');
    await history.dismissedMark('segunda.xml').waitFor();
    await history.choose('state', 'Cerrados sin corregir');
    await expect.poll(() => history.rows.count()).toBe(1);
    await history.dismissedMark('segunda.xml').waitFor();
    await look('dismissed-history');
    await history.open('segunda.xml');
    await submission.attention.getByText('Eran de otra empresa').waitFor();
    await submission.timeline.getByText('Eran de otra empresa').waitFor();
    for (const language of ['eu', 'en', 'es'] as const) {
      await window.chooseLanguage(language);
      await look(`dismissed-${language}`);
    }
    await submission.reopenButton.click();
    await submission.prepareCorrection.waitFor();
    await window.attentionBadge.waitFor();
    await look('dismiss-submission');

    await window.goTo('history');
    await history.choose('state', 'Necesitan su atención');
    await history.dismiss('segunda.xml').waitFor();
    await look('dismiss-history');
    await history.dismiss('segunda.xml').click();
    await dialog.save('');
    await history.empty.waitFor();
    await window.attentionBadge.waitFor({ state: 'detached' });
    expect(await submission.attention.count(), 'the row did not open its page').toBe(0);
  });
});
