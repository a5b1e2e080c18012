import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkHistory } from '../../../main/platform/db/check.ts';
import { applicationId } from '../../../main/platform/db/migrate.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { writeCommit } from '../../crash/written-history.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');
const pageBytes = 4096;
let folder: string;
let path: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-damaged-'));
  path = join(folder, 'zubi.db');
  const store = await openStore(folder, clock);
  for (let commit = 1; commit <= 60; commit += 1) await writeCommit(store.queries, commit);
  await store.close();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Changes the file below SQLite. */
function edit(change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
}

/** Changes it by SQL, with the guards of the file's own triggers out of the way. */
function alter(sql: string): void {
  const database = new Database(path);
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
}

const rootOf = (name: string): number => {
  const database = new Database(path, { readonly: true });
  try {
    return database
      .prepare('select rootpage from sqlite_schema where name = ?')
      .pluck()
      .get(name) as number;
  } finally {
    database.close();
  }
};

function zeroPage(name: string): void {
  const start = (rootOf(name) - 1) * pageBytes;
  edit((bytes) => bytes.fill(0, start, start + pageBytes));
}

/**
 * Overwrites every occurrence of a text with other bytes of the same length; within a page if one
 * is named.
 */
function replace(from: string, to: string, page?: string): void {
  const start = page === undefined ? 0 : (rootOf(page) - 1) * pageBytes;
  edit((bytes) => {
    const end = page === undefined ? bytes.length : start + pageBytes;
    const places = [];
    for (let at = bytes.indexOf(from, start); at >= 0 && at < end; at = bytes.indexOf(from, at + 1))
      places.push(at);
    expect(places.length).toBeGreaterThan(0);
    for (const at of places) bytes.write(to, at, 'latin1');
  });
}

/** Another database in its place. */
function anew(sql: string): void {
  rmSync(path);
  const other = new Database(path);
  other.exec(sql);
  other.close();
}

const worklistRow = `insert into worklist_files values ('x', 'a.xml', 'now', 1, '/nowhere', 'x', null, null, null)`;
const newest = migrations.at(-1)?.version ?? 0;

/**
 * The damage, the reported cause, and what finds it: the start, or the full check (before each
 * copy, and once a week).
 */
const damages: readonly (readonly [string, () => void, string, 'start' | 'check'])[] = [
  ['a file without a byte', () => truncateSync(path), 'empty file', 'start'],
  [
    'a text',
    () => writeFileSync(path, 'some words that were saved here '.repeat(200)),
    'SQLITE_NOTADB',
    'start',
  ],
  ['a file cut short', () => truncateSync(path, 3 * pageBytes), 'SQLITE_CORRUPT', 'start'],
  [
    'a database of another program',
    () => anew('create table notes (a)'),
    'not a history of Zubi',
    'start',
  ],
  [
    'our mark without our tables',
    () =>
      anew(
        `pragma application_id = ${applicationId}; pragma user_version = ${newest}; create table notes (a)`,
      ),
    'parts',
    'start',
  ],
  ['a table that is gone', () => alter('drop table answers'), 'parts', 'start'],
  ['a trigger that is gone', () => alter('drop trigger answers_stay'), 'parts', 'start'],
  ['a page of a table with zeros', () => zeroPage('submission_events'), 'quick_check', 'start'],
  [
    'a page of an index with zeros',
    () => zeroPage('submission_events_submission'),
    'quick_check',
    'start',
  ],
  [
    'an entry of an index',
    () => replace('s15', 's95', 'submission_events_submission'),
    'integrity_check',
    'check',
  ],
  ['a reference to nothing', () => alter(worklistRow), 'foreign_key_check', 'check'],
  [
    'one letter of a text',
    () => replace('Bizkaiko Lantegiak SA', 'Bizkaiko Lantegiak SL'),
    'evidence',
    'check',
  ],
];

/** A mere reader may leave an empty log beside the file. */
const listing = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/-(wal|shm)$/.test(name))
    .toSorted();

describe('Q5: a damaged file is named, and nothing is deleted', () => {
  it.each(damages)('%s', async (_name, damage, cause, foundBy) => {
    damage();
    const [before, names] = [readFileSync(path), listing()];
    const named = { code: 'database_damaged', details: expect.objectContaining({ cause }) };
    if (foundBy === 'start') await expect(openStore(folder, clock)).rejects.toMatchObject(named);
    else await (await openStore(folder, clock)).close();
    const fully = foundBy === 'check' ? named : { code: 'database_damaged' };
    expect(() => checkHistory(path, 'full')).toThrow(expect.objectContaining(fully));
    // Neither by the start nor by the check: not a byte is overwritten, and no file has gone.
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(listing()).toEqual(names);
  });

  it('an undamaged file is not reported', async () => {
    await (await openStore(folder, clock)).close();
    expect(checkHistory(path, 'full')).toMatchObject({ submissions: 20 });
  });
});
