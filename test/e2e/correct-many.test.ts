import type { Request, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { entity, register } from './fixtures/registered.ts';
import { findViolations, takePicture } from './looks.ts';
import { BatchPage } from './pages/batch-page.ts';
import { CorrectManyPage } from './pages/correct-many-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const indexes = [1, 2, 3];

const client = (index: number) => ({
  taxId: companyTaxId('B', 4_900_000 + index),
  name: `Cliente ${index} SL`,
});

/** Invoices that a client received; `records` invoices, from number `first`. */
function invoices(index: number, records: number, note = '', firstRecord = 0) {
  const taxpayer = client(index);
  const xml = makeDocument('240-received', { seed: 40 + index, records, firstRecord, taxpayer });
  return xml.replace('</NumFactura>', `</NumFactura>${note}`);
}

it('records that the LROE has already, in many files: one notice, one dialog, one file for each company', async () => {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  const [history, correct] = [new HistoryPage(page), new CorrectManyPage(page)];
  await register(page, ...indexes.map((index) => entity(client(index))));
  await window.dropFiles(
    indexes.map((index) => ({ name: `enero-${index}.xml`, content: invoices(index, 2) })),
  );
  for (const index of indexes) await submit.standing(`enero-${index}.xml`, 'ready').waitFor();
  await submit.sendButton.click();
  for (const index of indexes)
    await submit.submissionState(`enero-${index}.xml`, 'accepted').waitFor();
  await window.dropFiles([
    { name: 'otra-1.xml', content: invoices(1, 1, '<!-- again -->') },
    { name: 'otra-4.xml', content: invoices(1, 1, '<!-- again -->', 1) },
    { name: 'otra-2.xml', content: invoices(2, 2, '<!-- again -->') },
    { name: 'otra-3.xml', content: invoices(3, 4) },
  ]);
  for (const index of [1, 2, 3, 4])
    await submit.standing(`otra-${index}.xml`, 'warnings').waitFor();
  await submit.sendButton.click();
  await submit.sendDuplicates.click();

  await correct.notice.getByText('4 envíos por corregir').waitFor();
  await correct.notice.getByText('6 registros ya constan en el LROE · 4 envíos').waitFor();
  await submit.select('otra-2.xml');
  const refusal = submit.panel.getByTestId('ledger-refusal');
  await refusal.getByText('Hacienda no ha admitido ningún registro').waitFor();
  expect(await refusal.getByTestId('refused-records').allInnerTexts()).toEqual([
    expect.stringMatching(/ya consta .*B4_2000003\s+\S+, \S+$/),
  ]);
  // It stays when it cannot be read again.
  const isOfRecords = (request: Request) =>
    request.postData()?.includes('"submissions.records"') === true;
  const fail = async (route: Route) => {
    if (!isOfRecords(route.request())) return route.fallback();
    await route.fulfill({ json: { ok: false, error: { code: 'database_locked', details: {} } } });
  };
  await page.route('**/api/call', fail);
  const { submissions } = await callElsewhere(page, 'submissions.list', {});
  const ids = submissions.flatMap(({ id, state }) => (state === 'rejected' ? [id] : []));
  for (const method of ['submissions.dismiss', 'submissions.reopen'] as const) {
    const refused = page.waitForResponse((response) => isOfRecords(response.request()));
    await callElsewhere(page, method, { ids: ids.slice(0, 1), note: '' });
    await refused;
  }
  await correct.notice.getByText('4 envíos por corregir').waitFor();
  expect(await refusal.getByTestId('refused-records').count()).toBe(1);
  // A window opened again says that they load, and why they could not. No event comes any more.
  const answered = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    if (isOfRecords(route.request())) await answered.promise;
    await route.fallback();
  };
  await page.route('**/api/call', hold);
  await page.reload();
  await submit.select('otra-2.xml');
  const loading = submit.panel.getByLabel('Cargando');
  await expect.poll(() => loading.count()).toBe(1);
  answered.resolve();
  await window.errorOf('database_locked').waitFor();
  await page.unroute('**/api/call');
  await submit.panel.getByRole('button', { name: 'Volver a intentar' }).click();
  await refusal.getByText('Hacienda no ha admitido ningún registro').waitFor();
  await submit.select('otra-3.xml');
  await refusal.getByText('2 registros por corregir').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'correct-many-notice');
  await submit.openBatch.click();
  await new BatchPage(page).waitUntilReady();
  await correct.way('leave_out').click();
  await correct.dialog.getByText('4 envíos no tienen nada más').waitFor();
  await takePicture(page, 'correct-many-batch');
  await page.keyboard.press('Escape');
  await correct.dialog.waitFor({ state: 'detached' });

  await window.goTo('history');
  await history.choose('state', 'Rechazado');
  await expect.poll(() => history.rows.count()).toBe(3);
  await history.choose('state', 'Aceptado en parte o con errores');
  await history.row('otra-3.xml').getByText('2 no anotados').waitFor();
  await correct.chooseAll.click();
  await correct.openChosen.click();
  await correct.files.first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'correct-many-history');
  await page.keyboard.press('Escape');

  // It stays open while another window sends a file of the list.
  await window.dropFiles([{ name: 'más.xml', content: invoices(2, 1, '', 9) }]);
  await submit.standing('más.xml', 'ready').waitFor();
  await correct.way('modify').click();
  await expect.poll(() => correct.files.count()).toBe(4);
  const { files } = await callElsewhere(page, 'submissions.worklist', {});
  const fileIds = files.flatMap(({ id, name }) => (name === 'más.xml' ? [id] : []));
  await callElsewhere(page, 'submissions.send', { fileIds, confirmDuplicates: false });
  await submit.submissionState('más.xml', 'accepted').waitFor();
  expect(await correct.files.count()).toBe(4);
  await takePicture(page, 'correct-many-dialog');
  await correct.save.click();
  await correct.dialog.waitFor({ state: 'detached' });
  // The files are there before the dialog goes.
  await submit.ofLength(8).waitFor({ timeout: 500 });
  await window.toast('3 archivos añadidos a Presentar').waitFor();
  await correct.notice.waitFor({ state: 'detached' });
  // Whichever of the client's two was sent first gives its name.
  const [one, four] = ['otra-1.modificación.xml', 'otra-4.modificación.xml'];
  await submit.row(one).or(submit.row(four)).waitFor();
  const joined = (await submit.row(one).count()) === 1 ? one : four;
  const made = [joined, 'otra-2.modificación.xml', 'otra-3.modificación.xml'];
  for (const name of made) await submit.standing(name, 'ready').waitFor();
  for (const index of [1, 4]) await submit.row(`otra-${index}.xml`).waitFor({ state: 'detached' });
  await submit.row(joined).click();
  await page.getByTestId('file-origin').getByText('y 1 envío más').waitFor();
  await submit.sendButton.click();
  for (const name of made) await submit.submissionState(name, 'accepted').waitFor();
  await window.attentionBadge.waitFor({ state: 'detached' });
  // The corrected one needs nothing more, on its page either.
  await submit.submissionState('otra-3.xml', 'partially_accepted').click();
  const submission = new SubmissionPage(page);
  await submission.attention.getByText('Corregido con otro envío').waitFor();
  await submission.recordTab('work').getByText('Con fallos').waitFor();
  expect(await submission.recordTab('all').getAttribute('aria-pressed')).toBe('true');
  expect(await findViolations(page)).toEqual([]);
  // Nor in the list of the history.
  await window.railLink('history').click();
  await window.goTo('history');
  await history.choose('state', 'Rechazado');
  await history.row('otra-1.xml').getByText('Enviado después').waitFor();
  // In English too its words are whole.
  await window.chooseLanguage('en');
  const note = history.row('otra-1.xml').getByText('Sent afterwards · test');
  await note.waitFor();
  expect(await note.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  await window.chooseLanguage('es');
  // Nor on the company's page, in the same words.
  await window.goTo('companies');
  await page.getByRole('link', { name: 'Cliente 2 SL' }).click();
  await window.waitUntilReady('company');
  const refused = page.getByTestId('company-submissions').getByRole('listitem');
  await refused.filter({ hasText: 'otra-2.xml' }).getByText('Enviado después').waitFor();
  await takePicture(page, 'correct-many-history-done');
  expect(await findViolations(page)).toEqual([]);
  await window.goTo('submit');
  await takePicture(page, 'correct-many-done');
  expect(await correct.notice.count()).toBe(0);
});
