import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { DialogKeys } from './pages/dialog-keys.ts';
import { HistoryPage } from './pages/history-page.ts';
import { QueuePage } from './pages/queue-page.ts';
import { RetryAllPage } from './pages/retry-all-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { UnknownPage } from './pages/unknown-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const person = { taxId: '09760433S', name: 'Etxeberria Agirre Miren' };
const received = (number: number) => ({
  name: `recibidas ${number}.xml`,
  content: makeDocument('240-received', {
    seed: 5,
    records: 2,
    firstRecord: 2 * number,
    taxpayer: company,
  }),
});
const mustRecycle = (number: number) => ({
  name: `gastos ${number}.xml`,
  content: makeDocument('140-with-invoice', {
    seed: 6,
    records: 2,
    firstRecord: 2 * number,
    taxpayer: person,
  }),
});
/** More of each company than may leave at once. */
const notNow = Array.from({ length: 4 }, () => ({ kind: 'status', status: 429, retryAfter: 3600 }));

/**
 * A window on a history that comes from a copy: five files had waited in the queue, and of one
 * before them the answer was lost.
 */
async function openRestored() {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const [window, submit, queue] = [new WindowPage(page), new SubmitPage(page), new QueuePage(page)];
  const waiting = [received(1), received(2), received(3), mustRecycle(1), mustRecycle(2)];
  await window.dropFiles([received(0), ...waiting]);
  // Each company is known when its files are checked.
  for (const { name } of waiting) await submit.standing(name, 'newCompany').waitFor();
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  for (const { name } of waiting) await submit.standing(name, 'ready').waitFor();
  await planFaults(application.dataFolder, [{ kind: 'drop_after' }, ...notNow]);
  await submit.chooseBox(received(0).name).check();
  await submit.sendButton.click();
  await submit.submissionState(received(0).name, 'unknown').waitFor();
  await submit.sendButton.click();
  for (const { name } of waiting) await submit.submissionState(name, 'queued').waitFor();
  await window.goToSettings('copies');
  await queue.createBackup.click();
  await queue.backups('archive').first().waitFor();
  await window.goTo('submit');
  await submit.cancelQueue.click();
  for (const { name } of waiting) await submit.submissionState(name, 'cancelled').waitFor();
  await window.goToSettings('copies');
  await queue.restore('archive');
  await expect.poll(() => window.attentionBadge.textContent()).toContain('6');
  return { application, page, window };
}

it('submissions with an unknown end are found by reason or company, chosen, and resolved together', async () => {
  const { page, window } = await openRestored();
  const [history, unknown] = [new HistoryPage(page), new UnknownPage(page)];
  await window.goToActivity();
  await unknown.onActivity.click();
  await window.waitUntilReady('history');
  await expect.poll(() => history.rows.count()).toBe(6);
  // A lost answer has nothing to do with the copy.
  await unknown.chooseCause('El historial se ha recuperado de una copia (5)');
  await expect.poll(() => history.rows.count()).toBe(5);
  await history.choose('company', company.name);
  await expect.poll(() => history.rows.count()).toBe(3);
  expect(await findViolations(page)).toEqual([]);

  // With the keyboard: a row, and all of them.
  await page.getByRole('grid').focus();
  for (const key of ['Home', 'Space']) await page.keyboard.press(key);
  await unknown.resolveChosen.getByText('Resolver 1').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await unknown.resolveChosen.getByText('Resolver los 3').click();
  const said = await unknown.summary.innerText();
  for (const words of [
    company.name,
    company.taxId,
    '3 envíos',
    '6 registros',
    '3 envíos · El historial se ha recuperado de una copia',
  ])
    expect(said).toContain(words);
  expect(said).not.toContain(person.name);
  await takePicture(page, 'resolve-all');
  expect(await findViolations(page)).toEqual([]);
  // Refused, it stays open with the choice and the text, and leads to the reason.
  const keys = new DialogKeys(page);
  await unknown.dialog.locator('input[type="radio"][value="rejected"]').check();
  await keys.expectRefusal('submissions.resolveAll', keys.submit);
  await unknown.decide('accepted', 'Vistas en el panel');
  await window.toast('Resultado registrado en 3 envíos.').waitFor();
  await history.empty.waitFor();
  await expect.poll(() => window.attentionBadge.textContent()).toContain('3');

  await window.railLink('history').click();
  await history.choose('state', 'Aceptado');
  await history.open('recibidas 2.xml');
  const submission = new SubmissionPage(page);
  await submission.timeline.getByText('Vistas en el panel').waitFor();
  await submission.timeline.getByText('Consta como aceptado').waitFor();
  // All of its records can be cancelled; none has a result by which to choose it.
  await page.getByTestId('cancel-records').click();
  const cancelling = page.getByTestId('cancel-dialog');
  await cancelling.waitFor();
  expect(await cancelling.getByRole('radio').count()).toBe(1);
  await page.keyboard.press('Escape');
  await cancelling.waitFor({ state: 'detached' });

  // The link starts with its own filters, not with those that were changed after it.
  await window.goToActivity();
  await unknown.onActivity.click();
  await window.waitUntilReady('history');
  await expect.poll(() => history.rows.count()).toBe(3);
  // Back from a page, the changed ones are there.
  await history.choose('company', person.name);
  await expect.poll(() => history.rows.count()).toBe(2);
  await history.open('gastos 1.xml');
  await submission.timeline.waitFor();
  await page.goBack();
  await window.waitUntilReady('history');
  await expect.poll(() => history.rows.count()).toBe(2);
  expect(await history.filter('company').inputValue()).toContain('Etxeberria');
});

inSoak('one that another window has decided on meanwhile stays as it is, and is told', async () => {
  const { page, window } = await openRestored();
  const [history, unknown] = [new HistoryPage(page), new UnknownPage(page)];
  // A tab that is opened from another has its session.
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open('/#/history?state=unknown')),
  ]);
  await new WindowPage(other).waitUntilReady('history');
  await new HistoryPage(other).open('gastos 1.xml');
  await page.bringToFront();
  // From one of them to all with the same reason.
  await window.goTo('history');
  await history.open('gastos 2.xml');
  await unknown.together.click();
  await window.waitUntilReady('history');
  await unknown.chooseAll.click();
  await unknown.resolveChosen.getByText('Resolver los 5').click();
  await other.bringToFront();
  await new SubmissionPage(other).resolve('rejected', 'Otra mesa');
  await page.bringToFront();
  await unknown.decide('not_delivered', 'No constan');
  // They could be sent again at once; not now.
  await new RetryAllPage(page).leave();
  await window.toast('1 ya tenía resultado y no cambia: gastos 1.xml').waitFor();
  await other.getByTestId('decided').getByText('Otra mesa').waitFor();
  await window.toast('Resultado registrado en 4 envíos.').getByRole('link').click();
  await expect.poll(() => history.rows.count()).toBe(4);
  for (const name of ['recibidas 1.xml', 'gastos 2.xml'])
    await history.state(name, 'failed').waitFor();
  await window.railLink('history').click();
  await history.choose('state', 'Rechazado');
  await history.state('gastos 1.xml', 'rejected').waitFor();
  await history.choose('state', 'Resultado desconocido');
  await history.state('recibidas 0.xml', 'unknown').waitFor();
});
