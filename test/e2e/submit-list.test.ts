import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { filingPeriodAt } from '../../main/platform/filing-period.ts';
import { share } from '../fixtures/lifetime.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { answerWith } from './fixtures/answer-with.ts';
import { openApplication } from './fixtures/application-here.ts';
import { brokenFileOf, client, fileOf, makeOutsideOffice } from './fixtures/outside-office.ts';
import { findViolations } from './looks.ts';
import { BatchPage } from './pages/batch-page.ts';
import { watchErrors } from './pages/error-code.ts';
import { MendDialog } from './pages/fixing-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { QuarterPage } from './pages/quarter-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

/** The whole name of a row's file. */
const nameIn = (row: Locator) => row.locator('[title$=".xml"]').getAttribute('title').then(String);

describe('the Submit screen of an office that is not Software Garante', () => {
  /** Twenty clients, the first sixteen with an approved authorization; a file of each. */
  const opened = share(async () => {
    const office = await makeOutsideOffice(20, 16);
    const application = await openApplication({ dataFolder: office.dataFolder, sandbox: false });
    const page = await browser.open(application.url, { viewport: { width: 1440, height: 900 } });
    const submit = new SubmitListPage(page);
    await new WindowPage(page).goTo('submit');
    const files = Array.from({ length: 20 }, (_, index) =>
      [3, 6, 9].includes(index)
        ? brokenFileOf(index)
        : fileOf(index, index === 1 ? { records: 20 } : {}),
    );
    await new WindowPage(page).dropFiles(files);
    await submit.untilFiles(20);
    await submit.settled();
    return { office, page, submit };
  });

  it('shows at least 14 rows, the problems first, and cuts off no state', async () => {
    const { page, submit } = opened();
    expect(await submit.rowsInSight()).toBeGreaterThanOrEqual(14);
    await page.setViewportSize({ width: 1024, height: 700 });
    expect(await submit.rowsInSight()).toBeGreaterThanOrEqual(8);
    await submit.panel.waitFor();
    expect(await submit.cutNames()).toEqual([]);
    await page.setViewportSize({ width: 720, height: 450 });
    expect(await submit.cutStates()).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await submit.cutStates()).toEqual([]);
    await submit.rowAt(1).locator('[data-standing="errors"]').waitFor();
    await submit.rowAt(4).locator('[data-standing="noAuthorization"]').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await submit.density.click();
    await submit.row(fileOf(3).name).getByText(client(3).taxId, { exact: true }).waitFor();
    await submit.density.click();
    // Also below a notice: the keys are locked.
    const window = new WindowPage(page);
    await answerWith(page, { 'app.status': { protection: { locked: true, mode: 'passphrase' } } });
    await window.openAnew('submit');
    await window.lockedNotice.waitFor();
    await submit.row(brokenFileOf(3).name).waitFor();
    expect(await submit.rowsInSight()).toBeGreaterThanOrEqual(14);
    await page.unroute('**/api/call');
    await window.openAnew('submit');
    // Nothing is filed yet, with errors or without.
    await window.goTo('overview');
    await page.getByText('20 sin presentar', { exact: true }).waitFor();
    await window.goTo('submit');
  });

  inSoak(
    'finds a file by its company, its tax id and an invoice, with the keyboard alone',
    async () => {
      const { page, submit } = opened();
      await page.getByRole('button', { name: 'Soltar o elegir…' }).waitFor();
      // As on a Spanish keyboard, where it is Shift+7.
      await page.evaluate(() => {
        const key = { key: '/', code: 'Digit7', shiftKey: true, bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', key));
      });
      await page.keyboard.type(client(5).taxId.toLowerCase());
      await expect.poll(() => submit.rows.count()).toBe(1);
      await page.keyboard.press('Escape');
      await expect.poll(() => submit.tab('all').innerText()).toMatch(/20$/);
      await page.keyboard.type('urrutia');
      await expect.poll(() => submit.rows.count()).toBeGreaterThan(1);
      await page.keyboard.press('Escape');
      const { content } = fileOf(7);
      const number = content.match(/<NumFactura>([^<]*)</)?.[1] ?? '';
      const series = content.match(/<SerieFactura>([^<]*)</)?.[1] ?? '';
      await page.keyboard.type(`${series}/${number}`);
      await submit.row(fileOf(7).name).waitFor();
      await page.keyboard.press('Escape');
    },
  );

  it('restores removed files, and asks before it removes fixed ones', async () => {
    const { page, submit } = opened();
    await submit.chooseBox(fileOf(1).name).check();
    await submit.discardChosen.click();
    await submit.row(fileOf(1).name).waitFor({ state: 'detached' });
    // The file in its place is next, and Ctrl+Z is an undo within reach.
    const [removed, below] = [submit.rowAt(8), submit.rowAt(9)];
    const [name, next] = [await nameIn(removed), await nameIn(below)];
    await removed.click();
    await submit.discardFile.focus();
    await page.keyboard.press('Enter');
    await submit.row(name).waitFor({ state: 'detached' });
    await submit.panel.getByTestId('panel-file').getByText(next, { exact: true }).waitFor();
    await page.locator('[data-testid="panel-body"]:focus').waitFor();
    // One note for both: neither removal ends the undo of the other.
    await new WindowPage(page).toast('2 archivos quitados de la lista').waitFor();
    await page.keyboard.press('Control+z');
    await submit.row(name).waitFor();
    await submit.standing(fileOf(1).name, 'ready').waitFor();

    await submit.select(brokenFileOf(3).name);
    const change = submit.panel.getByTestId('value-change');
    expect(await change.innerText()).toMatch(/^(\d+),(\d+) → \1\.\2$/);
    const fix = new MendDialog(page);
    await fix.openKind('schema_decimal_comma').click();
    await fix.save();
    const fixed = brokenFileOf(3).name.replace('.xml', '.corregido.xml');
    await submit.standing(fixed, 'ready').waitFor();
    await submit.row(brokenFileOf(3).name).waitFor({ state: 'detached' });
    // Alone it is on top: the note of the fix covers the last row for a while.
    const search = page.getByTestId('search-files');
    await search.fill('.corregido');
    await expect.poll(() => submit.rows.count()).toBe(1);
    await submit.select(fixed);
    await submit.discardFile.click();
    await submit.confirmRemoval.waitFor();
    expect(await findViolations(page)).toEqual([]);
    const shown = await watchErrors(page);
    await submit.confirmRemoval.click();
    await submit.row(fixed).waitFor({ state: 'detached' });
    await submit.row(brokenFileOf(3).name).waitFor({ state: 'detached' });
    expect(await shown()).toEqual([]);
    // The search hides the others: the foot says nothing of them, nor of authorizations.
    expect(await submit.foot.locator('p').innerText()).toBe('No hay archivos en este grupo.');
    expect(await submit.foot.innerText()).not.toContain('autorización');
    await submit.undo.click();
    await submit.standing(fixed, 'ready').waitFor();
    await search.fill('');
    await submit.untilFiles(20);
  });

  inSoak('fixes file after file with Enter and Tab alone, and stays in the tab', async () => {
    const { page, submit } = opened();
    const extra = [12, 14].map((index) => ({ ...brokenFileOf(index), name: `otro-${index}.xml` }));
    // A press ends on its row, also where the list changes meanwhile.
    const name = await nameIn(submit.rowAt(9));
    await submit.rowAt(9).hover();
    await page.mouse.down();
    await new WindowPage(page).dropFiles(extra);
    await expect.poll(() => submit.tab('errors').innerText()).toMatch(/4$/);
    await page.mouse.up();
    await submit.panel.getByTestId('panel-file').getByText(name, { exact: true }).waitFor();
    await submit.tab('errors').click();
    await page.keyboard.press('/');
    await page.keyboard.type('otro-');
    await expect.poll(() => submit.rows.count()).toBe(2);
    await submit.table.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    for (const left of [1, 0]) {
      await page.locator('[data-testid="panel-body"]:focus').waitFor();
      await submit.panel.getByTestId('mend-schema_decimal_comma').waitFor();
      for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
      await page.locator('[data-testid="mend-save"]:focus').waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => submit.rows.count()).toBe(left);
      expect(await submit.tab('errors').getAttribute('aria-pressed')).toBe('true');
    }
    await submit.tab('all').click();
    await submit.chooseAll.check();
    await submit.discardChosen.click();
    await submit.confirmRemoval.click();
    await expect.poll(() => submit.rows.count()).toBe(0);
    await page.keyboard.press('/');
    for (const key of ['Control+a', 'Delete']) await page.keyboard.press(key);
    await submit.untilFiles(20);
  });

  it('fixes all safe faults in all files at once, names what is left, stays in the tab', async () => {
    const { page, submit } = opened();
    const content = fileOf(9).content.replace('/LROE/esquemas', '/OTRO/esquemas');
    await new WindowPage(page).dropFiles([{ name: 'otro.xml', content }]);
    await submit.tab('errors').click();
    await expect.poll(() => submit.rows.count()).toBe(3);
    await submit.fixAllFiles.click();
    await submit.fixAllLeft.getByText('1 archivo tiene').waitFor();
    await submit.fixAllDialog.getByTestId('fix-all-total').getByText('2 archivos').waitFor();
    // What comes late takes the focus from the "x".
    const hasFocus = () => submit.fixAllSave.evaluate((save) => save === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    await submit.fixAllDialog.getByText(client(6).name).click();
    await submit.fixAllDialog.getByTestId('change').first().waitFor();
    await submit.fixAllSave.click();
    await submit.fixAllDialog.waitFor({ state: 'detached' });
    await expect.poll(() => submit.tab('errors').innerText()).toMatch(/1$/);
    expect(await submit.tab('errors').getAttribute('aria-pressed')).toBe('true');
    // The plan had nothing for the one that is left.
    await submit.fixAllFiles.waitFor({ state: 'detached' });
    await submit.select('otro.xml');
    await submit.discardFile.click();
    await submit.row('otro.xml').waitFor({ state: 'detached' });
    await submit.tab('all').click();
    const fixed = brokenFileOf(9).name.replace('.xml', '.corregido.xml');
    await submit.standing(fixed, 'ready').waitFor();
  });

  it('sends the authorized files with Ctrl+Enter, and keeps the others, each with its remedy', async () => {
    const { page, submit } = opened();
    await submit.tab('noAuthorization').click();
    await expect.poll(() => submit.rows.count()).toBe(4);
    await submit.tab('all').click();
    await submit.table.focus();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => submit.tab('sent').innerText(), { timeout: 20_000 }).toMatch(/16$/);
    expect(await submit.tab('noAuthorization').innerText()).toMatch(/4$/);
    await submit.select(fileOf(1).name);
    await page.getByText('Ver el envío en el historial').waitFor();
    expect(await page.getByText('Sin fallos', { exact: true }).count()).toBe(0);
    await submit.wayOut(fileOf(17).name).click();
    await new WindowPage(page).waitUntilReady('company');
    await page.getByRole('heading', { name: client(17).name, level: 1 }).waitFor();
  });

  inSoak(
    'shows at least 14 rows of a submission’s records, and of the files of its batch',
    async () => {
      const { page, submit } = opened();
      const [submission, batch] = [new SubmissionPage(page), new BatchPage(page)];
      await new WindowPage(page).goTo('history');
      await new HistoryPage(page).open(fileOf(1).name);
      await submission.recordResults('correct').first().waitFor();
      await expect.poll(() => submit.rowsInSight()).toBeGreaterThanOrEqual(14);
      await submission.batchLink.click();
      await batch.waitUntilReady();
      await batch.tab('files').click();
      await batch.row(fileOf(1).name).waitFor();
      await expect.poll(() => submit.rowsInSight()).toBeGreaterThanOrEqual(14);
    },
  );

  inSoak('puts each dropped file where it belongs, and says where', async () => {
    const { page } = opened();
    const window = new WindowPage(page);
    await window.goTo('companies');
    const heading = 'NIF;Nombre completo;Persona física;Territorio';
    await window.dropFiles([
      fileOf(30),
      fileOf(31),
      { name: 'cartera.csv', content: `${heading}\n${client(31).taxId};Nueva SL;no;Bizkaia\n` },
      { name: `${client(17).taxId}.pdf`, content: '%PDF-1.7 no more' },
      { name: 'notas.docx', content: 'no document' },
    ]);
    await page
      .getByText('2 archivos a Presentar · 1 tabla a Importar empresas · 2 documentos a Autoriz')
      .waitFor();
    expect(page.url()).toContain('#/companies/import');
    await page.getByText('Nueva SL').first().waitFor();
    await window.goTo('companies');
    await page.getByTestId('authorizations-button').getByText('· 2').click();
    await page.getByText('notas.docx').waitFor();
    await page.getByText(`${client(17).taxId}.pdf`).waitFor();
    await window.goTo('submit');
    const submit = new SubmitListPage(page);
    await submit.standing(fileOf(30).name, 'newCompany').waitFor();
    await window.dropFiles([{ name: `${client(18).taxId}.pdf`, content: '%PDF-1.7 no more' }]);
    await page.getByText('1 documento a Autorizaciones').waitFor();
    await window.waitUntilReady('authorizations');
    await page
      .getByText(`${client(18).taxId}.pdf`)
      .first()
      .waitFor();
  });

  inSoak('shows at least 14 companies of the quarter below two notices', async () => {
    const { page, submit } = opened();
    // The queue is paused, and files count for another quarter.
    const { id, year, quarter } = filingPeriodAt(new Date());
    await answerWith(page, {
      'submissions.progress': { queued: 3, paused: true },
      'quarter.get': { elsewhere: [{ id, year, quarter, files: 3 }] },
    });
    await new WindowPage(page).openAnew('overview');
    const matrix = new QuarterPage(page);
    await matrix.show('all');
    for (const notice of ['notice-paused', 'other-quarters'])
      await page.getByTestId(notice).waitFor();
    await expect.poll(() => submit.rowsInSight(matrix.grid)).toBeGreaterThanOrEqual(14);
  });
});
