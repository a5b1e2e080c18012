import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { isSoak } from '../rounds.ts';
import { WindowPage } from './pages/window.ts';

/** The folder for pictures of the screens; none are made without it. */
const pictures = process.env.ZUBI_SCREENSHOTS;

/** A look at a screen. */
export interface Look {
  readonly language: 'es' | 'eu' | 'en';
  readonly colorScheme: 'light' | 'dark';
}

/** All languages in both schemes. */
export const allLooks: readonly Look[] = [
  { language: 'es', colorScheme: 'light' },
  { language: 'eu', colorScheme: 'dark' },
  { language: 'en', colorScheme: 'light' },
  { language: 'es', colorScheme: 'dark' },
  { language: 'eu', colorScheme: 'light' },
  { language: 'en', colorScheme: 'dark' },
];

/**
 * The looks of a group of screens: all six in the soak; in `npm test` one for each group, so that
 * the groups together cover each language and each scheme.
 */
export function looksFor(group: 'frame' | 'seal' | 'profile'): readonly Look[] {
  const own = { frame: 1, seal: 2, profile: 5 }[group];
  return isSoak ? allLooks : allLooks.slice(own, own + 1);
}

/** Shows the window in one of the looks. */
export async function takeOn(page: Page, { language, colorScheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await new WindowPage(page).chooseLanguage(language);
}

/**
 * The findings of axe, readable in a failing test. Only violations are listed; axe is loaded once
 * into the window's one document. Notes below the page come and go; without them nobody waits for
 * their end.
 */
export async function findViolations(page: Page, { notes = true } = {}): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder(isLoaded ? { page, axeSource: ';' } : { page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  if (!notes) axe.exclude('[data-testid="toasts"]');
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}

/** Keeps a picture of a page as it is. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage });
}
