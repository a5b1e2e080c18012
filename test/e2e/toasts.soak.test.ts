import { expect, it } from 'vitest';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

it('short notes cover no foot, header or dialog, also in a small window', async () => {
  const application = await startApplication();
  const page = await browser.open(application.url);
  const window = new WindowPage(page);
  const submit = new SubmitPage(page);
  await submit.addSamples();
  await page.route('**/api/files', (route) => route.abort());
  await window.dropFiles([{ name: 'perdido.xml', content: '<a/>' }]);
  await window.toast('perdido.xml').waitFor();
  for (const [width, height] of [
    [1360, 850],
    [900, 600],
    [680, 425],
  ] as const) {
    await page.setViewportSize({ width, height });
    // The foot may lie beyond a small window: then the page scrolls to it.
    await submit.sendButton.scrollIntoViewIfNeeded();
    expect(await window.coveredByToasts(), `${width}`).toEqual([]);
    await submit.sendButton.click({ trial: true });
    await window.toast('perdido.xml').scrollIntoViewIfNeeded();
  }
  await page.setViewportSize({ width: 900, height: 600 });
  await submit.select('recibidas-lantegiak.xml');
  await submit.openSource.click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => window.coveredByToasts()).toEqual([]);
});

it('of more notes than fit, the newest is whole', async () => {
  const application = await startApplication();
  const page = await browser.open(application.url, { viewport: { width: 1366, height: 768 } });
  const window = new WindowPage(page);
  await page.route('**/api/files', (route) => route.abort());
  const names = ['uno', 'dos', 'tres'].map(
    (name) => `recibidas ${name} ${'larga '.repeat(16)}.xml`,
  );
  for (const name of names) {
    await window.dropFiles([{ name, content: '<a/>' }]);
    await window.toast(name).waitFor();
  }
  const box = await page.getByTestId('toasts').boundingBox();
  const newest = await window.toast('recibidas tres').boundingBox();
  if (box === null || newest === null) throw new Error('no notes');
  expect(newest.y).toBeGreaterThanOrEqual(box.y);
  expect(newest.y + newest.height).toBeLessThanOrEqual(box.y + box.height);
});
