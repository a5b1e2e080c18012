import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session, WebContents } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { guardSessions } from '../../../main/hosts/desktop/permissions.ts';
import * as electron from './fake-electron.ts';

beforeEach(() => electron.reset());

/**
 * The names of permissions that the installed Electron knows, of both handlers, out of its own
 * types.
 */
function permissionNames(): readonly string[] {
  const types = readFileSync(
    new URL('../../../node_modules/electron/electron.d.ts', import.meta.url),
    'utf8',
  );
  const names = ['setPermissionRequestHandler', 'setPermissionCheckHandler'].flatMap((handler) => {
    const [, union = ''] =
      new RegExp(`${handler}\\(handler: \\(\\(webContents: [^,]+, permission: ([^,]+),`).exec(
        types,
      ) ?? [];
    return [...union.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  });
  return [...new Set(names)].sort();
}

/**
 * Decided one by one: a new name of Electron is refused, and makes this test ask for a decision.
 */
const decided: Readonly<Record<string, boolean>> = {
  ar: false,
  'automatic-fullscreen': false,
  'background-fetch': false,
  'background-sync': false,
  'captured-surface-control': false,
  'clipboard-read': false,
  'clipboard-sanitized-write': true,
  'deprecated-sync-clipboard-read': false,
  'display-capture': false,
  fileSystem: false,
  fullscreen: false,
  geolocation: false,
  'geolocation-approximate': false,
  'hand-tracking': false,
  hid: false,
  'idle-detection': false,
  keyboardLock: false,
  'local-fonts': false,
  'local-network': false,
  'local-network-access': false,
  'loopback-network': false,
  media: false,
  mediaKeySystem: false,
  midi: false,
  midiSysex: false,
  nfc: false,
  notifications: false,
  openExternal: false,
  'payment-handler': false,
  'periodic-background-sync': false,
  'persistent-storage': false,
  pointerLock: false,
  'screen-wake-lock': false,
  sensors: false,
  serial: false,
  'smart-card': false,
  'speaker-selection': false,
  'storage-access': false,
  'system-wake-lock': false,
  'top-level-storage-access': false,
  usb: false,
  vr: false,
  'web-app-installation': false,
  'web-printing': false,
  'window-management': false,
  unknown: false,
};

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type PermissionName = Parameters<RequestHandler>[1];

/** Asks both handlers of a session, as Chromium does. */
function ask(guarded: electron.FakeSession, name: string): readonly unknown[] {
  const permission = name as PermissionName;
  const contents = {} as WebContents;
  const page = { isMainFrame: true, requestingUrl: 'app://zubi/index.html' };
  const answers: unknown[] = [];
  guarded.request?.(contents, permission, (granted) => answers.push(granted), page);
  answers.push(
    guarded.check?.(contents, permission, 'app://zubi', { ...page, securityOrigin: 'app://zubi' }),
  );
  return answers;
}

// holds E5, E11
describe('E5 permissions', () => {
  test('every name in this Electron is in the table', () => {
    expect(permissionNames().length).toBeGreaterThan(40);
    expect(permissionNames()).toEqual(Object.keys(decided).sort());
  });

  test.each(Object.entries(decided))('%s: %s', (name, isAllowed) => {
    guardSessions(null);
    expect(ask(electron.session.defaultSession, name)).toEqual([isAllowed, isAllowed]);
  });

  test('an unknown name is refused', () => {
    guardSessions(null);
    expect(ask(electron.session.defaultSession, 'telepathy')).toEqual([false, false]);
  });

  test('devices, screens and pairings are refused', () => {
    guardSessions(null);
    const { device, display, pairing } = electron.session.defaultSession;
    const answers: unknown[] = [];
    expect(device?.({ deviceType: 'usb', origin: 'app://zubi', device: {} as never })).toBe(false);
    display?.({} as never, (streams) => answers.push(streams));
    pairing?.({ deviceId: 'x', pairingKind: 'confirm', frame: null }, (answer) =>
      answers.push(answer),
    );
    electron.session.defaultSession.emit(
      'file-system-access-restricted',
      {},
      {},
      (action: string) => answers.push(action),
    );
    expect(answers).toEqual([null, { confirmed: false }, 'deny']);
  });

  test('a session that is created later is guarded as well', () => {
    guardSessions(null);
    const later = new electron.FakeSession();
    electron.app.emit('session-created', later);
    expect(ask(later, 'geolocation')).toEqual([false, false]);
    expect(later.device).not.toBeNull();
  });
});

/** A download of the window; `options` are those of its dialog. */
function makeDownload(address: string, path = '') {
  const options: object[] = [];
  return Object.assign(new EventEmitter(), {
    options,
    getURL: () => address,
    getFilename: () => 'export.csv',
    getSavePath: () => path,
    setSaveDialogOptions: (given: object) => void options.push(given),
  });
}

describe('E11 downloads', () => {
  const isStopped = (address: string): boolean => {
    guardSessions(null);
    const event = { preventDefault: vi.fn() };
    electron.session.defaultSession.emit('will-download', event, makeDownload(address), {});
    return event.preventDefault.mock.calls.length > 0;
  };

  test.skipIf(process.platform === 'win32')(
    'a saved file gets the usual rights of the person’s files, whatever this process uses',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'zubi-download-'));
      const path = join(folder, 'export.csv');
      writeFileSync(path, '', { mode: 0o600 });
      guardSessions(0o027);
      const item = makeDownload('blob:app://zubi/1', path);
      electron.session.defaultSession.emit('will-download', {}, item, {});
      item.emit('done', {}, 'completed');
      await vi.waitUntil(() => (statSync(path).mode & 0o777) === 0o640);
      rmSync(folder, { recursive: true });
    },
  );

  test('the dialog names the file, and asks before it overwrites one on Linux, too', () => {
    guardSessions(null);
    const item = makeDownload('blob:app://zubi/1');
    electron.session.defaultSession.emit('will-download', {}, item, {});
    expect(item.options).toEqual([
      { title: 'export.csv', properties: ['showOverwriteConfirmation'] },
    ]);
  });

  test('a file made by the window may be saved', () => {
    expect(isStopped('blob:app://zubi/0b5e9a3e-8f4e-4f5c-9d55-3f6f4b7a9c11')).toBe(false);
  });

  test.each([
    'https://example.org/setup.exe',
    'app://zubi/index.html',
    'blob:https://example.org/x',
    'blob:app://zubi.example.org/x',
    'blob:null/x',
    'data:text/html,x',
    'file:///etc/passwd',
    '',
  ])('anything else is stopped: %s', (address) => expect(isStopped(address)).toBe(true));
});
