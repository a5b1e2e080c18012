import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkHistory } from '../../../main/store/check.ts';
import { openConnection } from '../../../main/store/connection.ts';
import { migrate } from '../../../main/store/migrate.ts';
import { migrations } from '../../../main/store/migrations/list.ts';
import { openStore } from '../../../main/store/store.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');
const newest = migrations.at(-1)?.version ?? 0;
const versions = migrations.map(({ version }) => version);
const older = versions.slice(0, -1);
const xml = Buffer.from('<a/>');
const sha256 = createHash('sha256').update(xml).digest('hex');

/**
 * What every version has room for: two submissions of a company, one answered, with their
 * documents, events and results.
 */
function fill(database: Database.Database): void {
  database
    .prepare('insert into documents values (?, 4, ?, ?)')
    .run(sha256, gzipSync(xml), '2026-10-20T09:00:00.000Z');
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id, territory_id, territory_name, "authorization", created_at)
      values ('c', '1', 'sandbox', 0, 'Ñandú SA', 'A99800476', '48', 'Bizkaia', 'none', '2026-10-20T09:00:00.000Z');
    insert into worklist_files values ('w', 'a.xml', '2026-10-20T09:00:00.000Z', 4, '/nowhere', '${sha256}', null, null)`);
  const insert = database.prepare(`
    insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
      record_count, amount, schema_id, state, environment, base_url, created_at)
    values (?, ?, ?, 'octubre.xml', '240', 'creation', 2026, 'A99800476', 'Ñandú SA', 'c', 'Ñandú SA', 1, '12.50', 's', ?, 'sandbox', 'http://x', ?)`);
  insert.run('one', 1, sha256, 'accepted', '2026-10-20T09:00:00.000Z');
  insert.run('two', 2, sha256, 'unknown', '2026-10-21T09:00:00.000Z');
  database.exec(`
    insert into submission_events (submission_id, at, kind, data) values ('one', '2026-10-20T09:00:00.000Z', 'queued', '{}');
    insert into answers values ('one', 200, 'application/json', x'${gzipSync('{}').toString('hex')}', 3.5, null);
    insert into record_results (submission_id, position, number, counterparty, state) values ('one', 1, 'F-1', 'Proveedora', 'correct')`);
}

/** What must be there afterwards, column by column as it was. */
function read(path: string): unknown {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const rows = (sql: string) => database.prepare(sql).raw().all();
    return {
      submissions: rows(
        'select id, sequence, sha256, file_name, state, amount, created_at from submissions order by id',
      ),
      events: rows('select submission_id, at, kind, data from submission_events order by id'),
      answers: rows('select * from answers'),
      results: rows(
        'select submission_id, position, number, counterparty, state from record_results',
      ),
      documents: rows('select * from documents'),
      companies: rows('select id, full_name, tax_id, created_at from companies'),
      worklist: rows('select id, name, sha256 from worklist_files'),
    };
  } finally {
    database.close();
  }
}

/**
 * Rows of later versions are links of the chain of evidence; those from before become so when their
 * version does.
 */
const lastWithoutChain = 4;

async function makeOlder(version: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = openConnection(join(folder, 'zubi.db'), { mustExist: false });
  const upTo = (last: number) => migrations.filter((step) => step.version <= last);
  await migrate(database, upTo(Math.min(version, lastWithoutChain)), join(folder, 'unused.db'));
  fill(database);
  await migrate(database, upTo(version), join(folder, 'unused.db'));
  database.close();
  return folder;
}

const versionOf = (path: string): unknown => {
  const database = new Database(path, { readonly: true });
  try {
    return database.pragma('user_version', { simple: true });
  } finally {
    database.close();
  }
};

/** The copies from before that lie in the folder. */
const copiesIn = (folder: string) =>
  readdirSync(join(folder, 'backups'))
    .filter((name) => name.startsWith('zubi-before-update-') && name.endsWith('.db'))
    .map((name) => join(folder, 'backups', name));

describe('Q8: a history of every version', () => {
  it.each(older)(
    '%i: opens whole in the newest shape, and a copy from before is set aside',
    async (version) => {
      const folder = await makeOlder(version);
      const path = join(folder, 'zubi.db');
      const before = read(path);
      const store = await openStore(folder, clock);
      expect(store.migration).toMatchObject({ from: version, to: newest });
      expect([store.isIntact('one'), store.isIntact('two')]).toEqual([true, true]);
      await store.close();
      expect(read(path)).toEqual(before);
      expect(checkHistory(path, 'full')).toMatchObject({ version: newest, submissions: 2 });
      const [copy = ''] = copiesIn(folder);
      expect(versionOf(copy)).toBe(version);
      expect(read(copy)).toEqual(before);
    },
  );

  it.each(older)('%i: a step that fails takes itself back, with its number', async (version) => {
    const folder = await makeOlder(version);
    const database = openConnection(join(folder, 'zubi.db'), { mustExist: true });
    onTestFinished(() => void database.close());
    const schema = () =>
      database.prepare('select type, name, sql from sqlite_schema order by name').all();
    const [before, rows] = [schema(), read(join(folder, 'zubi.db'))];
    const next = migrations.find((step) => step.version > version);
    const broken = {
      version: newest,
      name: 'x',
      sql: '',
      ...next,
      fill: () => {
        throw new Error('no more');
      },
    };
    await expect(migrate(database, [broken], join(folder, 'copy.db'))).rejects.toThrow('no more');
    expect(database.pragma('user_version', { simple: true })).toBe(version);
    expect(schema()).toEqual(before);
    expect(read(join(folder, 'zubi.db'))).toEqual(rows);
  });
});

/** Dies while the history is brought to its newest shape. */
async function dieMigrating(folder: string, point: string): Promise<void> {
  const script = fileURLToPath(new URL('../../crash/die-migrating.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, point], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

describe('H1: a process that dies while it changes the shape of a history', () => {
  it.each([
    ['in the middle of the copy from before', 'copy', 3],
    ['after the copy, before the first step', 'copied', 3],
    ['in the middle of a step', '8', 7],
    ['between two steps', 'after 8', 8],
    ['before the last step is on disk', String(newest), older.at(-1)],
  ])('%s', async (_name, point, found) => {
    const folder = await makeOlder(3);
    const path = join(folder, 'zubi.db');
    const before = read(path);
    await dieMigrating(folder, point);
    expect(versionOf(path)).toBe(found);
    expect(read(path)).toEqual(before);
    await (await openStore(folder, clock)).close();
    expect(read(path)).toEqual(before);
    expect(checkHistory(path, 'full')).toMatchObject({ version: newest });
    // Whatever a killed one left: what bears the name of a copy is one.
    expect(copiesIn(folder).length).toBeGreaterThan(0);
    for (const copy of copiesIn(folder)) expect(read(copy)).toEqual(before);
  });
});

describe('an update that dies again and again', () => {
  const dieAgain = async (folder: string) => {
    await dieMigrating(folder, String(newest));
    return copiesIn(folder).length;
  };

  it('leaves one copy from before, as long as that is whole and the history what it was', async () => {
    const folder = await makeOlder(older.at(-1) ?? 0);
    expect([await dieAgain(folder), await dieAgain(folder), await dieAgain(folder)]).toEqual([
      1, 1, 1,
    ]);
    const [copy = ''] = copiesIn(folder);
    expect(readdirSync(join(folder, 'backups'))).toEqual([basename(copy)]);
    truncateSync(copy, 4096 * 20);
    expect([await dieAgain(folder), await dieAgain(folder)]).toEqual([2, 2]);
    const path = join(folder, 'zubi.db');
    const before = read(path);
    await (await openStore(folder, clock)).close();
    expect(copiesIn(folder)).toHaveLength(2);
    expect(read(copiesIn(folder).toSorted().at(-1) ?? '')).toEqual(before);
    expect(checkHistory(path, 'full')).toMatchObject({ version: newest });
  });

  it.each([
    ['a company', "update companies set full_name = 'Ñandú Bi SA'"],
    [
      'a link of the chain',
      "insert into evidence_links (kind, submission_id, key, digest, hash) values ('event', 'one', 9, 'a', 'b')",
    ],
  ])('makes another one when %s has changed', async (_what, sql) => {
    const folder = await makeOlder(older.at(-1) ?? 0);
    expect(await dieAgain(folder)).toBe(1);
    const database = openConnection(join(folder, 'zubi.db'), { mustExist: true });
    database.exec(sql);
    database.close();
    expect(await dieAgain(folder)).toBe(2);
  });
});
