import { describe, expect, it, onTestFinished } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import { watchOpened } from '../../fixtures/opened-connections.ts';
import { mountSmallDisk } from '../../fixtures/small-disk.ts';
import { openOffice } from '../core/office.ts';
import { type Bureau, openBureau } from './bureau.ts';

function untilEvent(bureau: Bureau, holds: (event: AppEvent) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = bureau.app.subscribe((event) => {
      if (!holds(event)) return;
      end();
      resolve();
    });
  });
}

const isFull = (event: AppEvent) =>
  event.name === 'queue.changed' && event.payload.pausedBecause === 'disk_full';
const isWaiting = (event: AppEvent) =>
  event.name === 'queue.changed' && event.payload.waitingUntil !== null;
const isLeaving = (event: AppEvent) =>
  event.name === 'submission.changed' && event.payload.state === 'sending';

const statesOf = (bureau: Bureau, ids: readonly string[]) => Promise.all(ids.map(bureau.stateOf));
const arrivals = async (bureau: Bureau) => [...(await bureau.sandbox.reached()).values()];

/** There is room again: everything goes, once. */
async function expectAllSent(bureau: Bureau, ids: readonly string[]): Promise<void> {
  await bureau.call('submissions.resume', {});
  await bureau.app.idle();
  expect(await statesOf(bureau, ids)).toEqual(ids.map(() => 'accepted'));
  expect(await arrivals(bureau)).toEqual(ids.map(() => 1));
  await bureau.call('backup.check', {});
}

describe('Q4: a disk that is full while files wait to be sent', () => {
  it('stops the send: what cannot be recorded is not sent', async (context) => {
    const disk = mountSmallDisk(16 * 1024);
    if (disk === null) return context.skip('no small disk can be mounted here');
    onTestFinished(() => disk.remove());
    const bureau = await openBureau({ dataFolder: disk.path });
    await bureau.sandbox.plan([{ kind: 'status', status: 429, retryAfter: 1 }]);
    const waits = untilEvent(bureau, isWaiting);
    const ids = await bureau.send([await bureau.put(0), await bureau.put(0, { first: 10 })]);
    await waits;
    const full = untilEvent(bureau, isFull);
    const giveRoom = disk.fill();
    await full;
    expect(await arrivals(bureau)).toEqual([]);
    expect(await statesOf(bureau, ids)).toEqual(['queued', 'queued']);
    giveRoom();
    await expectAllSent(bureau, ids);
  });

  it('keeps the answer of the service until it can be written', async (context) => {
    const disk = mountSmallDisk(16 * 1024);
    if (disk === null) return context.skip('no small disk can be mounted here');
    onTestFinished(() => disk.remove());
    const bureau = await openBureau({ dataFolder: disk.path });
    const files = [await bureau.put(0), await bureau.put(0, { first: 10 })];
    await bureau.sandbox.plan([{ kind: 'delay', ms: 400 }]);
    const [leaves, full] = [untilEvent(bureau, isLeaving), untilEvent(bureau, isFull)];
    const ids = await bureau.send(files);
    await leaves;
    const giveRoom = disk.fill();
    await full;
    expect(await statesOf(bureau, ids)).toEqual(['sending', 'queued']);
    giveRoom();
    await expectAllSent(bureau, ids);
  });

  it('is told as such where the own sandbox cannot start', async (context) => {
    const disk = mountSmallDisk(16 * 1024);
    if (disk === null) return context.skip('no small disk can be mounted here');
    onTestFinished(() => disk.remove());
    const office = await openOffice({ dataFolder: disk.path });
    await office.call('connection.useSandbox', {});
    const again = await office.restart();
    const giveRoom = disk.fill();
    expect((await again.refused('connection.test', {})).code).toBe('disk_full');
    giveRoom();
    await again.call('connection.test', {});
  });

  // Where no disk can be mounted: SQLite's own limit on the pages of a file, in a file without a
  // free byte.
  it('stops the send when the file may not grow', async () => {
    const opened = watchOpened();
    const bureau = await openBureau();
    await bureau.call('submissions.pause', {});
    const files = [];
    for (let index = 0; index < 30; index += 1)
      files.push(await bureau.put(0, { first: index * 10, records: 1 }));
    const ids = await bureau.send(files);
    const database = opened().find(
      ({ name }) => name.startsWith(bureau.dataFolder) && name.endsWith('zubi.db'),
    );
    database?.exec('vacuum');
    const pages = Number(database?.pragma('page_count', { simple: true }));
    database?.pragma(`max_page_count = ${pages}`);
    const full = untilEvent(bureau, isFull);
    await bureau.call('submissions.resume', {});
    await full;
    // The last page may have room for a few: their outcomes are stored, and the rest waits.
    const states = await statesOf(bureau, ids);
    const noted = states.filter((state) => state !== 'queued').length;
    expect((await arrivals(bureau)).length).toBeLessThanOrEqual(noted);
    expect(noted).toBeLessThan(ids.length / 2);
    database?.pragma('max_page_count = 1000000');
    await expectAllSent(bureau, ids);
  });
});
