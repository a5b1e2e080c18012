import { expect, it } from 'vitest';
import { newestVersion, openOlderHistory } from './older-history.ts';

it('a history from before the outbox keeps its rows, and its queue its order', async () => {
  const { database, migrateTo } = await openOlderHistory(3);
  database.exec(`
    insert into documents values ('${'a'.repeat(64)}', 3, x'00', '2026-01-01T00:00:00.000Z');
    insert into documents values ('${'b'.repeat(64)}', 3, x'00', '2026-01-01T00:00:00.000Z');
    insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at, service_id)
      values ('c', 'sandbox', 0, 'Bat SL', 'A99800476', '48', 'Bizkaia', 'none', '2026-01-01T00:00:00.000Z', '1');`);
  const insert = database.prepare(`
    insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
      record_count, schema_id, state, environment, base_url, created_at)
    values (?, ?, ?, 'f.xml', '240', 'creation', 2026, 'A99800476', 'Bat SL', 'c', 'Bat SL', 1, '240', 'queued', 'sandbox', 'http://x', '2026')`);
  insert.run('first', 7, 'a'.repeat(64));
  insert.run('second', 9, 'b'.repeat(64));
  await migrateTo(newestVersion);
  const columns = 'id, queue_order, attempts, next_attempt_at, held_by, records_indexed';
  expect(database.prepare(`select ${columns} from submissions order by sequence`).all()).toEqual(
    [
      { id: 'first', queue_order: 7 },
      { id: 'second', queue_order: 9 },
    ].map((row) => ({
      ...row,
      attempts: 0,
      next_attempt_at: null,
      held_by: null,
      records_indexed: 0,
    })),
  );
  expect(database.prepare('select * from queue_state').all()).toEqual([
    { id: 1, paused: 0, batch_start: 0 },
  ]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
});
