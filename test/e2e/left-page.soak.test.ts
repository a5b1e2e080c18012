import { expect, it } from 'vitest';
import type { MethodName } from '../../contract/methods.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { beforeAnswer, openUndelivered } from './fixtures/late-answer.ts';
import { importPersons, person } from './fixtures/portfolio.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { AuthorizationsPage } from './pages/authorizations-page.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { ImportPage } from './pages/import-page.ts';
import { RetryAllPage } from './pages/retry-all-page.ts';
import { UnknownPage } from './pages/unknown-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

it('an import of companies tells its end also when its page was left, and no other begins', async () => {
  const page = await browser.open((await openApplication()).url);
  const [window, table] = [new WindowPage(page), new ImportPage(page)];
  const client = (number: number) => ({
    name: `Taller ${number}`,
    taxId: companyTaxId('B', number),
  });
  const fileOf = (name: string, number: number) => ({
    name,
    content: `NIF;Razón social;Territorio\n${client(number).taxId};${client(number).name};Bizkaia\n`,
  });
  await window.goTo('companies');
  await window.dropFiles([fileOf('uno.csv', 1), fileOf('dos.csv', 2)]);
  await table.rowsOf('draft').waitFor();
  const held = { method: 'companies.importFile', what: 'answer' } as const;
  const save = () => table.saveButton.click();
  await beforeAnswer(page, held, save, async () => {
    await table.nextTable.and(page.locator(':disabled')).waitFor();
    await window.goTo('companies');
  });
  await window.toast('1 empresa importada').waitFor();

  await window.dropFiles([fileOf('tres.csv', 3)]);
  await table.rowsOf('draft').waitFor();
  const { taxId, name: fullName } = client(3);
  const created = { isIndividual: false, fullName, taxId, territoryId: 'bizkaia' };
  await callElsewhere(page, 'companies.create', created);
  await beforeAnswer(page, held, save, () => window.goTo('companies'));
  await window.toast('Hay filas con errores').waitFor();
});

it('a step for several tells its result also when its dialog was closed', async () => {
  const { page, dataFolder, window, history } = await openUndelivered(browser);
  const [retry, unknown] = [new RetryAllPage(page), new UnknownPage(page)];
  const many = new AuthorizationsPage(page);
  /** Presses the dialog's button and Escape, one after the other. */
  const leave = async (
    method: MethodName,
    press: () => Promise<void>,
    next: () => Promise<void> = async () => undefined,
  ) => {
    await beforeAnswer(page, { method, what: 'answer' }, press, async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await next();
    });
  };
  await window.goTo('history');
  await history.choose('state', 'No entregado');
  await retry.chooseAll.click();
  await retry.chosen.click();
  await planFaults(dataFolder, [{ kind: 'drop_after' }]);
  await leave('submissions.retryAll', () => retry.save.click());
  await window.toast('1 envío vuelve a la cola').waitFor();

  await window.attentionBadge.waitFor();
  await history.choose('state', 'Resultado desconocido');
  await unknown.chooseAll.click();
  await unknown.resolveChosen.click();
  await unknown.dialog.locator('[value="accepted"]').check();
  await leave('submissions.resolveAll', () => unknown.dialog.getByTestId('dialog-save').click());
  await window.toast('Resultado registrado en 1 envío').waitFor();

  await importPersons(page, 2);
  await new CompaniesPage(page).openAuthorizations();
  await many.tab('all').click();
  await many.chooseAll.click();
  const later = many.row(person(2).taxId).getByRole('checkbox');
  await later.uncheck();
  await many.chosenButton('note').click();
  const save = page.getByTestId('note-dialog').getByTestId('dialog-save');
  await leave(
    'authorizations.noteUploadAll',
    () => save.click(),
    () => later.check(),
  );
  await window.toast('Registrado en 2 empresas').waitFor();
  // What was chosen before the answer stays chosen.
  expect(await later.isChecked()).toBe(true);
});

it('a refusal is told also when its dialog was closed', async () => {
  const { page, window, history } = await openUndelivered(browser);
  await window.goTo('history');
  await history.open('uno.xml');
  await page.getByTestId('dismiss').click();
  const dialog = page.getByTestId('dismiss-dialog');
  const save = () => dialog.getByTestId('dialog-save').click();
  // As when another window has the folder.
  await page.route('**/api/call', async (route) => {
    if (route.request().postDataJSON().method !== 'submissions.dismiss') return route.fallback();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await route.fulfill({
      json: { ok: false, error: { code: 'data_folder_in_use', details: {} } },
    });
  });
  await save();
  await window.toast('uno.xml').getByText('Otra ventana de Zubi usa esta carpeta').waitFor();
});
