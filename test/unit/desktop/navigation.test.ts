import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  externalPages,
  isOwnPage,
  toExternalAddress,
} from '../../../main/hosts/desktop/addresses.ts';
import { openExternal } from '../../../main/hosts/desktop/external.ts';
import { guardNavigation } from '../../../main/hosts/desktop/navigation.ts';
import { hardenProcess } from '../../../main/platform/log/harden-process.ts';
import { RecordedLog } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

function newContents(): electron.FakeContents {
  const contents = new electron.FakeContents();
  electron.app.emit('web-contents-created', {}, contents);
  return contents;
}

beforeEach(() => {
  electron.reset();
  guardNavigation();
});

// holds E10, E11, E12, E18
describe('E10 navigation is prevented', () => {
  const names = ['will-navigate', 'will-frame-navigate', 'will-redirect'];
  const elsewhere = [
    ...['app://zubi/other.html', 'https://example.org/', 'app://zubi.example/index.html'],
    ...['app://user@zubi/index.html', 'file:///index.html', 'about:blank'],
  ];
  test.each(names.flatMap((name) => elsewhere.map((url) => [name, url] as const)))(
    '%s to %s is prevented',
    (name, url) => {
      const event = { preventDefault: vi.fn(), url, isMainFrame: true };
      expect(newContents().emit(name, event)).toBe(true);
      expect(event.preventDefault).toHaveBeenCalledOnce();
    },
  );

  test.each(['app://zubi/index.html', 'app://zubi/index.html#/history', 'app://zubi/'])(
    'a page may reload itself: %s',
    (url) => {
      for (const name of ['will-navigate', 'will-frame-navigate']) {
        const event = { preventDefault: vi.fn(), url, isMainFrame: true };
        newContents().emit(name, event);
        expect(event.preventDefault).not.toHaveBeenCalled();
        const framed = { preventDefault: vi.fn(), url, isMainFrame: false };
        newContents().emit(name, framed);
        expect(framed.preventDefault).toHaveBeenCalledOnce();
      }
    },
  );
});

describe('E11 new windows are denied', () => {
  const attempt = (url: string) =>
    newContents().openHandler?.({
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' },
    });

  test.each(['https://example.org/', 'app://zubi/index.html', 'about:blank', externalPages.batuz])(
    'a new window for %s is denied',
    (url) => expect(attempt(url)).toEqual({ action: 'deny' }),
  );

  test('a known page opens in the system’s browser instead', () => {
    attempt(`${externalPages.batuz}es/lroe`);
    attempt('https://example.org/');
    expect(electron.opened).toEqual([`${externalPages.batuz}es/lroe`]);
  });

  test('an embedded view is not attached', () => {
    const event = { preventDefault: vi.fn() };
    expect(newContents().emit('will-attach-webview', event, {}, {})).toBe(true);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });
});

describe('E12 addresses for the system', () => {
  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'smb://server/share',
    'ms-msdt:/id PCWDiagnostic',
    'ms-settings:privacy',
    'vscode://file/x',
    'mailto:someone@example.org',
    'http://www.batuz.eus/',
    'https://www.batuz.eus.evil.example/',
    'https://evil.example/https://www.batuz.eus/',
    'https://www.batuz.eus@evil.example/',
    'https://someone@www.batuz.eus/',
    'https://someone:secret@www.batuz.eus/',
    'https://www.batuz.eus:8443/',
    'https://batuz.eus/',
    '//www.batuz.eus/',
    '\\\\server\\share',
    'https:\\\\evil.example\\www.batuz.eus',
    ' ',
    '',
  ])('%j is not opened', (address) => {
    expect(openExternal(address)).toBe(false);
    expect(electron.opened).toEqual([]);
  });

  test.each(Object.values(externalPages))('%s is opened', (address) => {
    expect(openExternal(address)).toBe(true);
    expect(electron.opened).toEqual([toExternalAddress(address)]);
    expect(new URL(address).protocol).toBe('https:');
  });
});

test.skipIf(process.platform === 'win32')('the browser makes files as its person does', () => {
  const personUmask = process.umask();
  const end = hardenProcess({ log: new RecordedLog(), onFatal: () => undefined });
  const umasks: number[] = [];
  vi.spyOn(electron.shell, 'openExternal').mockImplementationOnce(async () => {
    umasks.push(process.umask());
  });
  openExternal(externalPages.batuz);
  umasks.push(process.umask(personUmask));
  end();
  expect(umasks).toEqual([personUmask, 0o077]);
});

describe('E18 certificates', () => {
  test('no client certificate is offered, even if no page asked', () => {
    for (const contents of [new electron.FakeContents(), null]) {
      const event = { preventDefault: vi.fn() };
      const callback = vi.fn();
      electron.app.emit('select-client-certificate', event, contents, 'https://x/', [{}], callback);
      expect(event.preventDefault).toHaveBeenCalledOnce();
      expect(callback).toHaveBeenCalledExactlyOnceWith();
    }
  });

  test('nobody can accept a certificate that Chromium refused', () => {
    expect(electron.app.listenerCount('certificate-error')).toBe(0);
    expect(newContents().listenerCount('certificate-error')).toBe(0);
  });
});

describe('our own pages', () => {
  test.each([
    ['app://zubi/index.html', true],
    ['app://zubi', true],
    ['app://zubi/a?b#c', true],
    ['app://other/index.html', false],
    ['app://zubi.other/', false],
    ['app://someone@zubi/', false],
    ['app://zubi:1/', false],
    ['http://zubi/', false],
    ['about:blank', false],
    ['', false],
  ])('%s: %s', (address, isOwn) => expect(isOwnPage(address)).toBe(isOwn));
});
