import { expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { findViolations } from './looks.ts';
import { watchErrors } from './pages/error-code.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const opened = share(async () => {
  const { url } = await openApplication();
  return provideBrowser().open(url);
});

it('every place is reached by keyboard: palette, screens by number, the search of each', async () => {
  const page = opened();
  const window = new WindowPage(page);
  const submit = new SubmitPage(page);
  await submit.addSamples();
  await submit.sendButton.click();
  for (const name of ['recibidas-lantegiak', 'gastos-etxeberria', 'gastos-sin-factura-etxeberria'])
    await submit.submissionState(`${name}.xml`, 'accepted').waitFor();

  const screens = ['overview', 'submit', 'history', 'companies', 'settings'] as const;
  for (const [index, screen] of screens.entries()) {
    await page.keyboard.press(`Control+${index + 1}`);
    await window.waitUntilReady(screen);
  }
  for (const screen of ['history', 'companies', 'overview'] as const) {
    await window.goTo(screen);
    const search = page.locator('#content [data-search]');
    if ((await search.count()) === 0) continue;
    await page.keyboard.press('/');
    expect(await search.evaluate((field) => field === document.activeElement), screen).toBe(true);
    expect(await search.inputValue()).toBe('');
  }

  const option = page.getByTestId('palette').getByRole('option');
  const open = async () => {
    await page.keyboard.press('Control+K');
    await page.locator('[data-testid="palette-text"]:focus').waitFor();
  };
  // Enter waits for the answer to what was written.
  await open();
  await page.keyboard.type('recibidas-lant');
  await page.keyboard.press('Enter');
  await window.waitUntilReady('submission');
  expect(await window.title.textContent()).toContain('recibidas-lantegiak.xml');

  await open();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type('autoriza');
  await option.filter({ hasText: 'Autorizaciones' }).waitFor();
  await page.keyboard.press('Enter');
  await window.waitUntilReady('authorizations');

  // A text that was pasted by mistake finds nothing, and is no error.
  await open();
  const shown = await watchErrors(page);
  await page.keyboard.insertText('x'.repeat(300));
  await expect.poll(() => option.count()).toBe(0);
  expect(await page.getByTestId('palette-text').inputValue()).toBe('x'.repeat(200));
  expect(await shown()).toEqual([]);
  await page.keyboard.press('Escape');

  await open();
  await page.keyboard.type('gastos-etx');
  await option.filter({ hasText: 'gastos-etxeberria.xml' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await window.waitUntilReady('submission');

  const rows = page.getByTestId('records').getByRole('row');
  await rows.nth(1).waitFor();
  const all = await rows.count();
  const amounts = rows.last().locator('.z-end').filter({ hasText: /,\d\d/ });
  const amount = (await amounts.last().textContent()) ?? '';
  await page.keyboard.press('/');
  await page.keyboard.type(amount);
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await expect.poll(() => rows.nth(1).textContent()).toContain(amount);
  await window.goTo('history');
  await page.keyboard.press('/');
  await page.keyboard.type(amount);
  await expect
    .poll(() => page.getByRole('grid').locator('[role="row"][aria-selected]').count())
    .toBe(1);
  await page.goBack();
  await window.waitUntilReady('submission');
  await page.getByTestId('search-records').fill('nothing like it');
  await page.getByText('Ningún registro coincide.').waitFor();

  // Found by an amount of its records: their search shows that record.
  await open();
  await page.keyboard.type(amount);
  const found = option.filter({ hasText: '.xml' });
  await expect.poll(() => found.count()).toBe(1);
  await found.click();
  await expect.poll(() => page.getByTestId('search-records').inputValue()).toBe(amount);
  await expect.poll(() => rows.nth(1).textContent()).toContain(amount);

  await page.getByTestId('open-palette').click();
  await page.keyboard.press('Escape');
  await page.getByTestId('palette').waitFor({ state: 'detached' });
});

it('short notes change no page, appear once, and stay in sight on a screen without a foot', async () => {
  const page = opened();
  const window = new WindowPage(page);
  const height = () => page.locator('.z-page').evaluate((part) => part.clientHeight);
  await window.goTo('submit');
  await page.route('**/api/files', (route) => route.abort());
  const before = await height();
  for (let time = 0; time < 2; time += 1) {
    await window.dropFiles([{ name: 'perdido.xml', content: '<a/>' }]);
    await window.toast('perdido.xml').first().waitFor();
  }
  await expect.poll(() => window.toast('perdido.xml').count()).toBe(1);
  expect(await height()).toBe(before);
  await page.unroute('**/api/files');
  await page.getByTestId('submit-foot').waitFor();
  await window.goTo('settings');
  await window.seeToast('perdido.xml');
});
