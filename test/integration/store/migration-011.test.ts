import { expect, it } from 'vitest';
import { findSubmission } from '../../../main/store/submissions.ts';
import { waitsForPerson } from '../../../main/store/waiting.ts';
import { newestVersion, openOlderHistory } from './older-history.ts';

it('011: what was refused before still waits for a person', async () => {
  const { database, queries, migrateTo } = await openOlderHistory(10);
  const sha256 = 'f'.repeat(64);
  database.exec(`
    insert into documents values ('${sha256}', 3, x'010203', '2026-01-01T00:00:00Z');
    insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at)
      values ('one', 'sandbox', 0, 'Lantegiak SA', 'A99800476', '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z');
    insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
      record_count, schema_id, state, environment, base_url, created_at)
    values ('old', 1, '${sha256}', 'a.xml', '240', 'creation', 2026, 'A99800476', 'L', 'one', 'L', 2, '240-received', 'rejected', 'sandbox',
      'http://a', '2026-01-01T00:00:00Z')`);
  await migrateTo(11);
  expect(await findSubmission(queries, 'old')).toMatchObject({
    state: 'rejected',
    dismissed_at: null,
  });
  await migrateTo(newestVersion);
  expect(await waitsForPerson(queries, 'old')).toBe(true);
});
