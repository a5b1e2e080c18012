import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../main/store/connection.ts';
import { toStoreError } from '../../../main/store/errors.ts';
import { openStore } from '../../../main/store/store.ts';
import { commitsOf, readState, stateAfter, writeCommit } from '../../crash/written-history.ts';
import { mountSmallDisk } from '../../fixtures/small-disk.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');

describe('Q4: a disk that is really full', () => {
  it('takes what it can and says what it cannot: nothing acknowledged is lost, and it goes on when there is room', async (context) => {
    const disk = mountSmallDisk(6 * 1024);
    if (disk === null) return context.skip('no small disk can be mounted here');
    onTestFinished(() => disk.remove());
    const store = await openStore(disk.path, clock);
    onTestFinished(() => store.close());
    for (let commit = 1; commit <= 30; commit += 1) await writeCommit(store.queries, commit);

    const giveRoom = disk.fill();
    let acknowledged = 30;
    const refused: unknown[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await writeCommit(store.queries, acknowledged + 1).then(
        () => {
          acknowledged += 1;
        },
        (error: unknown) => refused.push(toStoreError(error)),
      );
    }
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error).toMatchObject({ code: 'disk_full' });
    // Readable while it is full, by this connection and by another.
    expect(store.isIntact('s0')).toBe(true);
    expect(readState(join(disk.path, 'zubi.db'))).toEqual(stateAfter(acknowledged));

    giveRoom();
    await writeCommit(store.queries, acknowledged + 1);
    expect(readState(join(disk.path, 'zubi.db'))).toEqual(stateAfter(acknowledged + 1));
  });

  it('leaves no transaction open', async (context) => {
    const disk = mountSmallDisk(2 * 1024);
    if (disk === null) return context.skip('no small disk can be mounted here');
    onTestFinished(() => disk.remove());
    await (await openStore(disk.path, clock)).close();
    const database = openConnection(join(disk.path, 'zubi.db'), { mustExist: true });
    onTestFinished(() => void database.close());
    const insert = database.prepare('insert into documents values (?, 1, ?, ?)');
    const write = database.transaction(() => insert.run('a'.repeat(64), Buffer.alloc(200_000), 'now'));
    const giveRoom = disk.fill();
    expect(() => write.immediate()).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }));
    expect(database.inTransaction).toBe(false);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    giveRoom();
    expect(write.immediate().changes).toBe(1);
  });
});

it('the states that are compared are those of so many commits', () => {
  expect(commitsOf(stateAfter(31))).toBe(31);
});
