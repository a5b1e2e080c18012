import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertLaterAnswer } from '../../../main/features/submissions/public.ts';
import { addChainEvent } from '../../../main/platform/db/chain-rows.ts';
import { checkHistory } from '../../../main/platform/db/check.ts';
import { createQueries, openConnection } from '../../../main/platform/db/connection.ts';
import { linkEvidence } from '../../../main/platform/db/evidence-links.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { writeCommit } from '../../crash/written-history.ts';

let folder: string;
let database: Database;

/** Tables of evidence; the rows of `submissions` change their state, and are never deleted. */
const tables = [
  'answers',
  'authorization_events',
  'authorization_uploads',
  'batches',
  'chain_events',
  'evidence_links',
  'history_identity',
  'later_answers',
  'submission_events',
  'submissions',
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-evidence-'));
  const store = await openStore(folder, () => new Date());
  for (let commit = 1; commit <= 6; commit += 1) await writeCommit(store.queries, commit);
  await store.close();
  database = openConnection(join(folder, 'zubi.db'), { mustExist: true });
  database.exec(`
    insert into batches (id, environment, created_at) values ('b', 'sandbox', '2026-11-21T09:00:00.000Z');
    insert into authorization_uploads (id, company_id, created_at, file_name, format, size_bytes, sha256, environment, base_url)
      select 'u', 'company', '2026-11-21', 'a.pdf', 'pdf', 1, sha256, 'sandbox', 'http://a' from documents limit 1;
    insert into authorization_events (company_id, upload_id, at, kind, from_state, to_state, data)
      values ('company', 'u', '2026-11-21', 'uploaded', 'none', 'pending_validation', '{}')`);
  const values = ['u', '2026-11-21', 'uploaded', 'none', 'pending_validation', '{}', null];
  const link = { kind: 'authorization', subjectId: 'company', key: 1 } as const;
  const at = '2026-11-21T09:00:00.000Z';
  const write = createQueries(database).transaction();
  await write.execute(async (transaction) => {
    await linkEvidence(transaction, { ...link, rows: [values] });
    const [submission_id = ''] = database
      .prepare<[], string>('select id from submissions limit 1')
      .pluck()
      .all();
    await insertLaterAnswer(transaction, {
      submission_id,
      at,
      status: 200,
      content_type: null,
      latency_ms: 1,
      body_gzip: Buffer.from('later'),
      ledger_response_gzip: null,
    });
    await addChainEvent(transaction, at, { kind: 'restored', known: null });
  });
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = (table: string) => database.prepare(`select * from ${table}`).raw().all();
const columnsOf = (table: string) =>
  database.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table);
const firstOf = (table: string) => columnsOf(table)[0] ?? '';
const copyOf = (table: string) => {
  const columns = columnsOf(table).join(', ');
  return `into ${table} (${columns}) select ${columns} from ${table} where true`;
};

/** Every way in which SQL deletes a row or replaces it. */
const ways: readonly (readonly [string, (table: string) => string])[] = [
  ['deleted', (table) => `delete from ${table}`],
  ['replaced', (table) => `insert or replace ${copyOf(table)}`],
  [
    'replaced by a change',
    (table) =>
      `update or replace ${table} set ${firstOf(table)} = (select max(${firstOf(table)}) from ${table})`,
  ],
  ['changed', (table) => `update ${table} set ${firstOf(table)} = ${firstOf(table)}`],
  [
    'changed where it is there already',
    (table) =>
      `insert ${copyOf(table)} on conflict do update set ${firstOf(table)} = excluded.${firstOf(table)}`,
  ],
];

describe('Q9: evidence can only be added', () => {
  it('is protected by a trigger on each of its tables', () => {
    const guarded =
      "select distinct tbl_name from sqlite_schema where type = 'trigger' and sql like '%raise(abort%evidence%' order by 1";
    expect(database.prepare(guarded).pluck().all()).toEqual(tables);
    for (const table of tables) expect(rowsOf(table).length, table).toBeGreaterThan(0);
  });

  // The state of a submission changes: each change is an event and a link of the chain.
  const cells = tables.flatMap((table) =>
    ways
      .filter(([way]) => table !== 'submissions' || !way.startsWith('changed'))
      .map(([way, sql]) => [table, way, sql] as const),
  );
  it.each(cells)('%s are not %s', (table, _way, sql) => {
    const before = rowsOf(table);
    expect(() => database.exec(sql(table))).toThrow(/is evidence|the chain of evidence/);
    expect(rowsOf(table)).toEqual(before);
  });

  it('could be replaced unnoticed without the setting of each connection', () => {
    const replace = 'insert or replace into answers select * from answers';
    database.pragma('recursive_triggers = OFF');
    expect(() => database.exec(replace)).not.toThrow();
    database.pragma('recursive_triggers = ON');
    expect(() => database.exec(replace)).toThrow(/is evidence/);
  });

  it('is missed by the chain when it is deleted below the triggers', () => {
    expect(checkHistory(join(folder, 'zubi.db'), 'full')).toMatchObject({ submissions: 2 });
    database.exec("delete from record_results where submission_id = 's0' and position = 5");
    const damage = {
      code: 'database_damaged',
      details: expect.objectContaining({ cause: 'evidence' }),
    };
    expect(() => checkHistory(join(folder, 'zubi.db'), 'full')).toThrow(
      expect.objectContaining(damage),
    );
  });
});
