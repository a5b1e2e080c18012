import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { MethodName } from '../../contract/methods.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const content = makeDocument('240-received', { seed: 51, records: 2 });

/** Acts, and does the next thing before the answer to the act's call arrives. */
async function beforeAnswer(
  page: Page,
  method: MethodName,
  act: () => Promise<void>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await page.route('**/api/call', async (route) => {
    if (route.request().postDataJSON().method !== method) return route.fallback();
    asked.resolve();
    await left.promise;
    await route.continue();
  });
  await act();
  await asked.promise;
  await meanwhile();
  left.resolve();
}

it('what the core says of a sending is said also when its page was left', async () => {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  const [history, submission] = [new HistoryPage(page), new SubmissionPage(page)];
  await window.dropFiles([{ name: 'uno.xml', content }]);
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  await submit.standing('uno.xml', 'ready').waitFor();
  await planFaults(application.dataFolder, [{ kind: 'status', status: 404 }]);
  await submit.sendButton.click();
  await submit.submissionState('uno.xml', 'failed').waitFor();

  await window.goTo('history');
  await history.open('uno.xml');
  const retry = () => submission.retryButton.click();
  await beforeAnswer(page, 'submissions.retry', retry, async () => {
    await window.goTo('submit');
    await window.dropFiles([{ name: 'dos.xml', content }]);
    await submit.chooseBox('dos.xml').check();
    await submit.sendButton.click();
    await submit.submissionState('dos.xml', 'accepted').waitFor();
  });
  await window.toast('uno.xml').getByText('Este archivo ya se envió').waitFor();

  await window.dropFiles([{ name: 'tres.xml', content }]);
  await submit.chooseBox('tres.xml').check();
  const send = () => submit.sendButton.click();
  await beforeAnswer(page, 'submissions.send', send, () => window.goTo('companies'));
  await window.toast('Este archivo repite lo que ya está en otro').waitFor();
  await window.goTo('submit');
  expect(await submit.standing('tres.xml', 'warnings').count()).toBe(1);
});
