import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { MethodName } from '../../contract/methods.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { importPersons } from './fixtures/portfolio.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { AuthorizationsPage } from './pages/authorizations-page.ts';
import { CompaniesPage, CompanyDialog } from './pages/companies-page.ts';
import { DismissDialog } from './pages/dismiss-dialog.ts';
import { HistoryPage } from './pages/history-page.ts';
import { ImportPage } from './pages/import-page.ts';
import { RetryAllPage } from './pages/retry-all-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { UnknownPage } from './pages/unknown-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const content = makeDocument('240-received', { seed: 51, records: 2 });
const other = makeDocument('240-received', { seed: 52, records: 2 });

interface Held {
  readonly method: MethodName;
  /** Whether the call does not reach the core, or its answer not the window. */
  readonly what: 'call' | 'answer';
}

/** Acts, and does the next thing before the answer to the act's call arrives. */
async function beforeAnswer(
  page: Page,
  { method, what }: Held,
  act: () => Promise<void>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await page.route('**/api/call', async (route) => {
    if (route.request().postDataJSON().method !== method) return route.fallback();
    const response = what === 'answer' ? await route.fetch() : null;
    asked.resolve();
    await left.promise;
    await (response === null ? route.continue() : route.fulfill({ response }));
  });
  await act();
  await asked.promise;
  await meanwhile();
  left.resolve();
}

/** A window with a submission that was not delivered. */
async function openUndelivered() {
  const { url, dataFolder } = await openApplication();
  const page = await browser.open(url);
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  await window.dropFiles([{ name: 'uno.xml', content }]);
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  await submit.standing('uno.xml', 'ready').waitFor();
  await planFaults(dataFolder, [{ kind: 'status', status: 404 }]);
  await submit.sendButton.click();
  await submit.submissionState('uno.xml', 'failed').waitFor();
  return { page, dataFolder, window, submit, history: new HistoryPage(page) };
}

it('what the core says of a sending is said also when its page was left', async () => {
  const { page, window, submit, history } = await openUndelivered();
  const submission = new SubmissionPage(page);
  // Another tab dismisses it below the dialog, which stays with what was typed.
  await window.goTo('history');
  await history.choose('state', 'Necesitan su atención');
  await history.dismiss('uno.xml').click();
  const note = new DismissDialog(page).dialog.locator('textarea');
  await note.fill('De otra empresa');
  const { submissions } = await callElsewhere(page, 'submissions.list', {});
  const ids = submissions.map(({ id }) => id);
  await callElsewhere(page, 'submissions.dismiss', { ids, note: '' });
  await history.empty.waitFor();
  expect(await note.inputValue()).toBe('De otra empresa');
  await page.keyboard.press('Escape');
  await callElsewhere(page, 'submissions.reopen', { ids });
  await history.open('uno.xml');
  const retry = () => submission.retryButton.click();
  await beforeAnswer(page, { method: 'submissions.retry', what: 'call' }, retry, async () => {
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
  await beforeAnswer(page, { method: 'submissions.send', what: 'answer' }, send, () =>
    window.goTo('companies'),
  );
  await window.toast('Este archivo repite lo que ya está en otro').waitFor();
  await window.goTo('submit');
  expect(await submit.standing('tres.xml', 'warnings').count()).toBe(1);

  await window.dropFiles([{ name: 'nueva.xml', content: other }]);
  await submit.chooseBox('nueva.xml').check();
  await submit.chooseBox('tres.xml').check();
  await submit.sendButton.click();
  const anyway = () => submit.sendDuplicates.click();
  await beforeAnswer(page, { method: 'submissions.send', what: 'answer' }, anyway, async () => {
    expect(await submit.sendOthers.isDisabled(), 'one answer to one question').toBe(true);
  });
  await submit.submissionState('nueva.xml', 'accepted').waitFor();
});

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
  const { page, dataFolder, window, history } = await openUndelivered();
  const [retry, unknown] = [new RetryAllPage(page), new UnknownPage(page)];
  const many = new AuthorizationsPage(page);
  /** Presses the dialog's button and Escape, one after the other. */
  const leave = async (method: MethodName, press: () => Promise<void>) => {
    await beforeAnswer(page, { method, what: 'answer' }, press, async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
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
  await many.chosenButton('note').click();
  const save = page.getByTestId('note-dialog').getByTestId('dialog-save');
  await leave('authorizations.noteUploadAll', () => save.click());
  await window.toast('Registrado en 3 empresas').waitFor();
});

it('a refusal is told also when its dialog was closed', async () => {
  const { page, window, history } = await openUndelivered();
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
