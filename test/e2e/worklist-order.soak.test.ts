import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const lantegiak = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const document = (seed: number) =>
  makeDocument('240-received', { seed, records: 1, taxpayer: lantegiak });
const count = 30;

/**
 * A list of 30 files of one company, `compras 1.xml` to `compras 30.xml` in no order, and the
 * samples.
 */
async function fillList() {
  const application = await startApplication();
  const page = await browser.open(application.url);
  const window = new WindowPage(page);
  const submit = new SubmitPage(page);
  await submit.addSamples();
  const numbers = Array.from({ length: count }, (_, index) => ((index * 7) % count) + 1);
  await window.dropFiles(
    numbers.map((number) => ({ name: `compras ${number}.xml`, content: document(number) })),
  );
  await submit.sendButton.getByText(`Enviar ${count + 3} archivos`).waitFor();
  return { page, window, submit };
}

const list = share(fillList);

/** The list in a newly opened window. */
async function openList() {
  await list().window.openAnew('submit');
  return list();
}

/** The first names of files and groups. */
async function firstNames(submit: SubmitPage, most: number): Promise<string[]> {
  const named = submit.table.locator('[data-testid="group-head"], [role="row"] [title$=".xml"]');
  const names = await named.evaluateAll((elements) =>
    elements.map((each) => each.getAttribute('title') ?? ''),
  );
  return names.slice(0, most);
}

/** A person at the end of the list no longer has its first row drawn. */
async function goToEnd(page: Page, submit: SubmitPage): Promise<void> {
  await submit.table.focus();
  await page.keyboard.press('End');
  await submit.rowAt(1).waitFor({ state: 'detached' });
}

describe('the worklist after another screen', () => {
  it('keeps its position, and starts at its top when its name is pressed', async () => {
    const { page, window, submit } = await openList();
    await submit.narrowTo('company', new RegExp(`^${lantegiak.name}`));
    await submit.tab('ready').click();
    await goToEnd(page, submit);
    await window.goTo('companies');
    await window.goTo('submit');
    await submit.rows.first().waitFor();
    expect(await submit.rowAt(1).count()).toBe(0);
    await submit.sendButton.getByText(`Enviar ${count + 1} archivos`).waitFor();

    await submit.chooseBox((await firstNames(submit, 1))[0] ?? '').check();
    for (const address of ['#/submit', '#/submit/nobody']) {
      await page.evaluate((hash) => location.assign(hash), address);
      await submit.sortBy('Archivo');
      await goToEnd(page, submit);
      await window.railLink('submit').click();
      await submit.rowAt(1).waitFor();
      await submit.ofLength(count + 3).waitFor();
      await page.waitForURL(/#\/submit$/);
    }
    await submit.foot.getByText('1 archivo elegido').waitFor();
  });
});

describe('the order of the worklist', () => {
  it('follows any column, is kept, and keeps the choice of files', async () => {
    const { page, window, submit } = await openList();
    await submit.sortBy('Archivo');
    await expect
      .poll(() => firstNames(submit, 3))
      .toEqual(['compras 1.xml', 'compras 2.xml', 'compras 3.xml']);
    await submit.heading('Archivo').and(page.locator('[aria-sort="ascending"]')).waitFor();
    await goToEnd(page, submit);
    await submit.sortBy('Importe');
    // Another order is shown from its top.
    await submit.rowAt(1).waitFor();
    await submit.sortBy('Empresa');
    await submit.rows.first().getByText(lantegiak.name).waitFor();
    await submit.sortBy('Empresa');
    await submit.rows.first().getByText('Etxeberria Agirre Miren').waitFor();
    await submit.heading('Empresa').and(page.locator('[aria-sort="descending"]')).waitFor();

    // By the keyboard: the head, then the row that stands first in the new order.
    await submit.heading('Archivo').getByRole('button', { name: 'Archivo' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => firstNames(submit, 1)).toEqual(['recibidas-lantegiak.xml']);
    await submit.table.focus();
    await page.keyboard.press('Home');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Space'])
      await page.keyboard.press(key);
    expect(await submit.chooseBox('compras 30.xml').isChecked()).toBe(true);
    await submit.narrowTo('company', new RegExp(`^${lantegiak.name}`));
    await submit.chooseAll.click();
    await submit.foot.getByText(`${count + 1} archivos elegidos`).waitFor();
    await submit.chooseBox('compras 30.xml').uncheck();

    await window.goTo('history');
    await window.goTo('submit');
    await submit.heading('Archivo').and(page.locator('[aria-sort="descending"]')).waitFor();
    expect(await firstNames(submit, 2)).toEqual(['recibidas-lantegiak.xml', 'compras 30.xml']);
    expect(await submit.chooseBox('compras 30.xml').isChecked()).toBe(false);
    await submit.foot.getByText(`${count} archivos elegidos`).waitFor();
    await submit.sortBy('Archivo');
    await submit.sortBy('Libro');
    await submit.sendButton.click();
    await submit.progress.waitFor({ state: 'detached' });
    await submit.sortBy('Archivo');
    await submit.submissionState('compras 1.xml', 'accepted').waitFor();
    await submit.tab('ready').click();
    expect(await firstNames(submit, 9)).toEqual(['compras 30.xml']);
  });

  it('is kept inside the groups of companies', async () => {
    const { submit } = await openList();
    await submit.openFilters();
    await submit.groupByCompany.check();
    await submit.page.keyboard.press('Escape');
    await submit.sortBy('Archivo');
    const head = [lantegiak.name, 'compras 1.xml', 'compras 2.xml'];
    await expect.poll(() => firstNames(submit, 3)).toEqual(head);
    await submit.sortBy('Empresa');
    await submit.sortBy('Empresa');
    const other = ['Etxeberria Agirre Miren', 'gastos-etxeberria.xml'];
    await expect.poll(() => firstNames(submit, 2)).toEqual(other);
  });
});

it('files dropped on another screen are shown, whatever filter was set', async () => {
  const { window, submit } = await openList();
  await submit.tab('errors').click();
  await window.goTo('companies');
  const other = { taxId: '30685552K', name: 'Etxeberria Agirre Miren' };
  const content = makeDocument('140-with-invoice', { seed: 99, records: 1, taxpayer: other });
  await window.dropFiles([{ name: 'después.xml', content }]);
  await window.waitUntilReady('submit');
  await submit.ofLength(count + 4).waitFor();
  await submit.tab('all').and(submit.page.locator('[aria-pressed="true"]')).waitFor();
});
