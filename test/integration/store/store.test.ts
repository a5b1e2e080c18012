import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZubiError } from '../../../contract/errors.ts';
import { openConnection } from '../../../main/platform/db/connection.ts';
import { toStoreError } from '../../../main/platform/db/errors.ts';
import { takeFolder } from '../../../main/platform/db/lock.ts';
import { applicationId, migrate } from '../../../main/platform/db/migrate.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';
import { openStore, type Store } from '../../../main/platform/db/store.ts';
import { insertSubmissionRow } from './rows.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');
let folder: string;
let opened: Store[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-store-'));
  opened = [];
});

afterEach(async () => {
  for (const store of opened) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<Store> {
  const store = await openStore(folder, clock);
  opened.push(store);
  return store;
}

const databasePath = () => join(folder, 'zubi.db');

describe('the database file', () => {
  it('is made complete, for its owner only, and opens again', async () => {
    const store = await open();
    await insertSubmissionRow(store.queries, { id: 'one' });
    await store.close();
    opened = [];
    expect(statSync(databasePath()).mode & 0o777).toBe(0o600);
    const again = await open();
    const rows = await again.queries.selectFrom('submissions').select('id').execute();
    expect(rows).toEqual([{ id: 'one' }]);
  });

  it('is refused by name and left unchanged when a newer application made it', async () => {
    await (await openStore(folder, clock)).close();
    const database = new Database(databasePath());
    database.exec('create table later (a)');
    database.pragma('user_version = 999');
    database.close();
    await expect(openStore(folder, clock)).rejects.toMatchObject({
      code: 'database_newer',
      details: { version: 999 },
    });
  });

  it('is made again when the process died while making it', async () => {
    writeFileSync(`${databasePath()}.new`, 'half of a databa');
    await open();
    expect(existsSync(`${databasePath()}.new`)).toBe(false);
  });
});

describe('migrations', () => {
  const newest = migrations.at(-1)?.version ?? 0;

  it('have rising numbers', () => {
    const versions = migrations.map((step) => step.version);
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
  });

  it('set a copy aside, keep the rows, and stop as a whole when a step fails', async () => {
    const store = await open();
    await insertSubmissionRow(store.queries, { id: 'kept' });
    await store.close();
    opened = [];
    const database = openConnection(databasePath(), { mustExist: true });
    const next = { version: newest + 1, sql: 'create table next_table (a) strict' };
    const broken = [
      ...migrations,
      { ...next, sql: `create table half (a any) strict; select * from nowhere` },
    ];
    const copy = join(folder, 'copy.db');
    await expect(migrate(database, broken, copy)).rejects.toThrow(/nowhere/);
    expect(database.pragma('user_version', { simple: true })).toBe(newest);
    expect(
      database.prepare("select count(*) as n from sqlite_schema where name = 'half'").get(),
    ).toEqual({
      n: 0,
    });
    expect(existsSync(join(folder, '.before-update.db'))).toBe(true);

    const good = [...migrations, { ...next, sql: 'create table next_table (a any) strict' }];
    const result = await migrate(database, good, join(folder, 'copy-2.db'));
    expect(result).toMatchObject({ from: newest, to: newest + 1 });
    expect(database.prepare('select id from submissions').all()).toEqual([{ id: 'kept' }]);
    expect(database.pragma('application_id', { simple: true })).toBe(applicationId);
    database.close();

    const old = new Database(join(folder, 'copy-2.db'), { readonly: true });
    expect(old.prepare('select id from submissions').all()).toEqual([{ id: 'kept' }]);
    old.close();
  });
});

describe('the history', () => {
  it('H7: one document is never sent twice at the same time', async () => {
    const store = await open();
    await insertSubmissionRow(store.queries, { id: 'one', state: 'sending' });
    await expect(
      insertSubmissionRow(store.queries, { id: 'two', state: 'queued' }),
    ).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT_UNIQUE',
    });
  });
});

describe('Q4: a full disk', () => {
  it('fails the write with its own code, keeps the data and works again afterwards', async () => {
    await (await openStore(folder, clock)).close();
    const database = openConnection(databasePath(), { mustExist: true });
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages + 1}`);
    const insert = database.prepare('insert into documents values (?, 1, ?, ?)');
    const write = () => insert.run('a'.repeat(64), Buffer.alloc(200_000), 'now');
    let thrown: unknown;
    try {
      write();
    } catch (error) {
      thrown = toStoreError(error);
    }
    expect(thrown).toBeInstanceOf(ZubiError);
    expect(thrown).toMatchObject({ code: 'disk_full' });
    expect(database.inTransaction).toBe(false);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.pragma('max_page_count = 100000');
    expect(write().changes).toBe(1);
    database.close();
  });
});

describe('the data folder', () => {
  it('belongs to one process at a time and is free again afterwards', () => {
    const first = takeFolder(folder);
    expect(first).not.toBeNull();
    expect(takeFolder(folder)).toBeNull();
    first?.release();
    const second = takeFolder(folder);
    expect(second).not.toBeNull();
    second?.release();
  });
});
