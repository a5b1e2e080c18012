import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { checkWaiting } from '../../../main/platform/db/derived-check.ts';
import { waitingForModifications } from '../../../main/platform/db/migrations/031-waiting-for-modifications.ts';
import { openHistoryBefore } from './empty-history.ts';

/** A refused creation whose records the ledger had, and the modification that came of it. */
function fill(database: Database.Database): void {
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id,
      territory_id, territory_name, "authorization", created_at)
    values ('one', '1', 'sandbox', 0, 'Uno SL', 'B95000037', '48', 'Bizkaia', 'approved', '2026-01-01')`);
  const add = database.prepare(`
    insert into submissions (id, sequence, file_name, model, operation, fiscal_year, tax_id,
      taxpayer_name, company_id, company_name, record_count, schema_id, environment, base_url,
      created_at, sha256, state, previous_id, incorrect_count)
    values (?, ?, 'a.xml', '240', ?, 2026, 'B95000037', 'Uno SL', 'one', 'Uno SL', 2,
      '240-received', 'sandbox', 'http://a', '2026-11-24', ?, ?, ?, ?)`);
  const keep = database.prepare(
    "insert into documents (sha256, size_bytes, gzip, created_at) values (?, 1, x'00', '2026-01-01')",
  );
  const tell = database.prepare(`
    insert into record_results (submission_id, position, record, state, code)
    values (?, ?, ?, 'incorrect', ?)`);
  for (const [at, codes] of [
    ['all', ['B4_2000003', 'B4_2000003']],
    ['some', ['B4_2000003', 'B4_1000002']],
  ] as const) {
    const sequence = at === 'all' ? 1 : 3;
    const [sent, made] = [`${at}-sent`.padEnd(64, '0'), `${at}-made`.padEnd(64, '0')];
    keep.run(sent);
    keep.run(made);
    add.run(at, sequence, 'creation', sent, 'rejected', null, 2);
    for (const [index, code] of codes.entries()) tell.run(at, index + 1, index + 1, code);
    add.run(`${at}-after`, sequence + 1, 'modification', made, 'accepted', at, 0);
  }
}

it('submissions sent as a modification because the ledger had them no longer wait; the rest does', async () => {
  const { database, migrateOn } = await openHistoryBefore(waitingForModifications.version);
  fill(database);
  const waiting = () =>
    database.prepare('select sequence from waiting_submissions order by 1').pluck().all();
  expect(waiting()).toEqual([1, 3]);
  await migrateOn();
  expect(waiting()).toEqual([3]);
  checkWaiting(database);
});
