import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium } from '../../scripts/browser-setup.mjs';
import { atEnd } from '../fixtures/lifetime.ts';
import { watchFaults } from './pages/policy-watch.ts';
import { WindowPage } from './pages/window.ts';

let launched: Promise<Browser> | null = null;

/**
 * Playwright's own list, which this one replaces; then the pages of Chromium's own frame, two for
 * each context, and renderers started in advance: 0.7 s of processor time for a window's 1.0.
 */
const featuresOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'SpareRendererForSitePerProcess',
];

/** One Chromium for all files of a process; it ends with the process. */
async function launch(): Promise<Browser> {
  const running = await launched;
  if (running?.isConnected()) return running;
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error(
      'No Chromium found: set CHROMIUM_PATH, or run "npm test", which looks for one.',
    );
  launched = chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--disable-features=${featuresOff.join()}`,
      '--disable-gpu',
      // A page lives for seconds: V8's optimizing compilers take more time than they save.
      '--js-flags=--no-opt --no-maglev',
    ],
    // Without such a locale Chromium opens no file whose name goes beyond ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  return launched;
}

/** Opens pages in a real Chromium, each with storage of its own. */
export function provideBrowser(): {
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
} {
  return {
    async open(url, options = {}) {
      const browser = await launch();
      const context = await browser.newContext({
        viewport: { width: 1360, height: 850 },
        locale: 'es-ES',
        timezoneId: 'Europe/Madrid',
        reducedMotion: 'reduce',
        ...options,
      });
      atEnd(async () => {
        // A call that a test answers itself may still be under way.
        for (const each of context.pages()) await each.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      });
      const page = await context.newPage();
      const { faults } = await watchFaults(page);
      // The browser itself logs a connection that a test cuts on purpose.
      atEnd(() => expect(faults.filter((fault) => !fault.includes('net::ERR_'))).toEqual([]));
      await new WindowPage(page).open(url);
      return page;
    },
  };
}
