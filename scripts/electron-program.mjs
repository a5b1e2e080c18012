import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, root, runChild } from './checkout.mjs';

const electronFolder = join(root, 'node_modules', 'electron');

/** The place of Electron's program in its folder, on each system. */
function usualPath() {
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

/** The Electron named by `ELECTRON_OVERRIDE_DIST_PATH`, or the reason why not; null without one. */
export function namedElectron() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) return null;
  const program = join(folder, usualPath());
  if (existsSync(program)) return { program };
  return { reason: `there is no ${program} (ELECTRON_OVERRIDE_DIST_PATH)` };
}

/** The reason why Electron does not run on this machine; null where it does. */
export function whyNoElectron({ platform, env, getuid }) {
  if (platform !== 'linux') return null;
  if (getuid() === 0) return 'Electron does not run as root';
  if (env.DISPLAY || env.WAYLAND_DISPLAY) return null;
  return 'there is no screen (DISPLAY and WAYLAND_DISPLAY are not set)';
}

/** Electron's program; null before its binary was fetched. */
export function electronProgram() {
  const pathFile = join(electronFolder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const program = join(electronFolder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(program) ? program : null;
}

/** Fetches Electron's binary; reports failures on the way. */
export async function fetchElectron() {
  if (!existsSync(join(electronFolder, 'install.js'))) return;
  await runChild(pinnedNode, [join(root, 'scripts', 'fetch-electron.mjs'), electronFolder], {
    env: withProxy(process.env),
  });
}

/** npm's own proxy counts too; `ELECTRON_GET_USE_PROXY` makes the download use either. */
export function withProxy(env) {
  const { npm_config_proxy: http, npm_config_https_proxy: https, npm_config_noproxy: no } = env;
  const named = Object.entries({
    HTTP_PROXY: env.HTTP_PROXY ?? env.http_proxy ?? http,
    HTTPS_PROXY: env.HTTPS_PROXY ?? env.https_proxy ?? https ?? http,
    NO_PROXY: env.NO_PROXY ?? env.no_proxy ?? no,
  }).filter(([, value]) => value);
  return { ELECTRON_GET_USE_PROXY: 'true', ...env, ...Object.fromEntries(named) };
}
