import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser-setup.mjs';
import { pinnedNode, pinnedNodeVersion, root, runChild, say } from './checkout.mjs';

/*
 * Makes a bare clone ready, before `npm start` and `npm test`. Needs Node 20 and npm alone; prints
 * nothing when there is nothing to do. `--with-browser` also looks for the Chromium of the
 * end-to-end tests.
 */

const stampFile = join(root, 'node_modules', '.zubi-setup');

function readJson(...path) {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
}

function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/**
 * Whether npm's installed packages are those of the lock file (without optional packages of other
 * systems).
 */
function installedMatchesLock() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const wanted = readJson('package-lock.json').packages;
  const installed = readJson('node_modules', '.package-lock.json').packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found === undefined)
      return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return found.version === entry.version;
  });
}

/** Runs the npm that started us, or the one on PATH. */
function npm(args) {
  const own = process.env.npm_execpath;
  if (own !== undefined && /npm-cli\.c?js$/.test(own))
    return runChild(process.execPath, [own, ...args]);
  if (process.platform === 'win32') return runChild('cmd.exe', ['/d', '/s', '/c', 'npm', ...args]);
  return runChild('npm', args);
}

async function ensurePackages() {
  const digest = lockDigest();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return;
  if (!installedMatchesLock()) {
    say('installing the packages of package-lock.json (npm ci), this takes about a minute');
    const code = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    if (code !== 0)
      throw new Error(`npm ci ended with code ${code}; is the package registry within reach?`);
  }
  writeFileSync(stampFile, digest);
}

/**
 * npm 11 and later run only install scripts that package.json approves, and `ignore-scripts` stops
 * even those. Then the pinned Node's binary is missing, and its install script, run here, fetches
 * it.
 */
async function ensurePinnedNode() {
  const wanted = `v${readJson('node_modules', 'node', 'package.json').version}`;
  if (pinnedNodeVersion() === wanted) return;
  say(`the pinned Node ${wanted} is not there yet: running its install script`);
  const folder = join(root, 'node_modules', 'node');
  const env = { ...process.env, npm_config_ignore_scripts: 'false', npm_config_loglevel: 'error' };
  const code = await runChild(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: folder,
    env,
  });
  const found = pinnedNodeVersion();
  if (found !== wanted) {
    throw new Error(
      `${pinnedNode} should be Node ${wanted} but is ${found ?? 'missing'} (install script: code ${code})`,
    );
  }
}

/**
 * Puts a command into node_modules/.bin. `node`: its install script came after npm had looked for
 * it. `zubi`: npx then runs it at once instead of linking this folder into its cache first.
 */
function ensureCommand(name, target) {
  if (process.platform === 'win32') return;
  const link = join(root, 'node_modules', '.bin', name);
  if (existsSync(link)) return;
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
  symlinkSync(target, link);
}

try {
  await ensurePackages();
  await ensurePinnedNode();
  ensureCommand('node', join('..', 'node', 'bin', 'node'));
  ensureCommand('zubi', join('..', '..', 'scripts', 'zubi.mjs'));
  if (process.argv.includes('--with-browser')) await ensureBrowser();
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
