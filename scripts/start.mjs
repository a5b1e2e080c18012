import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { pinnedNode, root, runChild, runOnPinnedNode, say } from './checkout.mjs';

/*
 * `npm start`: the desktop application where Electron's binary is there or can be fetched and a
 * screen is, else the same window in a browser. On first use (no connection set) it connects to the
 * application's own sandbox. Arguments go on to the host.
 */

const downloadSeconds = 120;
/**
 * An Electron that fails this soon could not start here at all (no sandbox in this kernel, a screen
 * that is not there).
 */
const startSeconds = 10;
const electronFolder = join(root, 'node_modules', 'electron');

function hasScreen() {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Electron's program, or null while its binary has not been fetched. */
function electronProgram() {
  const pathFile = join(electronFolder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const program = join(electronFolder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(program) ? program : null;
}

async function fetchElectron() {
  if (!existsSync(join(electronFolder, 'install.js'))) return false;
  say(`fetching Electron (first start, at most ${downloadSeconds} seconds)`);
  const script = `
    const { spawnSync } = require('node:child_process');
    const { status } = spawnSync(process.execPath, ['install.js'], { timeout: ${downloadSeconds * 1000}, stdio: 'ignore' });
    process.exitCode = status ?? 1;
  `;
  return (await runChild(pinnedNode, ['-e', script], { cwd: electronFolder })) === 0;
}

/** Why the desktop cannot be used, or the program that can. */
async function findDesktop() {
  if (process.getuid?.() === 0 && process.platform === 'linux')
    return { reason: 'Electron does not run as root' };
  if (!hasScreen())
    return { reason: 'there is no screen (DISPLAY and WAYLAND_DISPLAY are not set)' };
  const present = electronProgram();
  if (present !== null) return { program: present };
  const fetched = await fetchElectron();
  const program = fetched ? electronProgram() : null;
  return program === null ? { reason: "Electron's binary could not be fetched" } : { program };
}

/** Runs the desktop to its end and gives its exit code, or why it could not start. */
async function startDesktop(program, args) {
  await build(['renderer', 'core', 'preload'], { ifStale: true });
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const startedAt = performance.now();
  const code = await runChild(program, [root, '--sandbox-on-first-use', ...args], { env });
  const isAtOnce = performance.now() - startedAt < startSeconds * 1000;
  return code !== 0 && code < 128 && isAtOnce
    ? { reason: `Electron could not start (code ${code})` }
    : { code };
}

async function startInBrowser(reason, args) {
  if (reason !== null) say(`${reason}: opening Zubi in the browser instead`);
  return runOnPinnedNode([join(root, 'scripts', 'zubi.mjs'), 'serve', '--sandbox', ...args]);
}

async function start(args) {
  if (args.some((arg) => arg === '--no-open' || arg.startsWith('--port')))
    return startInBrowser(null, args);
  const found = await findDesktop();
  if (found.program === undefined) return startInBrowser(found.reason, args);
  const ended = await startDesktop(found.program, args);
  return ended.code ?? startInBrowser(ended.reason, args);
}

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
