import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';

const browser = provideBrowser();

/** What the browser does with a tab when another one comes to the front, or back to it. */
const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

it('more tabs than a browser has connections all work, and a tab looked at again follows', async () => {
  const { url } = await startApplication();
  const first = await browser.open(url);
  const context = first.context();
  const ofEvents = (request: Request) => request.url().endsWith('/api/events');
  let asked = 0;
  first.on('request', (request) => {
    if (ofEvents(request)) asked += 1;
  });
  // As in a tab that a person duplicates.
  const token = await first.evaluate(() => sessionStorage.getItem('zubi-token'));
  await context.addInitScript((value) => sessionStorage.setItem('zubi-token', value), token ?? '');
  let shown = first;
  for (let tab = 2; tab <= 7; tab += 1) {
    await show(shown, 'hidden');
    shown = await context.newPage();
    await shown.goto(url.split('#')[0] ?? '');
    await shown.locator('#root[data-loaded]').waitFor({ state: 'attached' });
  }
  expect(asked, 'a tab that nobody looks at stays without').toBe(0);
  const followed = first.waitForRequest(ofEvents);
  await show(shown, 'hidden');
  await show(first, 'visible');
  expect(await (await (await followed).response())?.headerValue('content-type')).toContain(
    'ndjson',
  );
});
