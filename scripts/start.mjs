import { join } from 'node:path';
import { build } from './build.mjs';
import { root, runOnPinnedNode, say } from './checkout.mjs';
import {
  electronProgram,
  fetchElectron,
  namedElectron,
  whyNoElectron,
} from './electron-program.mjs';
import { runDesktop } from './run-electron.mjs';

/*
 * `npm start`: the desktop application where Electron's binary and a screen are there, else the
 * same window in a browser. On first use (no connection set) it connects to the own sandbox.
 * Arguments go on to the host.
 */

/** The reason why the desktop cannot be used, or the program. */
async function findDesktop() {
  const named = namedElectron();
  // A named Electron is for this machine: it reports itself what it lacks.
  if (named !== null) return named;
  const reason = whyNoElectron(process);
  if (reason !== null) return { reason };
  if (electronProgram() === null) await fetchElectron();
  const program = electronProgram();
  return program === null ? { reason: "Electron's binary could not be fetched" } : { program };
}

/** The browser's host takes no documents as arguments: they are dropped on its window. */
async function startInBrowser(reason, args) {
  if (reason !== null) say(`${reason}: opening Zubi in the browser instead`);
  const options = args.filter((arg) => !/\.(?:xml|gz|xsig|p7m|zip)$/i.test(arg));
  if (options.length < args.length) say('drop the documents on the window');
  return runOnPinnedNode([join(root, 'scripts', 'zubi.mjs'), 'serve', '--sandbox', ...options]);
}

async function start(args) {
  if (args.some((arg) => arg === '--no-open' || arg.startsWith('--port')))
    return startInBrowser(null, args);
  const found = await findDesktop();
  if (found.program === undefined) return startInBrowser(found.reason, args);
  await build(['renderer', 'core', 'preload'], { ifStale: true });
  const ended = await runDesktop(found.program, [root, '--sandbox-on-first-use', ...args]);
  return ended.code ?? startInBrowser(ended.reason, args);
}

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
