import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDesktop } from '../../../main/hosts/desktop/desktop.ts';
import {
  findKind,
  isForbidden,
  policyPath,
  readTrust,
} from '../../../main/hosts/desktop/update-place.ts';
import { createDesktopFixture, settle } from './desktop-fixture.ts';
import { app, calls, reset } from './fake-electron.ts';

vi.mock('electron', () => import('./fake-electron.ts'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-policy-'));
  reset();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a machine-wide policy', () => {
  const written = (text: string) => {
    const path = join(folder, 'policy.json');
    writeFileSync(path, text);
    return isForbidden(path);
  };

  it('turns updates off, also when it is unreadable; without one they are on', () => {
    expect(isForbidden(join(folder, 'none.json'))).toBe(false);
    expect(['{}', '{"updates":"on"}'].map(written)).toEqual([false, false]);
    expect(['{"updates":"off"}', '{"updates":', '[]', '{"updates":1}'].map(written)).toEqual(
      Array(4).fill(true),
    );
  });

  it('is in a place that only administrators can write', () => {
    expect(policyPath('linux', {})).toBe('/etc/zubi/policy.json');
    expect(policyPath('darwin', {})).toBe('/Library/Application Support/Zubi/policy.json');
    expect(policyPath('win32', { ProgramData: 'D:\\Data' })).toContain('D:\\Data');
  });
});

describe('the publisher’s key', () => {
  const built = (trust: unknown) => {
    const place = join(folder, 'dist/main/hosts/desktop');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'updates.json'), JSON.stringify(trust));
    return readTrust(folder);
  };

  it('is part of the build; without it, or with an address that is not https, there is none', () => {
    expect(readTrust(folder)).toBeNull();
    const trust = { publicKey: 'MCowBQYDK2VwAyEA', manifestUrl: 'https://zubi.example/u.json' };
    expect(built(trust)).toEqual(trust);
    expect(built({ ...trust, manifestUrl: 'http://zubi.example/u.json' })).toBeNull();
    expect(built({ ...trust, publicKey: '' })).toBeNull();
  });
});

it('an update for an installation is of the same package type', () => {
  expect(findKind('win32', null, folder)).toBe('nsis');
  expect(findKind('darwin', null, folder)).toBe('zip');
  expect(findKind('linux', '/home/a/zubi.AppImage', folder)).toBe('AppImage');
  expect(findKind('linux', null, folder)).toBeNull();
  writeFileSync(join(folder, 'package-type'), 'deb\n');
  expect(findKind('linux', null, folder)).toBe('deb');
});

describe('the installer', () => {
  async function leave(begins: boolean) {
    const told: string[] = [];
    const updater = {
      cancel: () => void told.push('cancel'),
      begin() {
        told.push('begin');
        return begins;
      },
    };
    const fixture = createDesktopFixture();
    startDesktop({ ...fixture.options, updater });
    app.ready.resolve();
    await settle();
    app.emit('before-quit', { preventDefault: () => undefined });
    await settle();
    expect(told).toEqual([]);
    fixture.hosted.closing.resolve();
    await settle();
    fixture.remove();
    return told;
  }

  it('ends the run itself once the core is closed', async () => {
    expect(await leave(true)).toEqual(['begin']);
    expect(calls).not.toContain('quit');
  });

  it('lets the run end by itself when nothing is to be installed', async () => {
    expect(await leave(false)).toEqual(['begin']);
    expect(calls).toContain('quit');
  });
});
