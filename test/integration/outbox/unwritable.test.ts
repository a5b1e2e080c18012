import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import { isSoak } from '../../rounds.ts';
import { type Bureau, openBureau } from './bureau.ts';

/** Another program locks the history: nothing can be written until it releases it. */
function occupy({ dataFolder }: Bureau): () => void {
  const other = new Database(join(dataFolder, 'zubi.db'));
  other.exec('begin immediate');
  return () => void other.close();
}

function untilEvent(bureau: Bureau, holds: (event: AppEvent) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = bureau.app.subscribe((event) => {
      if (!holds(event)) return;
      end();
      resolve();
    });
  });
}

const paused = (event: AppEvent) =>
  event.name === 'queue.changed' && event.payload.pausedBecause !== null;

describe('a history that cannot be written', () => {
  it('keeps an answer in memory until it can be written, and sends nothing else', async () => {
    const bureau = await openBureau();
    const files = [await bureau.put(0), await bureau.put(0, { first: 10 })];
    await bureau.sandbox.plan([{ kind: 'delay', ms: 400 }]);
    const leaves = untilEvent(
      bureau,
      (event) => event.name === 'submission.changed' && event.payload.state === 'sending',
    );
    const [first = '', second = ''] = await bureau.send(files);
    await leaves;
    const giveBack = occupy(bureau);
    await untilEvent(bureau, paused);
    expect(
      await bureau.stateOf(first),
      'said to be on its way for as long as nothing else is on the disk',
    ).toBe('sending');
    giveBack();
    await bureau.app.idle();
    expect([await bureau.stateOf(first), await bureau.stateOf(second)]).toEqual([
      'accepted',
      'queued',
    ]);
    expect(await bureau.call('submissions.progress', {})).toMatchObject({
      pausedBecause: 'database_locked',
    });
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    expect(await bureau.stateOf(second)).toBe('accepted');
    expect([...(await bureau.sandbox.reached()).values()]).toEqual([1, 1]);
  });

  // Each waits five seconds for the lock: one of them in `npm test`.
  it.runIf(isSoak)('keeps a file here that should be sent', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'status', status: 429, retryAfter: 4 }]);
    const waits = untilEvent(
      bureau,
      (event) => event.name === 'queue.changed' && event.payload.waitingUntil !== null,
    );
    const [id = ''] = await bureau.send([await bureau.put(0)]);
    await waits;
    const giveBack = occupy(bureau);
    await untilEvent(bureau, paused);
    expect((await bureau.sandbox.reached()).size).toBe(0);
    giveBack();
    expect(await bureau.stateOf(id)).toBe('queued');
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    expect(await bureau.stateOf(id)).toBe('accepted');
    expect([...(await bureau.sandbox.reached()).values()]).toEqual([1]);
  });
});
