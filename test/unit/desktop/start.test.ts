import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import texts from '../../../locales/es/desktop.json' with { type: 'json' };
import { submitPage } from '../../../main/hosts/desktop/addresses.ts';
import { startDesktop } from '../../../main/hosts/desktop/desktop.ts';
import { readHandedOver, readLaunch } from '../../../main/hosts/desktop/launch.ts';
import { findWeakeningSwitch, weakeningVariables } from '../../../main/hosts/desktop/switches.ts';
import { chooseSessionFolder } from '../../../main/hosts/host.ts';
import { createDesktopFixture, settle } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

let fixture: ReturnType<typeof createDesktopFixture>;
beforeEach(() => {
  electron.reset();
  fixture = createDesktopFixture();
});
afterEach(() => fixture.remove());

async function becomeReady(): Promise<void> {
  electron.app.ready.resolve();
  await settle();
}

const mark = () => join(fixture.folder, 'window', 'running.pid');
function markRun(pid: number): void {
  mkdirSync(join(fixture.folder, 'window'));
  writeFileSync(mark(), String(pid));
}

// holds E4, E8, E23, E24
describe('E4 the sandbox', () => {
  test('is on for every process before any other call of Electron', () => {
    startDesktop(fixture.options);
    expect(electron.calls[0]).toBe('enableSandbox');
  });
});

describe('E8 the scheme', () => {
  test('is registered once, before ready, without a way around the policy', async () => {
    startDesktop(fixture.options);
    const privileges = { standard: true, secure: true, supportFetchAPI: true };
    expect(electron.schemes).toEqual([{ scheme: 'app', privileges }]);
    await becomeReady();
    expect(electron.schemes).toHaveLength(1);
  });
});

describe('E23 one Zubi for each data folder', () => {
  test('nothing is opened before the lock is held and Electron is ready', async () => {
    startDesktop(fixture.options);
    expect(electron.calls).toContain('requestSingleInstanceLock');
    expect(fixture.opened).toEqual([]);
    await becomeReady();
    expect(fixture.opened).toEqual(['preferences', 'app']);
    expect(electron.calls.indexOf('requestSingleInstanceLock')).toBeLessThan(
      electron.calls.indexOf('new BrowserWindow'),
    );
  });

  test('a data folder that cannot be made is explained, and no lock is requested', async () => {
    writeFileSync(join(fixture.folder, 'file'), '');
    startDesktop({ ...fixture.options, dataFolder: join(fixture.folder, 'file', 'data') });
    await becomeReady();
    expect(electron.shown).toEqual([expect.stringContaining('No se puede escribir')]);
    expect(electron.calls).toEqual(['enableSandbox', 'exit 70']);
  });

  test.skipIf(process.platform === 'win32')('its folders are for this user only', () => {
    startDesktop({ ...fixture.options, dataFolder: join(fixture.folder, 'new') });
    for (const name of ['new', 'new/window'])
      expect(statSync(join(fixture.folder, name)).mode & 0o777).toBe(0o700);
  });

  test('Chromium’s own folder is inside the data folder, except on Windows with a roaming profile', () => {
    startDesktop(fixture.options);
    expect(electron.app.getPath('sessionData')).toBe(fixture.options.sessionFolder);
    const at = (platform: NodeJS.Platform, given: string | null) =>
      chooseSessionFolder('/data/window', given, {
        platform,
        home: '/home/ane',
        folder: '/',
        env: { APPDATA: '/roaming', LOCALAPPDATA: '/local' },
      });
    expect(at('linux', null)).toBe('/data/window');
    expect(at('win32', '/data')).toBe('/data/window');
    expect(at('win32', null)).toBe(join('/local', 'Zubi', 'Window'));
  });

  test('the lock belongs to the data folder', () => {
    startDesktop(fixture.options);
    expect(electron.app.getPath('userData')).toBe(`${fixture.folder}/window`);
    expect(electron.calls.indexOf('setPath userData')).toBeLessThan(
      electron.calls.indexOf('requestSingleInstanceLock'),
    );
  });

  test.each(['none', 'that of this process', 'that of one that has ended'])(
    'a lock that cannot be made is explained, as nobody else opens: the mark is %s',
    async (whose) => {
      electron.app.lockIsOurs = false;
      if (whose !== 'none') markRun(whose.includes('this') ? process.pid : 999_999_999);
      startDesktop(fixture.options);
      expect(electron.shown).toEqual([]);
      await becomeReady();
      expect(electron.shown).toEqual([`${texts.start.failed}: ${texts.start.noLock}`]);
      expect([electron.calls.at(-1), fixture.opened]).toEqual(['exit 70', []]);
    },
  );

  test('the first start marks its process, once the lock is its own', async () => {
    startDesktop(fixture.options);
    expect(readFileSync(mark(), 'utf8')).toBe(String(process.pid));
  });

  test('the second start passes its documents on, opens nothing and ends', async () => {
    electron.app.lockIsOurs = false;
    markRun(process.ppid);
    const launch = {
      ...fixture.options.launch,
      sandboxOnFirstUse: true,
      files: ['/documents/a.xml'],
    };
    startDesktop({ ...fixture.options, launch });
    await becomeReady();
    expect(electron.app.handedOver).toEqual({ files: ['/documents/a.xml'] });
    expect([electron.calls.at(-1), electron.shown]).toEqual(['quit', []]);
    expect(readFileSync(mark(), 'utf8')).toBe(String(process.ppid));
    expect(fixture.opened).toEqual([]);
    expect(electron.FakeWindow.all).toEqual([]);
    expect(electron.ipcHandlers.size).toBe(0);
  });

  test('the first start shows its window and takes the documents of the second', async () => {
    startDesktop(fixture.options);
    await becomeReady();
    const [window] = electron.FakeWindow.all;
    if (window) window.minimized = true;
    window?.done.splice(0);
    electron.app.emit('second-instance', {}, [], '/', {
      files: ['/documents/b.xml', 'relative.xml', 7],
    });
    await settle();
    expect(new Set(window?.done)).toEqual(new Set(['restore', 'show', 'focus']));
    expect(window?.loaded.at(-1)).toBe(submitPage);
    expect(fixture.hosted.taken).toEqual([{ name: 'b.xml', path: '/documents/b.xml' }]);
    electron.app.emit('second-instance', {}, [], '/', { files: ['/documents/c.xml'] });
    await settle();
    expect(fixture.hosted.taken.map(({ name }) => name)).toEqual(['b.xml', 'c.xml']);
  });

  test.each([null, 'files', { files: 'x' }, { other: [] }, { files: [null, '/a.exe'] }])(
    'only documents are accepted from a second start: %j',
    (data) => expect(readHandedOver(data)).toEqual([]),
  );
});

describe('E24 nothing outside switches a protection off', () => {
  const hostile = {
    argv: [
      'zubi',
      '--data',
      '/evil',
      '--sandbox-on-first-use',
      '--dev-url=http://x',
      'file:///etc/passwd',
      'a.xml',
    ],
    env: {
      ZUBI_DATA: '/evil',
      ELECTRON_RENDERER_URL: 'http://evil',
      NODE_ENV: 'development',
      DEBUG: '*',
    },
    program: '/opt/Zubi/zubi',
    folder: '/documents',
  };

  test('an installed Zubi reads documents from its arguments and nothing from its environment', () => {
    const launch = readLaunch({ ...hostile, isPackaged: true });
    expect(launch).toEqual({
      dataFolder: null,
      sandboxOnFirstUse: false,
      files: ['/documents/a.xml'],
      options: [],
      appImage: null,
      placeVariables: {},
    });
  });

  test('documents may come as file addresses, as Linux passes them', () => {
    const argv = ['zubi', 'file:///documents/a%20b.xml', 'file://host/c.xml', '/d.xsig', '/e.txt'];
    expect(readLaunch({ ...hostile, argv, folder: '/', isPackaged: true })).toMatchObject({
      files: ['/documents/a b.xml', '/file:/host/c.xml', '/d.xsig'],
    });
  });

  test('an AppImage is the one that this program lies in, not another that started it', () => {
    const at = (mount: string, isPackaged: boolean, APPIMAGE = '/home/ane/zubi.AppImage') => {
      const env = { APPIMAGE, APPDIR: mount };
      const program = join(realpathSync(fixture.folder), 'zubi');
      return readLaunch({ ...hostile, argv: ['zubi'], env, program, isPackaged }).appImage;
    };
    expect(at(fixture.folder, true)).toBe('/home/ane/zubi.AppImage');
    expect(at(fixture.folder, true, 'zubi.AppImage')).toBeNull();
    expect(at(join(fixture.folder, 'gone'), true)).toBeNull();
    mkdirSync(join(fixture.folder, 'zub'));
    expect(at(join(fixture.folder, 'zub'), true)).toBeNull();
    expect(at(fixture.folder, false)).toBeNull();
  });

  test('a run from a checkout may be given a data folder', () => {
    const argv = ['electron', '.', '--sandbox-on-first-use'];
    const launch = readLaunch({
      argv,
      env: { ZUBI_DATA: 'data' },
      program: '/checkout/electron',
      folder: '/checkout',
      isPackaged: false,
    });
    expect(launch).toMatchObject({
      dataFolder: '/checkout/data',
      sandboxOnFirstUse: true,
      files: [],
    });
    const chosen = readLaunch({
      ...hostile,
      argv: ['electron', '.', '--data', 'x'],
      isPackaged: false,
    });
    expect(chosen.dataFolder).toBe('/documents/x');
  });

  test.each([
    'no-sandbox',
    'browser-subprocess-path',
    'bypasscsp-schemes',
    'disable-seccomp-filter-sandbox',
    'disable-web-security',
    'gpu-launcher',
    'in-process-gpu',
    'remote-debugging-port',
    'remote-debugging-pipe',
    'ignore-certificate-errors',
    'inspect',
    'js-flags',
    'load-extension',
  ])('an installed Zubi does not start with --%s', async (name) => {
    electron.app.isPackaged = true;
    electron.app.switches = new Set([name]);
    startDesktop(fixture.options);
    // Before it is ready, a box would show nothing on Linux.
    expect(electron.shown).toEqual([]);
    await becomeReady();
    expect(electron.calls).toEqual(['exit 70']);
    expect(electron.shown.join()).toContain(`--${name}`);
    expect(fixture.opened).toEqual([]);
  });

  test('an AppImage without a possible sandbox names the package that has one', async () => {
    electron.app.isPackaged = true;
    electron.app.switches = new Set(['no-sandbox']);
    const launch = { ...fixture.options.launch, appImage: '/opt/zubi.AppImage' };
    startDesktop({ ...fixture.options, launch });
    await becomeReady();
    expect(electron.shown.join()).toContain('.deb');
    electron.app.switches = new Set(['inspect']);
    startDesktop({ ...fixture.options, launch });
    await becomeReady();
    expect(electron.shown.at(-1)).toContain('--inspect');
    expect(fixture.opened).toEqual([]);
  });

  test('an installed Zubi starts without that switch', () => {
    electron.app.isPackaged = true;
    startDesktop(fixture.options);
    expect(electron.calls).toContain('requestSingleInstanceLock');
    expect(findWeakeningSwitch({ hasSwitch: () => false })).toBeNull();
  });

  test('the variables that disable certificate checks in Node are removed', () => {
    expect(weakeningVariables).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
  });

  test('the window of an installed Zubi is the same, whatever the environment', async () => {
    vi.stubEnv('ELECTRON_RENDERER_URL', 'http://127.0.0.1:5173');
    vi.stubEnv('VITE_DEV_SERVER_URL', 'http://127.0.0.1:5173');
    vi.stubEnv('NODE_ENV', 'development');
    electron.app.isPackaged = true;
    startDesktop(fixture.options);
    await becomeReady();
    const [window] = electron.FakeWindow.all;
    expect(window?.loaded).toEqual(['app://zubi/waiting/opening', 'app://zubi/index.html']);
    expect(window?.options.webPreferences?.devTools).toBe(false);
    vi.unstubAllEnvs();
  });
});
