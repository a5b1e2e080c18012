import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDesktop } from '../../../main/hosts/desktop/desktop.ts';
import { toErrorWords } from '../../../main/hosts/desktop/error-words.ts';
import {
  findKind,
  isForbidden,
  policyPath,
  readTrust,
} from '../../../main/hosts/desktop/update-place.ts';
import { createUpdater } from '../../../main/hosts/desktop/updater.ts';
import { createDesktopFixture, RecordedLog, settle } from './desktop-fixture.ts';
import { app, calls, dialog, FakeWindow, powerMonitor, reset, shown } from './fake-electron.ts';

const begun: EventEmitter[] = [];
type Feed = new (...parts: object[]) => { resolveFiles(): [{ readonly url: URL }] };
/** A system's installer that never answers. */
class MuteInstaller extends EventEmitter {
  /** What it does with the address of the file. */
  static download = async (_address: URL): Promise<void> => undefined;
  #feed: InstanceType<Feed> | null = null;
  setFeedURL({ updateProvider: OneFile }: { readonly updateProvider: Feed }): void {
    this.#feed = new OneFile({}, {}, {});
  }
  checkForUpdates = async () => ({ isUpdateAvailable: true });
  async downloadUpdate(): Promise<void> {
    const [file] = this.#feed?.resolveFiles() ?? [];
    if (file !== undefined) await MuteInstaller.download(file.url);
  }
  quitAndInstall = () => void begun.push(this);
}
vi.mock('electron-updater', () => ({
  default: {
    Provider: class {},
    AppImageUpdater: class {},
    DebUpdater: class {},
    MacUpdater: MuteInstaller,
  },
}));

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

/** An updater for a zip file, and that file. */
function createZipUpdater() {
  const log = new RecordedLog();
  const run = { kind: 'zip', appImage: null, personUmask: process.umask(), log } as const;
  const updater = createUpdater(run);
  const path = join(folder, 'zubi.zip');
  writeFileSync(path, 'z');
  const file = { version: '9.0.0', path, name: 'zubi.zip', sizeBytes: 1, sha512: '' };
  return { updater, file, log, run };
}

describe('the file for the installer', () => {
  afterEach(() => {
    MuteInstaller.download = async () => undefined;
  });

  it('is served at a secret address of this machine, until the installer has it', async () => {
    const addresses: URL[] = [];
    const answers: number[] = [];
    MuteInstaller.download = async (address) => {
      addresses.push(address);
      for (const path of [address.pathname, '/zubi.zip', `/${'0'.repeat(48)}/zubi.zip`]) {
        const { status } = await fetch(new URL(path, address));
        answers.push(status);
      }
    };
    const { updater, file } = createZipUpdater();
    for (const _ of [1, 2]) await updater.prepare(file);
    expect(answers).toEqual([200, 404, 404, 200, 404, 404]);
    const [one, two] = addresses;
    expect(one?.hostname).toBe('127.0.0.1');
    expect(one?.pathname).toMatch(/^\/[0-9a-f]{48}\/zubi\.zip$/);
    expect(one?.pathname).not.toBe(two?.pathname);
    for (const address of addresses) await expect(fetch(address)).rejects.toThrow();
  });

  it('that the installer refuses leaves no earlier one to be installed instead', async () => {
    const { updater, file } = createZipUpdater();
    await updater.prepare(file);
    MuteInstaller.download = () => Promise.reject(new Error('no space'));
    await expect(updater.prepare(file)).rejects.toThrow('no space');
    updater.leave();
    expect([updater.begin(() => undefined), begun]).toEqual([false, []]);
  });
});

describe('the installer', () => {
  async function leave(
    begins: boolean,
    {
      fails = false,
      files = [] as string[],
      queued = 0,
      isSessionEnd = false,
      hasEdits = false,
    } = {},
  ) {
    const told: string[] = [];
    const updater = {
      cancel: () => void told.push('cancel'),
      begin(onFailed: () => void) {
        told.push('begin');
        if (fails) setImmediate(onFailed);
        return begins && !told.includes('cancel');
      },
    };
    const fixture = createDesktopFixture();
    startDesktop({ ...fixture.options, updater });
    app.ready.resolve();
    await settle();
    fixture.hosted.setProgress({ queued });
    dialog.pressed = 1;
    for (const window of FakeWindow.all) window.hasEdits = hasEdits;
    if (isSessionEnd) powerMonitor.emit('shutdown');
    else app.emit('before-quit', { preventDefault: () => undefined });
    await settle();
    expect(told).not.toContain('begin');
    if (files.length > 0) app.emit('second-instance', {}, [], '/', { files });
    fixture.hosted.closing.resolve();
    await settle();
    fixture.remove();
    return told;
  }

  it('ends the run itself once the core is closed', async () => {
    expect(await leave(true)).toEqual(['begin']);
    // A start in the last moment opens no second one: the installer does.
    app.emit('second-instance', {}, [], '/', { files: [] });
    expect(calls.filter((call) => /quit|relaunch/.test(call))).toEqual([]);
  });

  it('lets the run end by itself when nothing is to be installed', async () => {
    expect(await leave(false)).toEqual(['begin']);
    expect(calls).toContain('quit');
  });

  it.each([{ queued: 2 }, { isSessionEnd: true }])(
    'waits for another time while something is to be sent, and when the session ends: %j',
    async (how) => {
      expect(await leave(true, how)).toEqual(['cancel', 'begin']);
      expect(calls.at(-1)).toBe('quit');
    },
  );

  it('waits when a person keeps edits that are not saved', async () => {
    expect(await leave(true, { hasEdits: true })).toEqual(['cancel']);
    expect(calls).not.toContain('quit');
  });

  it('waits when documents came while Zubi closed, which it would not open', async () => {
    expect(await leave(true, { files: ['/documents/late.xml'] })).toEqual(['cancel', 'begin']);
    expect(calls.slice(-2)).toEqual(['relaunch --data here /documents/late.xml', 'quit']);
  });

  it('that does not take the newer version is reported, and the same one opens again', async () => {
    expect(await leave(true, { fails: true })).toEqual(['begin']);
    expect(shown).toEqual([`Zubi: ${toErrorWords({ code: 'update_failed' }, 'eu')}`]);
    expect(calls.slice(-2)).toEqual(['relaunch --data here', 'quit']);
  });

  describe('that the system starts', () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }));
    afterEach(() => vi.useRealTimers());

    async function begin() {
      const failures: string[] = [];
      const { updater, file, log, run } = createZipUpdater();
      process.umask(0o077);
      await updater.prepare(file);
      updater.leave();
      expect(calls).toEqual(['quit']);
      updater.cancel();
      expect(
        updater.begin(() => failures.push('failed')),
        'the person stays',
      ).toBe(false);
      updater.leave();
      expect(updater.begin(() => failures.push('failed'))).toBe(true);
      // A person decides: nothing is fetched or installed by the library's own choice.
      expect(begun.at(-1)).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false });
      expect(process.umask(), 'the next run is the person’s').toBe(run.personUmask);
      return { failures, log };
    }

    it('has failed when it does not end this run, as Squirrel.Mac may never answer', async () => {
      const { failures, log } = await begin();
      await vi.advanceTimersByTimeAsync(4 * 60_000);
      expect(failures).toEqual([]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(failures).toEqual(['failed']);
      expect(log.fields.get('desktop.update_failed')).toMatchObject({ errorName: 'TimeoutError' });
    });

    it('has failed once, also when it reports more than one error', async () => {
      const { failures } = await begin();
      for (const words of ['no space', 'and again']) begun.at(-1)?.emit('error', new Error(words));
      await settle();
      expect(failures).toEqual(['failed']);
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      expect(failures).toEqual(['failed']);
    });
  });
});
