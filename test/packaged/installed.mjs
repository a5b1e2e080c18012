import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../scripts/checkout.mjs';

/*
 * Zubi as a package on a real system, for hosted runners only: it is installed, used and removed in
 * the usual places. Others would do for neither the keychain of macOS nor an installer of Windows,
 * which starts Zubi again without our environment.
 */

export const system = process.platform;
const folder = resolve(process.argv[2] ?? 'release');
export const temporary = mkdtempSync(join(tmpdir(), 'zubi-smoke-'));
const usual = {
  darwin: () => join(homedir(), 'Library', 'Application Support', 'Zubi'),
  win32: () => join(process.env.APPDATA, 'Zubi'),
  linux: () => join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'zubi'),
};
export const data = usual[system]();
if (existsSync(data)) throw new Error(`${data} is there already: this is no fresh machine`);

export function run(program, args, options = {}) {
  const ended = spawnSync(program, args, { encoding: 'utf8', timeout: 300_000, ...options });
  if (ended.status === 0) return ended.stdout;
  throw new Error(`${program} ${args.join(' ')}: ${ended.status} ${ended.error ?? ended.stderr}`);
}

/** The installer of this system and architecture. */
export function installer(extension) {
  const arch = process.arch === 'x64' ? '(?:x64|amd64|x86_64)' : '(?:arm64|aarch64)';
  const pattern = new RegExp(`^zubi-.*-${arch}\\.${extension}$`);
  const name = readdirSync(folder).find((each) => pattern.test(each));
  if (name === undefined) throw new Error(`no ${extension} in ${folder}`);
  return join(folder, name);
}

const onWindows = join(homedir(), 'zubi-smoke');
/** The silent installation on each system, the program to start, and its removal. */
const ways = {
  win32: {
    program: join(onWindows, 'Zubi.exe'),
    archive: join(onWindows, 'resources', 'app.asar'),
    // `/D` comes last and takes no quotes. A silent installer waits 15 minutes for a running Zubi
    // (build/installer.nsh), then says so by its exit code.
    install: () =>
      run(installer('exe'), ['/S', '/currentuser', `/D=${onWindows}`], { timeout: 1_000_000 }),
    remove: () => run(join(onWindows, 'Uninstall Zubi.exe'), ['/S', `_?=${onWindows}`]),
  },
  darwin: {
    program: '/Applications/Zubi.app/Contents/MacOS/Zubi',
    archive: '/Applications/Zubi.app/Contents/Resources/app.asar',
    install() {
      const mount = mkdtempSync(join(temporary, 'image-'));
      run('hdiutil', ['attach', installer('dmg'), '-nobrowse', '-mountpoint', mount]);
      run('rm', ['-rf', '/Applications/Zubi.app']);
      run('ditto', [join(mount, 'Zubi.app'), '/Applications/Zubi.app']);
      run('hdiutil', ['detach', mount]);
    },
    remove: () => run('rm', ['-rf', '/Applications/Zubi.app']),
  },
  linux: {
    program: '/opt/Zubi/zubi',
    archive: '/opt/Zubi/resources/app.asar',
    install: () => run('sudo', ['apt-get', 'install', '--yes', '--reinstall', installer('deb')]),
    remove: () => run('sudo', ['apt-get', 'remove', '--yes', 'zubi']),
  },
};
export const way = ways[system];

export function start(args = [], extra = {}) {
  const child = spawn(way.program, args, { env: { ...process.env, ...extra }, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const ended = new Promise((done) =>
    child.once('close', (code, signal) => done({ code, signal })),
  );
  return { child, ended, said: () => said };
}

export async function until(what, isSo, seconds = 90) {
  for (let tries = seconds * 2; tries > 0; tries -= 1) {
    if (await isSo()) return;
    await wait(500);
  }
  throw new Error(`not within ${seconds} s: ${what}\n${readLogs()}`);
}

function readLogs() {
  if (!existsSync(data)) return '';
  const files = readdirSync(data, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && entry.name.endsWith('.log'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('');
}

export const windowsShown = () => readLogs().split('desktop.window_shown').length - 1;

/**
 * Asks the running Zubi through its relay, by the checkout's command line; null without an answer.
 * Before the relay is there, the command line would open the data itself, in Zubi's place.
 */
export function ask(method) {
  if (!existsSync(join(data, 'relay.key'))) return null;
  const args = [join(root, 'scripts', 'zubi.mjs'), 'call', method, '{}'];
  const env = { ...process.env, ZUBI_DATA: data };
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

/** Starts, waits for the window and ends it as the system would. */
export async function showsWindow(args = [], extra = {}) {
  const before = windowsShown();
  const zubi = start(args, extra);
  await until('window shown', () => windowsShown() > before);
  return zubi;
}

export async function close({ child, ended }) {
  // On Windows a signal would be a kill: its windows are asked.
  if (system === 'win32') run('taskkill', ['/PID', String(child.pid)]);
  else child.kill('SIGTERM');
  return ended;
}
