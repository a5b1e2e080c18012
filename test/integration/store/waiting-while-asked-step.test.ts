import { expect, it } from 'vitest';
import { openHistoryBefore } from './empty-history.ts';

const at = "'2026-11-21T09:00:00.000Z'";

it('older rows queued by the service wait for nobody while they are polled', async () => {
  const { database, migrateOn } = await openHistoryBefore(29);
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id,
      territory_id, territory_name, "authorization", created_at)
    values ('one', '1', 'test', 0, 'Uno SL', 'B95000037', '48', 'Bizkaia', 'approved', ${at})`);
  const document = database.prepare(`insert into documents values (?, 1, x'00', ${at})`);
  const submission = database.prepare(`insert into submissions (id, sha256, file_name, model,
      operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name, record_count,
      schema_id, state, environment, base_url, created_at, answer_code, next_attempt_at)
    values (?, ?, 'a.xml', '240', 'creation', 2026, 'B95000037', 'Uno SL', 'one', 'Uno SL', 1,
      '2022-01', ?, 'test', 'https://service.test', ${at}, ?, ?)`);
  const rows: readonly (readonly [string, string, string | null, string | null])[] = [
    ['asked', 'unknown', 'answer_queued', '2026-11-21T09:01:00.000Z'],
    ['asked no more', 'unknown', 'answer_queued', null],
    ['interrupted', 'unknown', 'interrupted', null],
    ['refused', 'rejected', 'B4_2000003', null],
    ['failed, tried again', 'failed', 'service_busy', '2026-11-21T09:01:00.000Z'],
  ];
  for (const [index, [id, ...rest]] of rows.entries()) {
    document.run(String(index).repeat(64));
    submission.run(id, String(index).repeat(64), ...rest);
  }
  const waiting = () =>
    database
      .prepare(
        'select id from waiting_submissions join submissions using (sequence) order by sequence',
      )
      .pluck()
      .all();
  const [, ...others] = rows.map(([id]) => id);
  expect(waiting()).toEqual(['asked', ...others]);

  await migrateOn();
  expect(waiting()).toEqual(others);
  database.exec("update submissions set next_attempt_at = null where id = 'asked'");
  expect(waiting()).toEqual(['asked', ...others]);
});
