import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { allLooks, findViolations, takeOn, takePicture } from './looks.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { type ReadyName, WindowPage } from './pages/window.ts';

const browser = provideBrowser();

/** Every page of the window by its address, without those of one submission or company. */
const pages: readonly (readonly [hash: string, ready: ReadyName])[] = [
  ['overview', 'overview'],
  ['overview/activity', 'activity'],
  ['submit', 'submit'],
  ['history', 'history'],
  ['history/batch', 'batches'],
  ['companies', 'companies'],
  ['companies/authorizations', 'authorizations'],
  ['companies/import', 'import'],
  ['settings/office', 'settings'],
  ['settings/connection', 'settings'],
  ['settings/security', 'settings'],
  ['settings/copies', 'settings'],
  ['settings/advanced', 'settings'],
];

/** The narrowest desktop, and a window of 1360 pixels at 200 %. */
const sizes = [
  [1024, 700],
  [680, 450],
] as const;

it('every screen has no axe fault, no sideways scrolling, and few Tab stops', async () => {
  const application = await startApplication();
  const page = await browser.open(application.url);
  const window = new WindowPage(page);
  const submit = new SubmitPage(page);
  await submit.addSamples();
  await submit.sendButton.click();
  await submit.submissionState('gastos-etxeberria.xml', 'accepted').waitFor();
  const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
  const make = (seed: number) => makeDocument('240-received', { seed, records: 3, taxpayer });
  // Of other records: a good copy would take the place of the faulty file.
  const broken = make(2).replace('<FechaRecepcion>', '<FechaRecepcion> ');
  await window.dropFiles([
    { name: 'listo.xml', content: make(1) },
    { name: 'roto.xml', content: broken },
  ]);
  await submit.standing('roto.xml', 'errors').waitFor();

  const found: string[] = [];
  const show = async (hash: string, ready: ReadyName) => {
    await page.evaluate((to) => {
      globalThis.location.hash = `#/${to}`;
    }, hash);
    await window.waitUntilReady(ready);
  };
  for (const each of allLooks.slice(0, 2)) {
    await takeOn(page, each);
    const look = `${each.language}-${each.colorScheme}`;
    for (const [hash, ready] of pages) {
      await show(hash, ready);
      const broken = await findViolations(page, { notes: false });
      found.push(...broken.map((violation) => `${hash} ${look}: ${violation}`));
      await takePicture(page, `${hash.replace('/', '-')}-${look}`);
    }
  }
  expect(found).toEqual([]);

  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const [hash, ready] of pages) {
      await show(hash, ready);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      if (wide) found.push(`${hash} at ${width} is wider than the window`);
      await takePicture(page, `${hash.replace('/', '-')}-${width}`);
    }
  }
  expect(found).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [hash, ready] of pages) {
    await show(hash, ready);
    await page.locator('#content').focus();
    const inside: string[] = [];
    for (let stops = 0; stops < 60; stops += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const at = document.activeElement;
        if (at === null || at.closest('#content') === null) return null;
        const row = at.closest('[role="row"]:not(.z-table-head *)');
        return row === null ? at.tagName : `in a row: ${at.outerHTML.slice(0, 80)}`;
      });
      if (stop === null) break;
      inside.push(stop);
    }
    const inRows = inside.filter((stop) => stop.startsWith('in a row'));
    if (inRows.length > 1) found.push(`${hash}: ${inRows.length} stops in rows: ${inRows[1]}`);
    if (inside.length >= 60) found.push(`${hash}: no end of the stops`);
  }
  expect(found).toEqual([]);
});
