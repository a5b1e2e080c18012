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

/** Its next stream of events breaks off at the event `cut-events`. */
const makeCuttable = (page: Page) =>
  page.evaluate(() => {
    const plain = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      if (input !== '/api/events') return plain(input, init);
      const cut = new AbortController();
      globalThis.addEventListener('cut-events', () => cut.abort(), { once: true });
      return plain(input, { ...init, signal: cut.signal });
    };
  });

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
  await makeCuttable(first);
  const followed = first.waitForRequest(ofEvents);
  await show(shown, 'hidden');
  await show(first, 'visible');
  expect(await (await (await followed).response())?.headerValue('content-type')).toContain(
    'ndjson',
  );

  await show(first, 'hidden');
  // One that was lost, not ended: a tab out of sight tells of the end of a batch.
  const again = first.waitForRequest(ofEvents);
  await first.evaluate(() => globalThis.dispatchEvent(new Event('cut-events')));
  await again;
});
