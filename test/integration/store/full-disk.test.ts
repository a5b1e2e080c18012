import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../main/platform/db/connection.ts';
import { toStoreError } from '../../../main/platform/db/errors.ts';
import { migrate, readVersion } from '../../../main/platform/db/migrate.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { commitsOf, readState, stateAfter, writeCommit } from '../../crash/written-history.ts';
import { addSecondStep } from '../../fixtures/second-step.ts';
import { mountSmallDisk } from '../../fixtures/small-disk.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');

describe('Q4: a disk that is really full', () => {
  it('takes what fits and reports the rest: nothing acknowledged is lost, and it continues when there is room', async (context) => {
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

  it('leaves an older history unchanged, and no part of its copy, when there is no room for it', async (context) => {
    const disk = mountSmallDisk(12 * 1024);
    if (disk === null) return context.skip('no small disk can be mounted here');
    onTestFinished(() => disk.remove());
    const path = join(disk.path, 'zubi.db');
    const older = openConnection(path, { mustExist: false });
    await migrate(older, migrations, 'none');
    onTestFinished(addSecondStep());
    const insert = older.prepare(
      "insert into documents values (?, 1, ?, '2026-11-21T09:00:00.000Z')",
    );
    for (let number = 0; number < 10; number += 1)
      insert.run(String(number).repeat(64), Buffer.alloc(400_000));
    const before = readVersion(older);
    older.close();

    const filler = join(disk.path, 'other.bin');
    writeFileSync(filler, Buffer.alloc(5 << 20));
    const open = () => openStore(disk.path, clock);
    await expect(open()).rejects.toMatchObject({ code: 'disk_full' });
    const beside = () =>
      readdirSync(join(disk.path, 'backups')).filter((name) => name.includes('before-update'));
    expect(beside()).toEqual([]);
    const left = openConnection(path, { mustExist: true });
    expect([readVersion(left), left.pragma('integrity_check', { simple: true })]).toEqual([
      before,
      'ok',
    ]);
    left.close();

    rmSync(filler);
    const store = await open();
    expect(store.migration).toMatchObject({ from: before, to: migrations.at(-1)?.version });
    await store.close();
    expect(beside()).toHaveLength(1);
  });

  it('leaves no transaction open', async (context) => {
    const disk = mountSmallDisk(2 * 1024);
    if (disk === null) return context.skip('no small disk can be mounted here');
    onTestFinished(() => disk.remove());
    await (await openStore(disk.path, clock)).close();
    const database = openConnection(join(disk.path, 'zubi.db'), { mustExist: true });
    onTestFinished(() => void database.close());
    const insert = database.prepare('insert into documents values (?, 1, ?, ?)');
    const write = database.transaction(() =>
      insert.run('a'.repeat(64), Buffer.alloc(200_000), 'now'),
    );
    const giveRoom = disk.fill();
    expect(() => write.immediate()).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }));
    expect(database.inTransaction).toBe(false);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    giveRoom();
    expect(write.immediate().changes).toBe(1);
  });
});

it('the compared states are those after the same number of commits', () => {
  expect(commitsOf(stateAfter(31))).toBe(31);
});
