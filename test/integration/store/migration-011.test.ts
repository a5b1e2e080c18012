import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createQueries, openConnection } from '../../../main/store/connection.ts';
import { migrate } from '../../../main/store/migrate.ts';
import { migrations } from '../../../main/store/migrations/list.ts';
import { findSubmission } from '../../../main/store/submissions.ts';
import { waitsForPerson } from '../../../main/store/waiting.ts';

it('011: what was refused before still waits for a person', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-migration-'));
  const database = openConnection(join(folder, 'zubi.db'), { mustExist: false });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const upTo = (version: number) => migrations.filter((step) => step.version <= version);
  await migrate(database, upTo(10), join(folder, 'none.db'));
  const sha256 = 'f'.repeat(64);
  database.exec(`
    insert into documents values ('${sha256}', 3, x'010203', '2026-01-01T00:00:00Z');
    insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at)
      values ('one', 'sandbox', 0, 'Lantegiak SA', 'A99800476', '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z');
    insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
      record_count, schema_id, state, environment, base_url, created_at)
    values ('old', 1, '${sha256}', 'a.xml', '240', 'creation', 2026, 'A99800476', 'L', 'one', 'L', 2, '240-received', 'rejected', 'sandbox',
      'http://a', '2026-01-01T00:00:00Z')`);
  await migrate(database, upTo(11), join(folder, 'before.db'));
  const queries = createQueries(database);
  expect(await findSubmission(queries, 'old')).toMatchObject({ state: 'rejected', dismissed_at: null });
  await migrate(database, migrations, join(folder, 'later.db'));
  expect(await waitsForPerson(queries, 'old')).toBe(true);
});
