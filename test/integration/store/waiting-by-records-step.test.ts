import { expect, it } from 'vitest';
import { checkWaiting } from '../../../main/platform/db/derived-check.ts';
import { waitingByRecords } from '../../../main/platform/db/migrations/036-waiting-by-records.ts';
import { openHistoryBefore } from './empty-history.ts';

it('a submission waits again whose records with errors are in no later file', async () => {
  const { database, migrateOn } = await openHistoryBefore(waitingByRecords.version);
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id,
      territory_id, territory_name, "authorization", created_at)
    values ('one', '1', 'sandbox', 0, 'Uno SL', 'B95000037', '48', 'Bizkaia', 'approved', '2026-01-01')`);
  const keep = database.prepare(
    "insert into documents (sha256, size_bytes, gzip, created_at) values (?, 1, x'00', '2026-01-01')",
  );
  const insert = database.prepare(`
    insert into submissions (id, sequence, file_name, model, operation, fiscal_year, tax_id,
      taxpayer_name, company_id, company_name, record_count, schema_id, environment, base_url,
      created_at, sha256, state, previous_id, incorrect_count, accepted_with_errors_count)
    values (?, ?, 'a.xml', '240', ?, 2026, 'B95000037', 'Uno SL', 'one', 'Uno SL', 1,
      '240-received', 'sandbox', 'http://a', '2026-11-24', ?, ?, ?, ?, ?)`);
  const record = database.prepare('insert into submission_records values (?, ?, ?)');
  const add = (id: string, row: { previous?: string; operation?: string; records: string[] }) => {
    const sequence = database.prepare('select count(*) + 1 from submissions').pluck().get();
    const { previous = null, operation = 'creation', records } = row;
    const sha256 = id.padEnd(64, '0');
    keep.run(sha256);
    const isFirst = previous === null;
    const counts = isFirst ? [1, 1] : [0, 0];
    const state = isFirst ? 'partially_accepted' : 'accepted';
    insert.run(id, sequence, operation, sha256, state, previous, ...counts);
    for (const [index, each] of records.entries())
      record.run(sequence, index + 1, Buffer.from(each.padEnd(16)));
    if (!isFirst) return;
    const tell = database.prepare(
      'insert into record_results (submission_id, position, record, state) values (?, ?, ?, ?)',
    );
    tell.run(id, 1, 1, 'incorrect');
    tell.run(id, 2, 2, 'accepted_with_errors');
  };
  add('half', { records: ['a', 'b'] });
  add('half-new', { previous: 'half', records: ['a'] });
  add('whole', { records: ['c', 'd'] });
  add('whole-new', { previous: 'whole', records: ['c'] });
  add('whole-changed', { previous: 'whole', operation: 'modification', records: ['d'] });
  const waiting = () =>
    database.prepare('select sequence from waiting_submissions order by 1').pluck().all();
  expect(waiting()).toEqual([]);
  await migrateOn();
  expect(waiting()).toEqual([1]);
  checkWaiting(database);
});
