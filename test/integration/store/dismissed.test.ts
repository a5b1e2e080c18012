import { expect, it } from 'vitest';
import { listSubmissions } from '../../../main/features/history/history-pages.ts';
import { openEmptyHistory } from './empty-history.ts';

it('dismissed submissions are found without reading the others', async () => {
  const { database, queries } = await openEmptyHistory();
  const sha256 = 'f'.repeat(64);
  database.exec(`
    insert into documents values ('${sha256}', 3, x'010203', '2026-01-01T00:00:00Z');
    insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at)
      values ('one', 'sandbox', 0, 'Lantegiak SA', 'A99800476', '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z');`);
  const insert = database.prepare(`
    insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
      record_count, schema_id, state, environment, base_url, created_at, dismissed_at)
    values (?, ?, '${sha256}', 'a.xml', '240', 'creation', 2026, 'A99800476', 'L', 'one', 'L', 2, '240-received', 'rejected', 'sandbox',
      'http://a', '2026-01-01T00:00:00Z', ?)`);
  insert.run('waits', 1, null);
  insert.run('let be', 2, '2026-01-02T00:00:00Z');
  const page = await listSubmissions(queries, { dismissed: true }, { before: null, limit: 10 });
  expect([page.rows.map(({ id }) => id), page.total, page.totalIsExact]).toEqual([
    ['let be'],
    1,
    true,
  ]);
  const plan = database
    .prepare(`explain query plan select sequence from submissions where true and dismissed_at is not null
      and sequence between 0 and 9 order by sequence desc limit 5`)
    .all();
  expect(JSON.stringify(plan)).toContain('submissions_dismissed');
});
