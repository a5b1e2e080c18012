import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runChild, say } from './checkout.mjs';

const onPath = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

function fixedPlaces() {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ];
  }
  if (process.platform === 'win32') {
    const folders = [
      process.env.PROGRAMFILES,
      process.env['PROGRAMFILES(X86)'],
      process.env.LOCALAPPDATA,
    ];
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return folders
      .filter(Boolean)
      .flatMap((folder) => programs.map((program) => join(folder, program)));
  }
  return [];
}

function inPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/**
 * The Chromium of the end-to-end tests: `CHROMIUM_PATH`, else the first in the usual places; null
 * without one.
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  const fixed = fixedPlaces().find((file) => existsSync(file));
  if (fixed !== undefined) return fixed;
  for (const name of onPath) {
    const found = inPath(name);
    if (found !== null) return found;
  }
  return null;
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && inPath('apt-get') !== null;
}

async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await runChild('apt-get', ['update', '-qq'], { env, quiet: true });
  if (updated !== 0) return false;
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  return (await runChild('apt-get', args, { env, quiet: true })) === 0;
}

/**
 * Debian's Chromium without the frame of a browser does less for each window; other systems have
 * the whole one.
 */
const browserPackages = ['chromium-headless-shell', 'chromium'];

/** Lists of packages to install; each is tried until one succeeds. */
function missingPackages() {
  // Only the benchmark needs it.
  const others = inPath('xmllint') === null ? ['libxml2-utils'] : [];
  const isNamed = (process.env.CHROMIUM_PATH ?? '') !== '';
  if (findChromium() === null && !isNamed) return browserPackages.map((name) => [name, ...others]);
  return others.length > 0 ? [others] : [];
}

/**
 * Provides a Chromium for the end-to-end tests; throws when there is none and none can be
 * installed.
 */
export async function ensureBrowser() {
  for (const packages of canInstall() ? missingPackages() : []) {
    const names = packages.join(' and ');
    say(`installing ${names} for the end-to-end tests and the benchmark (apt-get)`);
    if (await aptInstall(packages)) break;
    say(`apt-get could not install ${names}`);
  }
  if (findChromium() === null) {
    throw new Error(
      'the end-to-end tests need Chromium, Chrome or Edge: install one, or name it in CHROMIUM_PATH',
    );
  }
}
