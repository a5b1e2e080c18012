import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';

export interface Chromium {
  /** Address of its protocol, for the test that looks at the pages. */
  readonly endpoint: string;
  openPage(): Promise<Page>;
  /** Ends it, and waits until its files are closed. */
  close(): Promise<void>;
}

/** Chromium on a profile, without a network. It ends with this process. */
export async function launchChromium(profile: string): Promise<Chromium> {
  const portFile = join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  // Here, so that a second start, which opens no window, does not wait for it.
  const { chromium } = await import('playwright-core');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      ...['--remote-debugging-port=0', '--window-size=1360,850'],
      '--host-resolver-rules=MAP * ~NOTFOUND',
    ],
    ...{ viewport: null, acceptDownloads: false, chromiumSandbox: process.getuid?.() !== 0 },
    // Without such a locale Chromium opens no file whose name goes beyond ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    // Signals are for the application.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
  });
  while (!existsSync(portFile)) await setTimeout(10);
  const [port, path] = readFileSync(portFile, 'utf8').split('\n');
  const blank = context.pages();
  return {
    endpoint: `ws://127.0.0.1:${port}${path}`,
    openPage: async () => blank.pop() ?? context.newPage(),
    close: () => context.close(),
  };
}
