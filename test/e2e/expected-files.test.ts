import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

/** How often the window announced files to the core, and the answers. */
function countExpected(page: Page): { readonly answered: boolean[] } {
  const answered: boolean[] = [];
  page.on('response', async (response) => {
    if (!response.request().postData()?.includes('"submissions.expectFiles"')) return;
    answered.push((await response.json()).ok);
  });
  return { answered };
}

const opened = share(async () => {
  const { url } = await startApplication();
  return browser.open(url);
});

it('files dragged over the window are expected before they are dropped, once for each drag', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-carpeta-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const page = opened();
  await new WindowPage(page).openAnew('submit');
  const expected = countExpected(page);
  const window = new WindowPage(page);
  await window.dropText('no es un archivo');
  await window.dragAway([folder]);
  await expect.poll(() => expected.answered).toEqual([true]);
  await window.dragAway([folder]);
  await expect.poll(() => expected.answered).toEqual([true, true]);
  // A document dragged over a page of the companies is usually for it.
  await window.goTo('companies');
  await window.dragAway([folder]);
  await window.goTo('overview');
  await window.dragAway([folder]);
  await expect.poll(() => expected.answered).toEqual([true, true, true]);
});

it('files are expected when the dialog for choosing them opens', async () => {
  const page = opened();
  await new WindowPage(page).openAnew('submit');
  const expected = countExpected(page);
  const chooser = page.waitForEvent('filechooser');
  await new SubmitPage(page).openFileDialog();
  await chooser;
  await expect.poll(() => expected.answered).toEqual([true]);
});
