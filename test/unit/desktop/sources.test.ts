import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { batchPage, isOwnPage } from '../../../main/hosts/desktop/addresses.ts';
import { placesOf, readSources } from './source-files.ts';

const product = readSources(['contract', 'main', 'preload', 'renderer', 'sandbox', 'scripts']);
const desktop = readSources(['main', 'preload']).filter(({ path }) =>
  /hosts\/desktop|preload/.test(path),
);
const nowhere: readonly string[] = [];

// holds E1, E4, E7, E8, E12, E13, E14, E15, E17, E24, K8, K11, H6
test('the scan includes the desktop', () => {
  expect(desktop.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'main/hosts/desktop/main.ts',
      'main/hosts/desktop/ipc.ts',
      'preload/preload.ts',
    ]),
  );
});

describe('E1 loaded pages', () => {
  test('one file loads a page, and only our own', () => {
    const place = 'main/hosts/desktop/window.ts';
    expect(placesOf(/\.loadURL\(/, product)).toEqual([place]);
    expect(placesOf(/if \(!isOwnPage\(address\)\) return false;/, product)).toEqual([place]);
    expect(isOwnPage(batchPage('https://elsewhere.example/'))).toBe(true);
    expect(placesOf(/\.loadFile\(/, product)).toEqual(nowhere);
  });

  test('one file makes a window, and nothing makes another kind of view', () => {
    const places = new Set(placesOf(/new BrowserWindow\(/, product));
    expect([...places]).toEqual(['main/hosts/desktop/window.ts']);
    expect(placesOf(/WebContentsView|BrowserView|<webview/, product)).toEqual(nowhere);
  });
});

test('E4 no script or source weakens Chromium', () => {
  const weaker = /appendSwitch|appendArgument/;
  expect(placesOf(weaker, product)).toEqual(nowhere);
  const named = /no-sandbox|disable-web-security|remote-debugging-port|ignore-certificate-errors/;
  const elsewhere = placesOf(named, product).filter(
    (path) => path !== 'main/hosts/desktop/switches.ts',
  );
  expect(elsewhere).toEqual(nowhere);
});

describe('E7 the built window', () => {
  const page = new URL('../../../dist/renderer/index.html', import.meta.url);
  const source = new URL('../../../renderer/index.html', import.meta.url);

  test.each([source, ...(existsSync(page) ? [page] : [])])('has nothing inline: %s', (file) => {
    const html = readFileSync(file, 'utf8');
    expect(html.match(/<script(?![^>]*\bsrc=)[^>]*>/gi)).toBeNull();
    expect(html.match(/<style/gi)).toBeNull();
    expect(html.match(/\sstyle=/gi)).toBeNull();
    expect(html.match(/\son[a-z]+=/gi)).toBeNull();
    expect(html.match(/javascript:/gi)).toBeNull();
  });

  test('one file has the policy, for both hosts', () => {
    // The sandbox's review page and the printable report are no windows of the application: each
    // has a policy of its own, without any script; the report is a file by itself, so its styles
    // stand inside it.
    const places = new Set(placesOf(/default-src/, product));
    expect(places).toEqual(
      new Set([
        'main/hosts/window-files.ts',
        'main/features/reports/printed-page.ts',
        'sandbox/backstage/review.ts',
      ]),
    );
    expect(placesOf(/unsafe-eval|bypassCSP/, product)).toEqual(nowhere);
    expect(new Set(placesOf(/unsafe-inline/, product))).toEqual(
      new Set(['main/features/reports/printed-page.ts']),
    );
  });
});

test('E8 the scheme is registered in one file', () => {
  expect(placesOf(/registerSchemesAsPrivileged/, product)).toEqual([
    'main/hosts/desktop/protocol.ts',
  ]);
});

test('H6 the window reads no text as a page', () => {
  const ways =
    /dangerouslySetInnerHTML|(?:inner|outer)HTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc/i;
  expect(placesOf(ways, readSources(['renderer']))).toEqual(nowhere);
});

test('E12 one file passes an address to the system, and none a path', () => {
  expect(placesOf(/\.openExternal\(/, product)).toEqual(['main/hosts/desktop/external.ts']);
  expect(placesOf(/openPath|showItemInFolder|writeShortcutLink|beep\(\)/, desktop)).toEqual(
    nowhere,
  );
  const words = /\.startsWith\(['"`](?:https?|app|file):/;
  expect(placesOf(words, desktop)).toEqual(nowhere);
});

test('E13 one file listens to the window', () => {
  const listening = /ipcMain\s*\.\s*(?!removeAllListeners\()\w+\(/;
  expect(placesOf(listening, product)).toEqual(['main/hosts/desktop/ipc.ts']);
  expect(placesOf(/import[^;]*\bipcMain\b/, product)).toEqual([
    'main/hosts/desktop/ipc.ts',
    'main/hosts/desktop/preferences.ts',
  ]);
  expect(placesOf(/\.ipc\.(?:on|handle)|'ipc-message'|MessageChannelMain/, product)).toEqual(
    nowhere,
  );
});

// What it does there is held by `preferences.test.ts`.
test('E13 electron-store, which opens its own channel, is used only where that is closed', () => {
  const places = ['main/hosts/desktop/preferences.ts'];
  expect(placesOf(/['"]electron-store['"]/, product)).toEqual(places);
  expect(placesOf(/electron-store-get-data/, product)).toEqual(places);
});

describe('E14 the bridge', () => {
  test('is the only one to call the host, and exposes nothing of Electron', () => {
    expect(new Set(placesOf(/ipcRenderer/, product))).toEqual(new Set(['preload/preload.ts']));
    expect(placesOf(/exposeInMainWorld\(/, product)).toEqual(['preload/preload.ts']);
    expect(placesOf(/sendSync|exposeInIsolatedWorld|executeJavaScript/, product)).toEqual(nowhere);
  });

  test('is short and imports Electron and the contract only', () => {
    const bridge = readFileSync(new URL('../../../preload/preload.ts', import.meta.url), 'utf8');
    expect(bridge.split('\n').length).toBeLessThanOrEqual(60);
    const from = [...bridge.matchAll(/from '([^']+)'/g)].map(([, name]) => name);
    expect(from.filter((name) => name !== 'electron' && !name?.startsWith('../contract/'))).toEqual(
      [],
    );
  });

  const built = new URL('../../../dist/preload/preload.cjs', import.meta.url);
  test.skipIf(!existsSync(built))('as built requires nothing but Electron', () => {
    const code = readFileSync(built, 'utf8');
    expect([
      ...new Set([...code.matchAll(/require\("?'?([^"')]+)/g)].map(([, name]) => name)),
    ]).toEqual(['electron']);
    expect(code.length).toBeLessThan(8000);
  });
});

test('E15 no page reads a path out of a file', () => {
  const pages = product.filter(({ path }) => path.startsWith('renderer/'));
  expect(placesOf(/webUtils|getPathForFile|\bfile\.path\b/i, pages)).toEqual(nowhere);
  expect(placesOf(/getPathForFile\(/, product)).toEqual(['preload/preload.ts']);
});

test('E17 no synchronous call of the keychain exists', () => {
  const synchronous =
    /\b(?:encryptString|decryptString|isEncryptionAvailable|setUsePlainTextEncryption)\s*\(/;
  expect(placesOf(synchronous, product)).toEqual(nowhere);
});

test('E18 nothing weakens TLS', () => {
  const weak =
    /'certificate-error'|setCertificateVerifyProc|rejectUnauthorized:\s*false|allowInsecure/;
  expect(placesOf(weak, product)).toEqual(nowhere);
  const variable = placesOf(/NODE_TLS_REJECT_UNAUTHORIZED/, product);
  expect(variable.filter((path) => path !== 'main/hosts/desktop/switches.ts')).toEqual(nowhere);
});

describe('E24 outside values have no effect', () => {
  test('the desktop reads the environment and the arguments in one file', () => {
    expect(new Set(placesOf(/process\.(?:env|argv)/, desktop))).toEqual(
      new Set(['main/hosts/desktop/main.ts']),
    );
  });

  test('no address of a development server exists', () => {
    // But for the updater's, which serves one file to the installer.
    expect(placesOf(/https?:\/\/(?:localhost|127\.0\.0\.1)/, desktop)).toEqual([
      'main/hosts/desktop/updater.ts',
    ]);
    expect(placesOf(/crashReporter/, product)).toEqual(nowhere);
  });
});
