import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { findViolations, takePicture } from './looks.ts';
import { BatchPage } from './pages/batch-page.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { CorrectManyPage } from './pages/correct-many-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const indexes = [1, 2, 3];

/** Invoices that a client received; `records` invoices, from number `first`. */
function invoices(index: number, records: number, note = '') {
  const taxpayer = { taxId: companyTaxId('B', 4_900_000 + index), name: `Cliente ${index} SL` };
  const xml = makeDocument('240-received', { seed: 40 + index, records, taxpayer });
  return xml.replace('</NumFactura>', `</NumFactura>${note}`);
}

it('records that the LROE has already, in many files: one notice, one dialog, one file for each', async () => {
  const application = await startApplication();
  const page = await browser.open(application.url);
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  const [history, correct] = [new HistoryPage(page), new CorrectManyPage(page)];
  await window.dropFiles(
    indexes.map((index) => ({ name: `enero-${index}.xml`, content: invoices(index, 2) })),
  );
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  for (const index of indexes) await submit.standing(`enero-${index}.xml`, 'ready').waitFor();
  await submit.sendButton.click();
  await submit.submissionState('enero-3.xml', 'accepted').waitFor();
  await window.dropFiles([
    { name: 'otra-1.xml', content: invoices(1, 2, '<!-- again -->') },
    { name: 'otra-2.xml', content: invoices(2, 2, '<!-- again -->') },
    { name: 'otra-3.xml', content: invoices(3, 4) },
  ]);
  await submit.standing('otra-3.xml', 'warnings').waitFor();
  await submit.sendButton.click();
  await submit.sendDuplicates.click();

  await correct.notice.getByText('3 envíos por corregir').waitFor();
  await correct.notice.getByText('6 registros ya constan en el LROE · 3 envíos').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'correct-many-notice');
  await submit.openBatch.click();
  await new BatchPage(page).waitUntilReady();
  await correct.way('leave_out').click();
  await correct.dialog.getByText('De 3 envíos no queda nada más').waitFor();
  await takePicture(page, 'correct-many-batch');
  await page.keyboard.press('Escape');
  await correct.dialog.waitFor({ state: 'detached' });

  await window.goTo('history');
  await history.choose('state', 'Rechazado');
  await expect.poll(() => history.rows.count()).toBe(2);
  await history.choose('state', 'Aceptado en parte o con errores');
  await history.row('otra-3.xml').getByText('2 no anotados').waitFor();
  await correct.chooseAll.click();
  await correct.openChosen.click();
  await correct.files.first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'correct-many-history');
  await page.keyboard.press('Escape');

  await window.goTo('submit');
  await correct.way('modify').click();
  await expect.poll(() => correct.files.count()).toBe(3);
  await takePicture(page, 'correct-many-dialog');
  await correct.save.click();
  await window.toast('3 archivos añadidos a Presentar').waitFor();
  await correct.notice.waitFor({ state: 'detached' });
  await submit.standing('otra-1.modificación.xml', 'ready').waitFor();
  await submit.row('otra-1.xml').waitFor({ state: 'detached' });
  await submit.sendButton.click();
  for (const index of indexes)
    await submit.submissionState(`otra-${index}.modificación.xml`, 'accepted').waitFor();
  await window.attentionBadge.waitFor({ state: 'detached' });
  await takePicture(page, 'correct-many-done');
  expect(await correct.notice.count()).toBe(0);
});
