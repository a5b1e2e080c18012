import { expect, it } from 'vitest';
import { checkWaiting } from '../../../main/platform/db/derived-check.ts';
import { waitingToTheLastRecord } from '../../../main/platform/db/migrations/037-waiting-to-the-last-record.ts';
import { openHistoryBefore } from './empty-history.ts';

it('a modification waits again of which only the records with errors were sent again', async () => {
  const { database, migrateOn } = await openHistoryBefore(waitingToTheLastRecord.version);
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id,
      territory_id, territory_name, "authorization", created_at)
    values ('one', '1', 'sandbox', 0, 'Uno SL', 'B95000037', '48', 'Bizkaia', 'approved', '2026-01-01')`);
  const insert = database.prepare(`
    insert into submissions (id, sequence, file_name, model, operation, fiscal_year, tax_id,
      taxpayer_name, company_id, company_name, record_count, schema_id, environment, base_url,
      created_at, sha256, state, previous_id, worklist_file_id, incorrect_count,
      accepted_with_errors_count)
    values (?, ?, 'a.xml', '240', 'modification', 2026, 'B95000037', 'Uno SL', 'one', 'Uno SL', 2,
      '240-received', 'sandbox', 'http://a', '2026-11-24', ?, ?, ?, ?, ?, ?)`);
  const origin = database.prepare(
    "insert into file_origins (file_id, kind, submission_id, file_name) values (?, ?, ?, 'a.xml')",
  );
  const add = (id: string, source: string | null, kind = '') => {
    const sequence = database.prepare('select count(*) + 1 from submissions').pluck().get();
    const sha256 = id.padEnd(64, '0');
    database.prepare("insert into documents values (?, 1, x'00', '2026-01-01')").run(sha256);
    if (source !== null) origin.run(`file of ${id}`, kind, source);
    const counts = source === null ? [1, 1] : [0, 0];
    const state = source === null ? 'partially_accepted' : 'accepted';
    insert.run(id, sequence, sha256, state, source, `file of ${id}`, ...counts);
  };
  add('half', null);
  add('half again', 'half', 'accepted_with_errors');
  add('whole', null);
  add('whole again', 'whole', 'accepted_with_errors');
  add('whole at last', 'whole', 'rejected');
  const waiting = () =>
    database.prepare('select sequence from waiting_submissions order by 1').pluck().all();
  expect(waiting()).toEqual([]);
  await migrateOn();
  expect(waiting()).toEqual([1]);
  checkWaiting(database);
});
