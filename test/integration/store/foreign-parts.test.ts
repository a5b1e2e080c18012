import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeArchive } from '../../../main/features/backup/archive.ts';
import { createHistory, openStore } from '../../../main/platform/db/store.ts';
import { openOffice } from '../core/office.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');

const intoCorrect = `create trigger helpful after insert on record_results
  when new.state = 'incorrect' begin
  update record_results set state = 'correct' where submission_id = new.submission_id; end`;

/** Rewrites the SQL of one object in place, as a program that is not SQLite could. */
const rewrite = (name: string, from: string, to: string) => (database: Database.Database) => {
  database.unsafeMode(true);
  database.pragma('writable_schema = ON');
  const { changes } = database
    .prepare(
      'update sqlite_schema set sql = replace(sql, ?, ?) where name = ? and sql <> replace(sql, ?, ?)',
    )
    .run(from, to, name, from, to);
  expect(changes, 'something was rewritten').toBe(1);
};

const run = (sql: string) => (database: Database.Database) => void database.exec(sql);

type Change = (database: Database.Database) => void;
/** Changes of the file by any SQLite program, and how they are reported. */
const changes: readonly (readonly [string, Change, string, string])[] = [
  ['one more trigger', run(intoCorrect), 'added', 'trigger helpful'],
  [
    'a guard emptied under its own name',
    run(`drop trigger answers_stay;
      create trigger answers_stay before update on answers begin select 1; end`),
    ...(['changed', 'trigger answers_stay'] as const),
  ],
  [
    'a guard that is gone',
    run('drop trigger submissions_are_kept'),
    'missing',
    'trigger submissions_are_kept',
  ],
  ['a view', run('create view history as select * from submissions'), 'added', 'view history'],
  [
    'a view in the place of a table',
    run('drop table licenses; create view licenses as select 1 as environment'),
    ...(['missing', 'table licenses'] as const),
  ],
  [
    'a changed CHECK',
    rewrite('record_results', "'not_told')", "'not_told', 'anything')"),
    ...(['changed', 'table record_results'] as const),
  ],
  [
    'a unique index that is none any more',
    run(`drop index submissions_in_flight; create index submissions_in_flight
      on submissions (environment, sha256) where state in ('queued', 'sending')`),
    ...(['changed', 'index submissions_in_flight'] as const),
  ],
  ['one more index', run('create index handy on answers (status)'), 'added', 'index handy'],
  ['one more table', run('create table notes (a)'), 'added', 'table notes'],
  [
    'a table of the index of words',
    rewrite('submission_words_docsize', 'sz BLOB', 'sz TEXT'),
    ...(['changed', 'table submission_words_docsize'] as const),
  ],
  [
    'statistics of another shape',
    (database) => {
      database.exec('analyze');
      rewrite('sqlite_stat1', 'tbl,idx,stat', 'tbl,idx,stat,more')(database);
    },
    ...(['changed', 'table sqlite_stat1'] as const),
  ],
];

async function makeHistory(change: Change): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-foreign-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await (await openStore(folder, clock)).close();
  const database = new Database(join(folder, 'zubi.db'));
  change(database);
  database.close();
  return folder;
}

describe('a history with parts that no migration makes', () => {
  it.each(changes)(
    '%s: is not opened, and not a byte of it changes',
    async (_name, change, how, part) => {
      const folder = await makeHistory(change);
      const before = readFileSync(join(folder, 'zubi.db'));
      await expect(openStore(folder, clock)).rejects.toMatchObject({
        code: 'database_damaged',
        details: { cause: 'parts', [how]: part },
      });
      expect(readFileSync(join(folder, 'zubi.db')).equals(before)).toBe(true);
    },
  );

  it('may have the statistics of SQLite', async () => {
    const folder = await makeHistory(
      run('insert into queue_state (id) select 1 where false; analyze'),
    );
    const store = await openStore(folder, clock);
    await store.close();
  });

  it('opens in recovery, and is set aside unchanged', async () => {
    const folder = await makeHistory(run(intoCorrect));
    const before = readFileSync(join(folder, 'zubi.db'));
    const office = await openOffice({ dataFolder: folder });
    expect((await office.call('app.status', {})).recovery?.cause).toBe('parts');
    const { setAside } = await office.call('backup.restore', { id: 'new' });
    const aside = join(folder, 'backups', setAside ?? '', 'zubi.db');
    expect(readFileSync(aside).equals(before)).toBe(true);
  });

  const samples = changes.filter(([, , how]) => how !== 'missing').slice(0, 4);
  it.each(samples)('%s: is refused when an archive brings it', async (_name, change) => {
    const folder = await makeHistory(change);
    const path = join(folder, 'theirs.zubi-backup');
    const note = { createdAt: clock().toISOString(), submissions: 0, companies: 0 };
    const history = { ...note, lastSubmissionAt: null, cause: null, version: 20 };
    const entries = [{ name: 'zubi.db', content: { path: join(folder, 'zubi.db') } }] as const;
    const facts = { version: '1.0.0', includesKeys: false, history };
    await writeArchive(path, facts, { entries, passphrase: null });
    const office = await openOffice();
    const taken = await office.app.takeFile({ name: 'theirs.zubi-backup', path });
    if (!taken.ok) throw new Error(taken.error.code);
    const error = await office.refused('backup.restore', { fileId: taken.value.fileId });
    expect(error).toMatchObject({ code: 'backup_damaged', details: { cause: 'parts' } });
    expect((await office.call('backup.list', {})).backups).toEqual([]);
  });
});

/**
 * A history keeps the words of the SQLite that made it. Where a newer one words its own tables
 * otherwise, `parts-check.ts` must know the words of both.
 */
it('SQLite defines the tables of its full-text index as before', async () => {
  const folder = await makeHistory(() => undefined);
  const database = new Database(join(folder, 'zubi.db'), { readonly: true });
  onTestFinished(() => void database.close());
  const made = database
    .prepare("select sql from sqlite_schema where name glob 'submission_words_*' order by name")
    .pluck();
  expect(made.all()).toEqual([
    "CREATE TABLE 'submission_words_config'(k PRIMARY KEY, v) WITHOUT ROWID",
    "CREATE TABLE 'submission_words_data'(id INTEGER PRIMARY KEY, block BLOB)",
    "CREATE TABLE 'submission_words_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER)",
    "CREATE TABLE 'submission_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
  ]);
});

it('an object under the name of another is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-foreign-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'zubi.db');
  await createHistory(path);
  const database = new Database(path);
  database.unsafeMode(true);
  database.pragma('writable_schema = ON');
  database.exec(
    `insert into sqlite_schema select * from sqlite_schema where name = 'answers_stay'`,
  );
  database.close();
  await expect(openStore(folder, clock)).rejects.toMatchObject({ code: 'database_damaged' });
});
