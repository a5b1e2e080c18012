import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { entity, register } from './fixtures/registered.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { CorrectManyPage } from './pages/correct-many-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { ModificationPage } from './pages/modification-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

it('an accepted invoice is modified field by field, sent as a modification and accepted', async () => {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const window = new WindowPage(page);
  const submit = new SubmitPage(page);
  const history = new HistoryPage(page);
  const record = new ModificationPage(page);
  const [alone, made] = ['facturas.modificación2.xml', 'facturas.modificación.xml'];
  const content = makeDocument('240-received', { seed: 3, records: 3, taxpayer });
  await register(page, entity(taxpayer));
  await window.dropFiles([{ name: 'facturas.xml', content }]);
  await submit.sendButton.click();
  await submit.submissionState('facturas.xml', 'accepted').waitFor();

  await window.goTo('history');
  await history.open('facturas.xml');
  await record.open(2);
  expect(await record.add.isDisabled()).toBe(true);
  expect(await record.field('CabeceraFactura/NumFactura').getAttribute('readonly')).not.toBeNull();

  // An amount that contradicts the others is reported at its field, and the report leads there.
  const base = record.field('IVA/DetalleIVA[1]/BaseImponible');
  const right = await base.inputValue();
  await base.fill('12,505');
  await page.getByText('Escriba un número con dos decimales como mucho').first().waitFor();
  await page.getByText('No es un número').waitFor();
  await base.fill('12,5');
  await page.getByText('No es un número').waitFor({ state: 'detached' });
  await expect.poll(() => record.verdict.getAttribute('data-sign')).toBe('✕');
  const quota = record.field('IVA/DetalleIVA[1]/CuotaIVASoportada');
  expect(await quota.getAttribute('aria-invalid')).toBe('true');
  await base.press('Enter');
  await expect.poll(() => record.focused.getAttribute('data-testid')).toMatch(/Cuota/);
  expect(await findViolations(page)).toEqual([]);

  // A removed line leaves the keyboard at the one beside it.
  const lines = page.locator('[data-place^="IVA/DetalleIVA["][data-place$="]"]');
  await page.getByRole('button', { name: 'Añadir: Línea', exact: true }).click();
  expect(await lines.count()).toBe(2);
  await lines.last().locator('legend button').press('Enter');
  expect(await lines.count()).toBe(1);
  await expect
    .poll(() => lines.evaluate((line) => line.contains(document.activeElement)))
    .toBe(true);

  // Changes are still there after a look at another screen.
  await base.fill(right);
  await record.field('DatosFactura/DescripcionOperacion').fill('Palés & film');
  await record.field('CabeceraFactura/FechaRecepcion').fill('30/03/2026');
  await window.goTo('companies');
  expect(await window.asksToClose()).toBe(true);
  await page.goBack();
  await expect.poll(() => record.changes.count()).toBe(2);
  // And after changes of another record.
  const open = async (position: number) => {
    await window.goTo('history');
    await history.open('facturas.xml');
    await record.open(position);
  };
  await open(3);
  await record.field('DatosFactura/DescripcionOperacion').fill('Film');
  await record.undo.click();
  await open(2);
  await expect.poll(() => record.changes.count()).toBe(2);
  await expect.poll(() => record.verdict.getAttribute('data-sign')).toBe('✓');
  await record.add.focus();
  // Two presses make one file.
  for (const _ of [1, 2]) await page.keyboard.press('Enter');

  // A later visit to the record names it; another record goes in the same file.
  await submit.standing(alone, 'ready').waitFor();
  await submit.untilFiles(2);
  expect(await window.asksToClose()).toBe(false);
  await submit.originLink.click();
  await record.open(2);
  await record.pending
    .getByText('Otra modificación de este registro espera en Presentar')
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'modification-pending');
  await record.openPending.click();
  await submit.originLink.click();
  await record.open(3);
  expect(await record.pending.count()).toBe(0);
  await record.joins.getByText(alone).waitFor();
  await record.field('DatosFactura/DescripcionOperacion').fill('Palés');
  await record.add.click();
  await submit.standing(made, 'ready').waitFor();
  await submit.row(alone).waitFor({ state: 'detached' });
  expect(await submit.originLink.textContent()).toBe('facturas.xml');
  await submit.sendButton.click();
  await submit.submissionState(made, 'accepted').waitFor();

  // A record that was cancelled since is not offered any more, and one that was changed says so.
  await window.goTo('history');
  await history.open('facturas.xml');
  const submission = new SubmissionPage(page);
  await submission.cancelOne(1);
  const cancelled = 'facturas.anulación.xml';
  await submit.standing(cancelled, 'ready').waitFor();
  await submit.sendButton.click();
  await submit.submissionState(cancelled, 'accepted').waitFor();
  await window.goTo('history');
  await history.open('facturas.xml');
  await submission.later('cancellation').getByRole('link', { name: cancelled }).waitFor();
  await expect.poll(() => submission.later('modification').count()).toBe(2);
  expect(await submission.modifiable()).toEqual(['modify-2', 'modify-3']);
  // The amounts in the question are the first ones.
  expect(await submission.readBeforeCancelling(3)).toContain(`Modificado después con ${made}`);
  expect(await findViolations(page)).toEqual([]);

  // The form leads to the cancellation too.
  await record.open(3);
  await record.cancel.click();
  await submit.standing('facturas.modificación.anulación.xml', 'ready').waitFor();
  await submit.discardFile.click();
  await window.goTo('history');
  await history.open('facturas.xml');

  // The next one starts from it, and can be written as XML.
  await record.open(2);
  expect(await record.field('DatosFactura/DescripcionOperacion').inputValue()).toBe('Palés & film');
  await record.asXml.click();
  const text = page.getByRole('dialog').getByText('Palés &amp; film');
  await text.waitFor();
});

inSoak('a form tells that another window cancels its record', async () => {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  const content = makeDocument('240-received', { seed: 3, records: 2, taxpayer });
  await window.dropFiles([{ name: 'facturas.xml', content }]);
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  await submit.sendButton.click();
  await submit.submissionState('facturas.xml', 'accepted').waitFor();
  await window.goTo('history');
  await new HistoryPage(page).open('facturas.xml');
  const asking = page.waitForRequest(
    (request) => request.postDataJSON()?.method === 'submissions.recordForm',
  );
  const record = new ModificationPage(page);
  await record.open(2);
  const asked = await asking;
  const headers = await asked.allHeaders();
  const elsewhere = async (method: string, input: object) => {
    const data = { method, input, requestId: crypto.randomUUID() };
    return (await (await page.request.post(asked.url(), { headers, data })).json()).value;
  };
  const { id } = asked.postDataJSON().input;
  const { file } = await elsewhere('submissions.buildCancellation', { id, records: [2] });
  await record.pending.waitFor();
  await elsewhere('submissions.send', { fileIds: [file.id] });
  await window.errorOf('record_not_there').waitFor();
  expect(await record.field('CabeceraFactura/NumFactura').count()).toBe(1);
});

inSoak(
  'a modification of what the LROE does not have becomes new records that it accepts',
  async () => {
    const application = await openApplication();
    const page = await browser.open(application.url);
    const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
    const [history, submission] = [new HistoryPage(page), new SubmissionPage(page)];
    const correct = new CorrectManyPage(page);
    const change = (firstRecord: number, records: number) =>
      makeDocument('240-received', { seed: 3, firstRecord, records, taxpayer }).replace(
        '<Operacion>A00<',
        '<Operacion>M00<',
      );
    await window.dropFiles([{ name: 'cambio.xml', content: change(0, 2) }]);
    await submit.createCompanies.click();
    await new CompanyDialog(page).save();
    await submit.sendButton.click();
    await submit.submissionState('cambio.xml', 'rejected').waitFor();
    await window.goTo('history');
    await history.open('cambio.xml');
    await takePicture(page, 'modification-refused');
    await submission.makeNew.click();
    const created = 'cambio.rechazados.xml';
    await submit.standing(created, 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState(created, 'accepted').waitFor();
    await window.attentionBadge.waitFor({ state: 'detached' });

    // Of many submissions they go out in one file.
    await window.dropFiles([
      { name: 'mayo.xml', content: change(2, 1) },
      { name: 'junio.xml', content: change(3, 1) },
    ]);
    for (const name of ['mayo.xml', 'junio.xml']) await submit.standing(name, 'ready').waitFor();
    await submit.sendButton.click();
    await correct.notice.getByText('2 envíos por corregir').waitFor();
    await correct.open.click();
    await correct.dialog.getByText('2 registros no constan en el LROE').waitFor();
    await takePicture(page, 'modification-missing-many');
    await correct.save.click();
    await window.toast('1 archivo añadido a Presentar').waitFor();
    await submit.sendButton.click();
    await window.attentionBadge.waitFor({ state: 'detached' });
  },
);
