import { expect, it } from 'vitest';
import { filingPeriodAt, periodBefore } from '../../main/platform/filing-period.ts';
import { share } from '../fixtures/lifetime.ts';
import { dueDays } from '../fixtures/validator/due-days.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { companyTaxId, personTaxId } from '../fixtures/validator/tax-ids.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { ImportPage } from './pages/import-page.ts';
import { QuarterPage } from './pages/quarter-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const office = [
  { code: '0001', taxId: companyTaxId('B', 4_800_001), name: 'Panadería Sestao', adviser: 'Ane' },
  { code: '0002', taxId: companyTaxId('B', 4_800_002), name: 'Taller Igorre', adviser: 'Jon' },
  { code: '0003', taxId: companyTaxId('B', 4_800_003), name: 'Garajes Mungia', adviser: 'Ane' },
] as const;
const person = { taxId: personTaxId(14_125_480), adviser: 'Ane' };

const opened = share(async () => {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const window = new WindowPage(page);
  // Without companies the first files are dropped first.
  await window.waitUntilReady('submit');
  await window.goTo('companies');
  const table = [
    'Código;NIF;Razón social;Nombre;Apellido 1;Responsable;Territorio',
    ...office.map(({ code, taxId, name, adviser }) =>
      [code, taxId, name, '', '', adviser, 'Bizkaia'].join(';'),
    ),
    ['0004', person.taxId, '', 'Miren', 'Goñi', person.adviser, 'Bizkaia'].join(';'),
  ].join('\n');
  await window.dropFiles([{ name: 'clientes.csv', content: table }]);
  await window.waitUntilReady('import');
  await new ImportPage(page).save();
  const companies = new CompaniesPage(page);
  await companies.createDrafts.click();
  await companies.inState('draft').first().waitFor({ state: 'detached' });
  await companies.job.waitFor({ state: 'detached' });
  return { page, window, quarter: new QuarterPage(page) };
});

async function clientsOf(name: string): Promise<string[]> {
  const { companies } = await callElsewhere(opened().page, 'quarter.get', {});
  const own = companies.filter(({ adviser, taxId }) => adviser === name && taxId !== person.taxId);
  return own.map(({ id }) => id);
}

const fileOf = (index: 0 | 1 | 2, seed: number, now = new Date()) => ({
  name: `${office[index].name}.xml`,
  content: makeDocument('240-received', {
    seed,
    records: 3,
    taxpayer: office[index],
    ...dueDays(now),
  }),
});

it('the quarter counts every company, and each cell leads to its work', async () => {
  const { page, window, quarter } = opened();
  await window.open(new URL('/', page.url()).href);
  await window.waitUntilReady('overview');
  await expect.poll(() => quarter.rows.count()).toBe(4);
  expect(await quarter.complete.innerText()).toBe('0 de 4 empresas completas');
  expect(await quarter.cell('missing').count()).toBe(4);

  await window.dropFiles([fileOf(0, 1), fileOf(1, 2)]);
  for (const name of ['Panadería Sestao.xml', 'Taller Igorre.xml'])
    await new SubmitPage(page).standing(name, 'ready').waitFor();
  await window.goTo('overview');
  await expect.poll(() => quarter.cell('ready').count()).toBe(2);
  const first = quarter.rows.first();
  expect(await first.innerText(), 'ready before missing').toContain('Panadería Sestao');
  await takePicture(page, 'quarter-ready');
  await quarter.row('Taller Igorre').getByTestId('cell-ready').click();
  await window.waitUntilReady('submit');
  const submit = new SubmitPage(page);
  await submit.openFilters();
  await expect.poll(() => submit.narrowedCompany.inputValue()).toContain('Taller');
  await page.keyboard.press('Escape');

  // A company without files is searched, so that another company's are not taken for its own.
  await window.goTo('overview');
  await quarter.row('Garajes Mungia').getByTestId('cell-missing').click();
  await window.waitUntilReady('submit');
  const search = page.getByTestId('search-files');
  await expect.poll(() => search.inputValue()).toBe(office[2].taxId);
  expect(await submit.standing('Taller Igorre.xml', 'ready').count()).toBe(0);
  await search.fill('');

  await window.goTo('overview');
  await quarter.sendButton.getByText('Enviar lo listo · 2 empresas').click();
  await expect.poll(() => quarter.complete.innerText()).toBe('2 de 4 empresas completas');
  await expect.poll(() => quarter.rows.count(), { message: 'the tab goes on' }).toBe(2);
  await quarter.show('complete');
  await expect.poll(() => quarter.cell('complete').count()).toBe(2);
});

it('a company is marked as having nothing to file, and tab, adviser and words filter the list', async () => {
  const { page, window, quarter } = opened();
  await window.openAnew('overview');
  await quarter.openActions('Garajes Mungia');
  await quarter.markNothing.click();
  await expect.poll(() => quarter.row('Garajes Mungia').count()).toBe(0);
  await quarter.show('all');
  await quarter.row('Garajes Mungia').getByTestId('cell-nothing').waitFor();
  await quarter.choose('adviser', 'Ane');
  await quarter.search.fill('B4800');
  await expect.poll(() => quarter.rows.count()).toBe(2);
  // The list hears of it before the dialog does, and loses them.
  await page.route('**/api/call', async (route) => {
    if (route.request().postDataJSON().method !== 'companies.setLabels') return route.continue();
    const response = await route.fetch();
    await expect.poll(() => quarter.rows.count()).toBe(0);
    await route.fulfill({ response });
  });
  await page.getByTestId('choose-shown').check();
  await page.getByTestId('label-adviser').click();
  await page.getByTestId('label-text').fill('Eider');
  await page.getByTestId('label-dialog').locator('button[type="submit"]').click();
  await window.toast('2 empresas cambiadas').waitFor();
  await page.getByTestId('quarter-foot').waitFor({ state: 'detached' });
  await page.unroute('**/api/call');
  await quarter.choose('adviser', 'Eider');
  await expect.poll(() => quarter.rows.count()).toBe(2);
  // A filter goes with the last company that has its value.
  const companyIds = await clientsOf('Eider');
  await callElsewhere(page, 'companies.setLabels', { companyIds, adviser: 'Ane' });
  await expect.poll(() => quarter.rows.count()).toBe(3);
  await quarter.search.fill('0003');
  await expect.poll(() => quarter.rows.count()).toBe(1);
  await quarter.search.fill('panaderia garajes');
  await page.getByText('Ninguna empresa coincide').waitFor();
  await page.getByTestId('quarter-show-all').click();
  await expect.poll(() => quarter.rows.count()).toBe(4);

  await quarter.openActions('Garajes Mungia');
  await quarter.markNothing.getByText('Quitar').click();
  await quarter.row('Garajes Mungia').getByTestId('cell-missing').waitFor();
  // A brief note goes with its language, also under the pointer, where its time does not run.
  const note = window.toast('vuelve a estar pendiente');
  await note.hover();
  await page.locator('header button[aria-haspopup="menu"]').press('Enter');
  await page.locator('[role="menuitem"][lang="en"]').press('Enter');
  await note.waitFor({ state: 'detached' });
  await window.chooseLanguage('es');

  await quarter.previous.click();
  await page.getByText('No hay datos de ese trimestre').waitFor();
  await quarter.next.click();
  await expect.poll(() => quarter.rows.count()).toBe(4);
});

inSoak('companies chosen for a label get it, although they leave the list', async () => {
  const { page, window, quarter } = opened();
  await window.openAnew('overview');
  await quarter.show('all');
  await quarter.choose('adviser', 'Ane');
  await quarter.search.fill('B4800');
  await page.getByTestId('choose-shown').check();
  await page.getByTestId('label-group').click();
  await page.getByTestId('label-text').fill('Norte');
  const companyIds = await clientsOf('Ane');
  for (const adviser of ['Jon', 'Ane']) {
    await callElsewhere(page, 'companies.setLabels', { companyIds, adviser });
    await expect.poll(() => quarter.rows.count()).toBe(adviser === 'Ane' ? 2 : 0);
  }
  await page.getByTestId('label-dialog').locator('button[type="submit"]').click();
  await window.toast('2 empresas cambiadas').waitFor();
  await callElsewhere(page, 'companies.setLabels', { companyIds, group: null });
});

inSoak('the matrix is one Tab stop, and arrows reach every cell', async () => {
  const { page, window, quarter } = opened();
  await window.openAnew('overview');
  await quarter.show('all');
  await quarter.grid.focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  const active = await quarter.grid.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).getAttribute('data-active')).toBe('true');
  const tabStops = await quarter.grid.evaluate(
    (grid) =>
      [...grid.querySelectorAll<HTMLElement>('a, button')].filter(({ tabIndex }) => tabIndex >= 0)
        .length,
  );
  expect(tabStops).toBe(0);
  await page.keyboard.press('Home');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter'])
    await page.keyboard.press(key);
  await window.waitUntilReady('company');
  await window.goTo('overview');
});

it('the list is saved as a workbook, deadlines as a calendar, and totals are compared', async () => {
  const { page, window, quarter } = opened();
  await window.openAnew('overview');
  await quarter.show('all');
  expect(await quarter.saveBy('quarter-export')).toMatch(/^zubi-\d{4}-\dT\.xlsx$/);
  // A dialog leaves a note its space: it would move under the pointer when the note goes.
  await window.toast('4 empresas exportadas').getByRole('button').click();
  await window.toast('4 empresas exportadas').waitFor({ state: 'detached' });
  await quarter.openMore('calendar');
  await quarter.calendarDialog.getByTestId('calendar-deadline').nth(3).waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await quarter.saveBy('calendar-save')).toBe('zubi-lroe.ics');
  await page.keyboard.press('Escape');
  await quarter.calendarDialog.waitFor({ state: 'detached' });

  await quarter.openMore('totals');
  const table = `NIF;Importe\n${office[0].taxId};1,00\nB00000034;5,00\n`;
  await page
    .getByTestId('totals-file')
    .setInputFiles({ name: 'totales.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await quarter.totalsDialog.getByText('Totales de 1 empresa guardados').waitFor();
  await quarter.totalsDialog.getByText('Fila 3: B00000034 no está').waitFor();
  await quarter.totalsDialog.getByText('1 empresa no cuadra').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await quarter.totalsDialog
    .getByRole('button', { name: 'Cerrar' })
    .and(page.locator(':focus'))
    .waitFor();
  await quarter.totalsDialog.getByTestId('totals-see').click();
  await quarter.totalsDialog.waitFor({ state: 'detached' });
  await expect.poll(() => quarter.rows.count()).toBe(1);
  await quarter.row(office[0].name).getByTestId('totals-differ').waitFor();
  await quarter.row(office[0].name).getByRole('link', { name: office[0].name }).click();
  await window.waitUntilReady('company');
  await page.getByTestId('quarter-strip').getByText('Completo').waitFor();
  await page.getByTestId('strip-accounting').getByText('Contabilidad: 1,00').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await window.goTo('overview');
  await quarter.openMore('totals');
  await page.getByTestId('totals-remove').click();
  await quarter.totalsDialog.getByRole('button', { name: 'Quitar definitivamente' }).click();
  await quarter.totalsDialog.getByText('Totales quitados').waitFor();
  await page.keyboard.press('Enter');
  await quarter.totalsDialog.waitFor({ state: 'detached' });
  expect(await page.getByTestId('totals-differ').count()).toBe(0);
});

it('files of an earlier quarter are in it, and the way there is in sight', async () => {
  const { page, window, quarter } = opened();
  const current = filingPeriodAt(new Date());
  const { id, year, quarter: number } = periodBefore(current);
  const submit = new SubmitPage(page);
  // Sent late: on a day of the quarter before the next one is due.
  const then = new Date(`${periodBefore(periodBefore(current)).deadline}T12:00:00Z`);
  then.setUTCDate(then.getUTCDate() + 1);
  await window.openAnew('submit');
  await window.dropFiles([{ ...fileOf(2, 9, then), name: 'tarde.xml' }]);
  await submit.standing('tarde.xml', 'ready').waitFor();
  await page.getByTestId('submit-periods').getByText(`T${number} ${year}`).waitFor();
  await window.goTo('overview');
  await quarter.show('all');
  await quarter.row('Garajes Mungia').getByTestId('cell-missing').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByTestId(`other-quarter-${id}`).click();
  await quarter.row('Garajes Mungia').getByTestId('cell-ready').waitFor();
  // A refusal and a dialog of this quarter do not go to another one.
  await page.route('**/api/call', (route) =>
    route.request().postDataJSON().method === 'submissions.send'
      ? route.fulfill({ json: { ok: false, error: { code: 'internal', details: {} } } })
      : route.continue(),
  );
  await quarter.sendButton.click();
  await window.errorNotice.waitFor();
  await page.unroute('**/api/call');
  await quarter.openMore('totals');
  await page.goBack();
  for (const gone of [quarter.totalsDialog, window.errorNotice])
    await gone.waitFor({ state: 'detached' });
  await page.goForward();
  await quarter.sendButton.click();
  await quarter.row('Garajes Mungia').getByTestId('cell-complete').waitFor();
  await quarter.next.click();
  await quarter.row('Garajes Mungia').getByTestId('cell-missing').waitFor();
  expect(await page.getByTestId('other-quarters').count()).toBe(0);
});

inSoak('the companies are listed with the office’s code and adviser, to filter by', async () => {
  const { page, window } = opened();
  await window.goTo('companies');
  const row = page.getByRole('row').filter({ hasText: 'Taller Igorre' });
  await row.getByText('0002', { exact: true }).waitFor();
  await row.getByText('Jon', { exact: true }).waitFor();
  // Neither a territory that all share, nor what a Software Garante office does not need.
  for (const name of ['Territorio', 'Autorización'])
    expect(await page.getByRole('columnheader', { name }).count(), name).toBe(0);
  const companies = new CompaniesPage(page);
  await companies.filter('adviser', 'Ane');
  await expect.poll(() => companies.rows.count()).toBe(3);
  expect(await row.count()).toBe(0);
});
