import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

/*
 * Draws `icon.svg` into `icon.png` (1024 x 1024, transparent corners), from which the installers'
 * icons are made. Run by hand when the drawing changes: `node build/make-icon.mjs [path of a
 * Chromium]`.
 */

const size = 1024;
const drawing = await readFile(new URL('icon.svg', import.meta.url), 'utf8');
const [, , executablePath = '/usr/bin/chromium'] = process.argv;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 }</style>${drawing}`);
  await writeFile(
    new URL('icon.png', import.meta.url),
    await page.screenshot({ omitBackground: true }),
  );
} finally {
  await browser.close();
}
