import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { type Application, startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';

/** Data folders that a window has filled, by what is in them; they end with the process. */
const filled = new Map<string, string>();

async function fillFolder(what: string, fill: (page: Page) => Promise<void>): Promise<string> {
  const known = filled.get(what);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'zubi-filled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const application = await startApplication({ dataFolder: folder });
  const page = await provideBrowser().open(application.url);
  await fill(page);
  await page.context().close();
  await application.stop();
  filled.set(what, folder);
  return folder;
}

/**
 * A window on a copy of a data folder that `fill` filled through a window: that happens once for
 * all tests of a process that name the same `what`. Its sandbox starts when something is asked of
 * it: a test that plans faults begins with an application of its own.
 */
export async function openFilled(
  what: string,
  fill: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<{ application: Application; page: Page }> {
  const template = await fillFolder(what, fill);
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-e2e-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  cpSync(template, dataFolder, { recursive: true });
  const application = await startApplication({ dataFolder });
  return { application, page: await provideBrowser().open(application.url, options) };
}
