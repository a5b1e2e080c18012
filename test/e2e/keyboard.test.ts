import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { BatchPage } from './pages/batch-page.ts';
import { CorrectManyPage } from './pages/correct-many-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { KeyboardWalk } from './pages/keyboard-walk.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const invoices = (records: number) => makeDocument('240-received', { seed: 3, records, taxpayer });

describe('a person without a mouse', () => {
  /** One window for all walks, each of which begins where its key leads. */
  const opened = share(async () => {
    const application = await openApplication();
    const page = await browser.open(application.url);
    return { page, walk: new KeyboardWalk(page), window: new WindowPage(page) };
  });

  it('reaches from anywhere what the palette names: a company, files, sending, a copy', async () => {
    const { page, walk, window } = opened();
    const submit = new SubmitListPage(page);
    await walk.press('Control+3');
    await window.waitUntilReady('history');
    await walk.palette('Nueva empresa');
    await page.getByTestId('company-dialog').waitFor();
    await walk.press('Escape');
    await page.getByTestId('company-dialog').waitFor({ state: 'detached' });
    await walk.palette('Hacer una copia ahora');
    await window.toast('Copia').waitFor();

    await walk.chooseFiles([{ name: 'primera.xml', content: invoices(2) }]);
    await window.waitUntilReady('submit');
    await walk.use(submit.createCompanies);
    await page.getByTestId('company-dialog').waitFor();
    await walk.use(page.getByTestId('company-dialog').locator('button[type="submit"]'));
    await submit.standing('primera.xml', 'ready').waitFor();
    await walk.press('Control+4');
    await window.waitUntilReady('companies');
    await walk.palette('Enviar 1 archivo');
    await window.waitUntilReady('submit');
    await submit.submissionState('primera.xml', 'accepted').waitFor();
    // A menu's button has the focus after it, in another language, too.
    for (const key of ['ArrowDown', 'Home']) {
      const language = page.locator('header button[aria-haspopup="menu"]');
      await walk.use(language);
      await page.locator('[role="menuitem"]:focus').waitFor();
      await walk.press(key, 'Enter');
      await page.locator('[role="menuitem"]').first().waitFor({ state: 'detached' });
      await walk.isOn(language);
    }
  });

  it('works through Submit: search, rows, panel, menus, a few Tab stops to Send', async () => {
    const { page, walk, window } = opened();
    const submit = new SubmitListPage(page);
    await walk.chooseFiles([
      { name: 'segunda.xml', content: invoices(4) },
      { name: 'otra.xml', content: invoices(2).replace('</NumFactura>', '</NumFactura><!-- -->') },
    ]);
    await submit.standing('segunda.xml', 'warnings').waitFor();
    await submit.standing('otra.xml', 'warnings').waitFor();

    await walk.press('/');
    await page.keyboard.type('segunda');
    await expect.poll(() => submit.rows.count()).toBe(1);
    await walk.press('ArrowDown');
    await walk.isOn(submit.table);
    await walk.press('/', 'Control+A', 'Delete');
    await expect.poll(() => submit.rows.count()).toBe(3);
    await walk.use(submit.tab('warnings'));
    await expect.poll(() => submit.rows.count()).toBe(2);
    await walk.tabTo(submit.table);
    await walk.press('ArrowDown', 'Space');
    await submit.discardChosen.waitFor();
    await walk.press('Space', 'Control+A', 'Control+A');
    await submit.discardChosen.waitFor({ state: 'detached' });
    // At 200 % the list stays where it is: the panel is below it.
    const usual = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 640, height: 400 });
    await walk.press('Home', 'ArrowDown');
    await walk.nextFrame();
    await walk.activeIsInSight(submit.table);
    await page.setViewportSize(usual);
    await walk.expectFrames(submit.tab('warnings'), page.locator('[aria-selected="true"]'));

    await walk.lookInto(submit.panel.getByTestId('open-source'));
    await walk.press('/');
    await walk.use(page.getByTestId('worklist-menu'));
    await page.getByRole('menuitem').first().waitFor();
    // The menu takes the focus a moment after it shows.
    const menu = page.getByRole('menu');
    await expect
      .poll(() => menu.evaluate((open) => open.contains(document.activeElement)))
      .toBe(true);
    await walk.press('ArrowDown', 'Escape');
    await walk.isOn(page.getByTestId('worklist-menu'));

    await walk.tabTo(submit.table);
    expect(await walk.tabTo(submit.sendButton)).toBeLessThanOrEqual(12);
    const reader = await walk.listen();
    await walk.press('Enter');
    await walk.use(submit.sendDuplicates);
    // Its button is gone with the foot: what stands there now has the focus.
    await page.getByTestId('clear-sent').waitFor();
    await walk.isOn(submit.foot);
    await expect.poll(reader.told).toContainEqual(expect.stringMatching(/^El lote ha terminado: /));
    await walk.use(page.getByTestId('clear-sent'), 2);
    await walk.isOn(submit.dropZone);
    await walk.press('Control+Z');
    await submit.submissionState('segunda.xml', 'partially_accepted').waitFor();
    await submit.submissionState('otra.xml', 'rejected').waitFor();
    await window.waitUntilReady('submit');
  });

  it('works through the history: filters, several chosen, their dialog', async () => {
    const { page, walk, window } = opened();
    const [history, correct] = [new HistoryPage(page), new CorrectManyPage(page)];
    await walk.press('Control+3');
    await window.waitUntilReady('history');
    await expect.poll(() => history.rows.count()).toBe(3);
    await walk.press('/');
    await page.keyboard.type('segunda');
    await expect.poll(() => history.rows.count()).toBe(1);
    await walk.press('Control+A', 'Delete');
    await expect.poll(() => history.rows.count()).toBe(3);
    await walk.tabTo(history.filter('state'));
    await page.keyboard.press('Enter');
    const option = page.getByRole('option', { name: 'Aceptado en parte o con errores' });
    await option.waitFor();
    await walk.press('Escape');
    await option.waitFor({ state: 'detached' });
    await walk.isOn(history.filter('state'));
    await chooseOption(walk, 'Aceptado en parte o con errores');
    await expect.poll(() => history.rows.count()).toBe(1);
    await walk.tabTo(history.list);
    await walk.press('ArrowDown', 'Space');
    await walk.lookInto(correct.openChosen);
  });

  inSoak('works through a submission: records, document, the cancellation dialog', async () => {
    const { page, walk, window } = opened();
    const submission = new SubmissionPage(page);
    await walk.palette('segunda.xml');
    await window.waitUntilReady('submission');
    await walk.press('/');
    await page.keyboard.type('nothing like it');
    await page.getByText('Ningún registro coincide.').waitFor();
    await walk.press('Control+A', 'Delete');
    await submission.recordResults('incorrect').first().waitFor();
    await walk.press('Control+2', 'Control+3');
    await window.waitUntilReady('history');
    await walk.press('ArrowDown', 'Enter');
    await window.waitUntilReady('submission');
    await walk.lookInto(page.getByTestId('cancel-records'));
    await walk.use(page.getByTestId('dismiss'));
    await page.getByTestId('dismiss-dialog').waitFor();
    await walk.use(page.getByTestId('dialog-save'));
    await submission.reopenButton.waitFor();
    await walk.isOn(submission.attention);
    await walk.use(submission.reopenButton, 1);
    await page.getByTestId('dismiss').waitFor();
    await walk.isOn(submission.attention);
  });

  inSoak('works through a batch: the list, its companies, its files', async () => {
    const { page, walk, window } = opened();
    const [history, batch] = [new HistoryPage(page), new BatchPage(page)];
    await walk.press('Control+2', 'Control+3');
    await window.waitUntilReady('history');
    await walk.use(history.seeBatches);
    await window.waitUntilReady('batches');
    await walk.tabTo(history.list);
    await walk.press('ArrowDown', 'Enter');
    await batch.waitUntilReady();
    await walk.use(page.getByTestId('tab-files'));
    await batch.row('segunda.xml').waitFor();
    await walk.tabTo(history.list);
    await walk.press('ArrowDown', 'Enter');
    await window.waitUntilReady('submission');
  });

  inSoak(
    'works through the quarter: search, grid, menu and the dialog of its deadlines',
    async () => {
      const { page, walk, window } = opened();
      await walk.press('Control+1');
      await window.waitUntilReady('overview');
      const rows = page.getByTestId('quarter-row');
      await rows.first().waitFor();
      await walk.press('/');
      await page.keyboard.type('zzyzx');
      await rows.first().waitFor({ state: 'detached' });
      await walk.press('Control+A', 'Delete');
      await rows.first().waitFor();
      await walk.tabTo(page.getByTestId('quarter-grid'));
      await walk.press('ArrowDown', 'ArrowRight');
      const more = page.getByTestId('quarter-more');
      await walk.press('/');
      await walk.use(more);
      await walk.arrowTo(page.getByTestId('open-calendar'));
      await walk.press('Enter');
      await page.getByTestId('calendar-dialog').waitFor();
      await walk.isOn(page.getByTestId('calendar-save'));
      await walk.press('Escape');
      await walk.isOn(more);
    },
  );

  inSoak('works through the companies and one of them', async () => {
    const { page, walk, window } = opened();
    await walk.press('Control+4');
    await window.waitUntilReady('companies');
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await walk.press('/');
    await page.keyboard.type('lantegiak');
    await walk.lookInto(page.getByTestId('new-company-button'));
    await walk.tabTo(grid);
    await walk.press('ArrowDown', 'Enter');
    await window.waitUntilReady('company');
    await walk.lookInto(page.getByTestId('company-edit'));
    await walk.palette('Autorizaciones');
    await window.waitUntilReady('authorizations');
    await walk.use(page.getByTestId('tab-all'));
    await walk.tabTo(grid);
    await walk.press('ArrowDown', 'Space');
    await walk.use(page.getByTestId('choose-none'));
    await page.getByTestId('choose-none').waitFor({ state: 'detached' });
  });

  inSoak(
    'works through Settings: a passphrase, locked from anywhere, unlocked in place; the profile',
    async () => {
      const { page, walk, window } = opened();
      await walk.press('Control+5');
      await window.waitUntilReady('settings');
      const officeName = page.getByTestId('office-name');
      await walk.tabTo(officeName);
      await page.keyboard.type('Ibaizabal');
      const save = page.getByTestId('settings-office').locator('button[type="submit"]');
      await walk.use(save);
      await window.railFoot.getByText('Ibaizabal').waitFor();
      await walk.isOn(save);
      await walk.use(page.getByTestId('settings-to-security'));
      // The section comes next, not the window's header.
      await walk.tabTo(page.getByTestId('protect-passphrase'), 1);
      await page.keyboard.type('una frase larga de prueba');
      await walk.tabTo(page.getByTestId('protect-passphrase-repeated'));
      await page.keyboard.type('una frase larga de prueba');
      await walk.press('Enter');
      await page.getByTestId('lock-now').waitFor();
      await walk.press('Control+3');
      await window.waitUntilReady('history');
      await walk.palette('Bloquear las claves ahora');
      await walk.use(page.getByTestId('open-unlock'));
      const passphrase = page.getByTestId('unlock-passphrase');
      await walk.isOn(passphrase);
      await page.keyboard.type('otra frase');
      await walk.use(page.getByTestId('unlock'));
      await page.getByText('La contraseña no es correcta').waitFor();
      await walk.isOn(passphrase);
      await walk.press('Control+A');
      await page.keyboard.type('una frase larga de prueba');
      await walk.press('Enter');
      await window.lockedNotice.waitFor({ state: 'detached' });
      await walk.press('Control+5');
      await window.waitUntilReady('settings');
      await walk.use(page.getByTestId('settings-to-connection'));
      await walk.use(page.getByTestId('add-connection'));
      // Its first field, not the closing button.
      await walk.isOn(page.getByTestId('connection-add').getByRole('textbox'));
      await walk.press('Escape');
      await walk.use(page.getByTestId('profile-open'));
      await page.getByTestId('profile-text').waitFor();
      await walk.tabTo(page.getByTestId('profile-text'));
      await walk.press('Control+1');
      await window.waitUntilReady('overview');
    },
  );
});

/** Chooses in the list that the keyboard is on. */
async function chooseOption(walk: KeyboardWalk, words: string): Promise<void> {
  await walk.press('Enter');
  const option = walk.page.getByRole('option', { name: words });
  await option.waitFor();
  // The list sets its place a moment after it shows.
  await walk.nextFrame();
  const isMarked = async () => (await option.getAttribute('data-combobox-selected')) !== null;
  for (let step = 0; step < 20 && !(await isMarked()); step += 1) await walk.press('ArrowDown');
  await walk.press('Enter');
}
