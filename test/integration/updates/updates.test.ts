import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { UpdateStatus } from '../../../contract/update.ts';
import type { UpdateSource } from '../../../main/features/updates/source.ts';
import { planFaults, untilFaultsStruck } from '../../e2e/fixtures/sandbox.ts';
import { type Office, openOffice, openPractisingOffice } from '../core/office.ts';
import { check, codeOf, install, open, pace, version } from './installation.ts';
import { installerName, openPublisher, type Publisher, strangersKey } from './publisher.ts';

/** Checks, and waits for the download's end as a window does. */
async function untilReady({ call, events }: Office): Promise<UpdateStatus> {
  await call('updates.check', {});
  for (;;) {
    const told = events.length;
    const status = await call('updates.get', {});
    if (status.state !== 'downloading') return status;
    while (events.length === told) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('updates', () => {
  it('are downloaded, verified and installed, with their list of changes', async () => {
    const publisher = await openPublisher();
    const installed = install(publisher);
    writeFileSync(join(installed.folder, 'left-over.part'), 'of an older version');
    const office = await openOffice({ version, updates: installed.source, updatePace: pace });
    const status = await untilReady(office);
    expect(status).toMatchObject({ state: 'ready', fault: null, sizeBytes: 300_000 });
    expect(status.offered).toEqual({ version: '0.1.0', notes: { en: '- Faster.' } });
    expect(readdirSync(installed.folder)).toEqual([installerName]);
    expect(readFileSync(join(installed.folder, installerName))).toEqual(publisher.installer);
    await office.call('updates.install', {});
    const path = join(installed.folder, installerName);
    expect(installed.handed).toMatchObject([{ version: '0.1.0', path, sizeBytes: 300_000 }]);
    expect(installed.left()).toBe(1);
    // A whole file is not fetched a second time.
    await office.call('updates.check', {});
    expect(publisher.asked.filter((path) => path.endsWith('.AppImage'))).toHaveLength(1);
  });

  describe('refuse', () => {
    const refusals: Readonly<Record<string, (publisher: Publisher) => Partial<UpdateSource>>> = {
      update_downgrade: (publisher) => {
        publisher.manifest = publisher.resign({ version: '0.0.8' });
        return {};
      },
      update_expired: (publisher) => {
        publisher.manifest = publisher.resign({ expires: '2026-01-01T00:00:00.000Z' });
        return {};
      },
      update_signature: ({ url }) => ({
        trust: { publicKey: strangersKey(), manifestUrl: url },
      }),
      update_not_understood: (publisher) => {
        publisher.manifest = publisher.manifest.slice(0, -20);
        return {};
      },
      update_not_for_here: () => ({ target: { platform: 'linux', arch: 'arm64', kind: 'deb' } }),
      update_unreachable: ({ publicKey }) => ({
        trust: { publicKey, manifestUrl: 'http://127.0.0.1:9/updates.json' },
      }),
      update_truncated: (publisher) => {
        publisher.answer = (_request, response) =>
          void response.end(publisher.installer.subarray(9));
        return {};
      },
      update_changed: (publisher) => {
        const changed = Buffer.from(publisher.installer);
        changed[150_000] = 0;
        publisher.answer = (_request, response) => void response.end(changed);
        return {};
      },
      update_stalled: (publisher) => {
        publisher.answer = (_request, response) => {
          response.write(publisher.installer.subarray(0, 1000));
        };
        return {};
      },
    };

    it.each(Object.keys(refusals))('%s, and keep nothing of it', async (code) => {
      const publisher = await openPublisher();
      const installed = install(publisher, refusals[code]?.(publisher));
      const { updates } = open(installed, code === 'update_stalled' ? { stallMs: 400 } : {});
      expect(await check(updates)).toMatchObject({ state: 'failed', fault: { code } });
      expect(readdirSync(installed.folder)).toEqual([]);
      expect(await codeOf(updates.install())).toBe('update_none');
      expect(installed.handed).toEqual([]);
    });

    it('a manifest that was changed after it was signed, by any one character', async () => {
      const publisher = await openPublisher();
      publisher.manifest = publisher.manifest.replace(
        '"version\\":\\"0.1.0',
        '"version\\":\\"9.1.0',
      );
      const { fault } = await check(open(install(publisher)).updates);
      expect(fault?.code).toBe('update_signature');
    });

    it('a file whose name is a path', async () => {
      const publisher = await openPublisher();
      const { files } = JSON.parse(JSON.parse(publisher.manifest).signed);
      publisher.manifest = publisher.resign({ files: [{ ...files[0], name: '../zubi.AppImage' }] });
      const { fault } = await check(open(install(publisher)).updates);
      expect(fault?.code).toBe('update_not_understood');
    });

    it('to install what somebody sends while the installer takes the file', async () => {
      let moving = 0;
      const prepare = async () => {
        moving = 1;
      };
      const installed = install(await openPublisher(), { prepare });
      const { updates } = open(installed, { countMoving: async () => moving });
      await check(updates);
      expect(await codeOf(updates.install())).toBe('update_busy');
      expect([updates.status.state, installed.left()]).toEqual(['ready', 0]);
    });

    it('a longer file, a broken connection and a page of errors', async () => {
      const faults: (string | undefined)[] = [];
      const publisher = await openPublisher();
      const answers: Publisher['answer'][] = [
        (_request, response) =>
          void response.end(Buffer.concat([publisher.installer, Buffer.of(1)])),
        (_request, response) => {
          response.setHeader('content-length', 300_000);
          response.write(publisher.installer.subarray(0, 1000), () => response.destroy());
        },
        (_request, response) => void response.writeHead(503).end(),
      ];
      for (const answer of answers) {
        publisher.answer = answer;
        const { fault } = await check(open(install(publisher)).updates);
        faults.push(fault?.code);
      }
      expect(faults).toEqual(['update_changed', 'update_truncated', 'update_unreachable']);
    });

    it('a file that was changed on the disk before its installation', async () => {
      const publisher = await openPublisher();
      const installed = install(publisher);
      const { updates } = open(installed);
      await check(updates);
      const path = join(installed.folder, installerName);
      const bytes = readFileSync(path);
      bytes[7] = 0;
      writeFileSync(path, bytes);
      expect(await codeOf(updates.install())).toBe('update_changed');
      expect([installed.handed, installed.left()]).toEqual([[], 0]);
    });

    it('a file whose manifest has expired since its download', async () => {
      const installed = install(await openPublisher());
      let now = new Date();
      const { updates } = open(installed, { clock: () => now });
      expect(await check(updates)).toMatchObject({ state: 'ready' });
      now = new Date(now.getTime() + 365 * 24 * 3600_000);
      expect(await codeOf(updates.install())).toBe('update_expired');
      expect(updates.status).toMatchObject({ state: 'failed', fault: { code: 'update_expired' } });
      expect([installed.handed, installed.left()]).toEqual([[], 0]);
    });

    it('a file that the installer of the system refuses, and stay ready', async () => {
      const installed = install(await openPublisher(), {
        prepare: () => Promise.reject(new Error('no room')),
      });
      const { updates } = open(installed);
      await check(updates);
      expect(await codeOf(updates.install())).toBe('update_failed');
      const fault = { code: 'update_failed', details: { cause: 'no room' } };
      expect(updates.status).toMatchObject({ state: 'ready', fault });
      expect(installed.left()).toBe(0);
    });
  });

  it('that are ready stay so while the publisher cannot be asked, until the manifest expires', async () => {
    const publisher = await openPublisher();
    const installed = install(publisher);
    const { updates } = open(installed);
    await check(updates);
    const { manifest } = publisher;
    publisher.manifest = '<html>A hotel asks for your room number.';
    const fault = { code: 'update_not_understood' };
    expect(await check(updates)).toMatchObject({
      state: 'ready',
      offered: { version: '0.1.0' },
      fault,
    });
    await updates.install();
    expect(installed.left()).toBe(1);
    publisher.manifest = publisher.resign({ expires: '2026-01-01T00:00:00.000Z' });
    expect(await check(updates)).toMatchObject({
      state: 'failed',
      fault: { code: 'update_expired' },
    });
    expect(await codeOf(updates.install())).toBe('update_none');
    publisher.manifest = manifest;
    expect(await check(updates)).toMatchObject({ state: 'ready', fault: null });
  });

  it('are staged: an installation keeps its place, and waits for its turn', async () => {
    const publisher = await openPublisher();
    publisher.manifest = publisher.resign({ rollout: 0 });
    const installed = install(publisher);
    const { updates, dataFolder } = open(installed);
    expect(await check(updates)).toMatchObject({ state: 'later', offered: { version: '0.1.0' } });
    const kept = join(dataFolder, 'updates.json');
    const { share } = JSON.parse(readFileSync(kept, 'utf8'));
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThan(100);
    const states: string[] = [];
    for (const rollout of [share, share + 0.01]) {
      publisher.manifest = publisher.resign({ rollout });
      states.push((await check(updates)).state);
    }
    expect(states).toEqual(['later', 'ready']);
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toMatchObject({ share });
  });

  it('are never installed while anything is queued or being sent', async () => {
    const installed = install(await openPublisher());
    const options = { version, updates: installed.source, updatePace: pace };
    const office = await openPractisingOffice(options);
    await office.call('submissions.pause', {});
    const { files } = await office.call('submissions.addSamples', {});
    const fileIds = files.map(({ id }) => id);
    await office.call('submissions.check', { fileIds });
    const good = (await office.call('submissions.worklist', {})).files.filter(
      ({ judged }) => judged?.verdict === 'valid',
    );
    await office.call('submissions.send', { fileIds: good.slice(0, 1).map(({ id }) => id) });
    await untilReady(office);
    const error = await office.refused('updates.install', {});
    expect(error).toEqual({ code: 'update_busy', details: { files: 1 } });
    await planFaults(office.dataFolder, [{ kind: 'delay', ms: 1000 }]);
    await office.call('submissions.resume', {});
    await untilFaultsStruck(office.dataFolder);
    const progress = await office.call('submissions.progress', {});
    expect([progress.queued, progress.sending]).toEqual([0, 1]);
    expect(await office.refused('updates.install', {})).toEqual(error);
    expect([installed.handed, installed.left()]).toEqual([[], 0]);
  });

  describe('are off', () => {
    const off: Readonly<Record<string, Partial<UpdateSource> | null>> = {
      not_installed: null,
      no_key: { trust: null },
      policy: { isForbidden: true },
    };
    it.each(Object.keys(off))('%s: no request is made', async (reason) => {
      const publisher = await openPublisher();
      const change = off[reason];
      const source = change ? install(publisher, change).source : null;
      const { updates } = open({ source });
      updates.start();
      expect(updates.status).toMatchObject({ offBecause: reason });
      const error = { code: 'update_off', details: { reason } };
      await expect(updates.check()).rejects.toMatchObject(error);
      expect(publisher.asked).toEqual([]);
    });

    it('by the settings, and start again when these change', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      let asked = 0;
      const nobody = () => {
        asked += 1;
        return Promise.reject(new Error('nobody'));
      };
      const { updates, settings } = open(install(await openPublisher(), { fetch: nobody }));
      settings.checkForUpdates = false;
      updates.start();
      await vi.advanceTimersByTimeAsync(10 * pace.everyMs);
      expect(asked).toBe(0);
      settings.checkForUpdates = true;
      await vi.advanceTimersByTimeAsync(pace.everyMs);
      expect(asked).toBe(1);
      await updates.stop();
      await vi.advanceTimersByTimeAsync(10 * pace.everyMs);
      expect(asked).toBe(1);
    });
  });
});
