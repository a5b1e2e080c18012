import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkHistory } from '../../../main/platform/db/check.ts';
import { createQueries, openConnection } from '../../../main/platform/db/connection.ts';
import { linkAsItStands } from '../../../main/platform/db/evidence-links.ts';
import { migrate } from '../../../main/platform/db/migrate.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { writeCommit } from '../../crash/written-history.ts';
import { addSecondStep, firstVersion, secondStep } from '../../fixtures/second-step.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');
const newest = secondStep.version;
const xml = Buffer.from('<a/>');
const sha256 = createHash('sha256').update(xml).digest('hex');

let forgetStep: () => void;
beforeEach(() => {
  forgetStep = addSecondStep();
});
afterEach(() => forgetStep());

/** A company, a file of the worklist and a document. */
async function fill(database: Database.Database): Promise<void> {
  database
    .prepare('insert into documents values (?, 4, ?, ?)')
    .run(sha256, gzipSync(xml), '2026-10-20T09:00:00.000Z');
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id, territory_id, territory_name, "authorization", created_at)
      values ('c', '2', 'sandbox', 0, 'Ñandú SA', 'B00000034', '48', 'Bizkaia', 'none', '2026-10-20T09:00:00.000Z');
    insert into worklist_files values ('w', 'a.xml', '2026-10-20T09:00:00.000Z', 4, '/nowhere', '${sha256}', null, null, null)`);
  await createQueries(database)
    .transaction()
    .execute((transaction) => linkAsItStands(transaction, 'company', 'c'));
}

/** The required rows afterwards, with unchanged columns. */
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

/** A history as the first step makes it, with submissions that are links of the chain. */
async function makeOlder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = openConnection(join(folder, 'zubi.db'), { mustExist: false });
  const steps = migrations.filter(({ version }) => version <= firstVersion);
  await migrate(database, steps, join(folder, 'unused.db'));
  await fill(database);
  const queries = createQueries(database);
  for (let commit = 1; commit <= 6; commit += 1) await writeCommit(queries, commit);
  await queries.destroy();
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

/** The copies from before in the folder. */
const copiesIn = (folder: string) =>
  readdirSync(join(folder, 'backups'))
    .filter((name) => name.startsWith('zubi-before-update-') && name.endsWith('.db'))
    .map((name) => join(folder, 'backups', name));

// holds Q8
describe('Q8: a history from before the next migration', () => {
  it('opens whole in the newest form, and a copy from before is set aside', async () => {
    const folder = await makeOlder();
    const path = join(folder, 'zubi.db');
    const before = read(path);
    const store = await openStore(folder, clock);
    expect(store.migration).toMatchObject({ from: firstVersion, to: newest });
    expect([store.isIntact('s0'), store.isIntact('s1')]).toEqual([true, true]);
    await store.close();
    expect(read(path)).toEqual(before);
    const database = new Database(path, { readonly: true });
    expect(database.prepare('select word from made_up').pluck().all()).toContain('ñandú sa');
    database.close();
    expect(checkHistory(path, 'full')).toMatchObject({ version: newest, submissions: 2 });
    const [copy = ''] = copiesIn(folder);
    expect(versionOf(copy)).toBe(firstVersion);
    expect(read(copy)).toEqual(before);
  });

  it('keeps its form and its number when the migration fails', async () => {
    const folder = await makeOlder();
    const database = openConnection(join(folder, 'zubi.db'), { mustExist: true });
    onTestFinished(() => void database.close());
    const schema = () =>
      database.prepare('select type, name, sql from sqlite_schema order by name').all();
    const [before, rows] = [schema(), read(join(folder, 'zubi.db'))];
    const broken = {
      ...secondStep,
      fill: () => {
        throw new Error('no more');
      },
    };
    const steps = [...migrations.slice(0, -1), broken];
    await expect(migrate(database, steps, join(folder, 'copy.db'))).rejects.toThrow('no more');
    expect(database.pragma('user_version', { simple: true })).toBe(firstVersion);
    expect(schema()).toEqual(before);
    expect(read(join(folder, 'zubi.db'))).toEqual(rows);
  });
});

/** Dies while the history gets its newest shape. */
async function dieMigrating(folder: string, point: string): Promise<void> {
  const script = fileURLToPath(new URL('../../crash/die-migrating.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, point], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

describe('H1: a process that dies during a migration', () => {
  it.each([
    ['in the middle of the copy from before', 'copy', firstVersion],
    ['after the copy, before the step', 'copied', firstVersion],
    ['before the step is on disk', String(newest), firstVersion],
  ])('%s', async (_name, point, found) => {
    const folder = await makeOlder();
    const path = join(folder, 'zubi.db');
    const before = read(path);
    await dieMigrating(folder, point);
    expect(versionOf(path)).toBe(found);
    expect(read(path)).toEqual(before);
    await (await openStore(folder, clock)).close();
    expect(read(path)).toEqual(before);
    expect(checkHistory(path, 'full')).toMatchObject({ version: newest });
    // Whatever a killed one left: a file with the name of a copy is one.
    expect(copiesIn(folder).length).toBeGreaterThan(0);
    for (const copy of copiesIn(folder)) expect(read(copy)).toEqual(before);
  });
});

describe('a migration that dies again and again', () => {
  it('leaves one draft of a copy, which is made anew and becomes the copy', async () => {
    const folder = await makeOlder();
    const path = join(folder, 'zubi.db');
    for (let times = 0; times < 3; times += 1) {
      await dieMigrating(folder, String(newest));
      expect(readdirSync(join(folder, 'backups'))).toEqual(['.before-update.db']);
    }
    const database = openConnection(path, { mustExist: true });
    database.exec("update companies set full_name = 'Ñandú Bi SA'");
    database.close();
    const before = read(path);
    await (await openStore(folder, clock)).close();
    const [copy = ''] = copiesIn(folder);
    expect(readdirSync(join(folder, 'backups'))).toEqual([basename(copy)]);
    expect(read(copy)).toEqual(before);
  });

  it('keeps the copy when it dies right after its last step', async () => {
    const folder = await makeOlder();
    const before = read(join(folder, 'zubi.db'));
    await (await openStore(folder, clock)).close();
    const [copy = ''] = copiesIn(folder);
    renameSync(copy, join(folder, 'backups', '.before-update.db'));
    await (await openStore(folder, clock)).close();
    expect(copiesIn(folder)).toEqual([copy]);
    expect(read(copy)).toEqual(before);
  });
});
