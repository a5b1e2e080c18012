import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { checkHistory } from '../../../main/store/check.ts';
import { openConnection } from '../../../main/store/connection.ts';
import { listSubmissions } from '../../../main/store/history-pages.ts';
import { migrate } from '../../../main/store/migrate.ts';
import { migrations } from '../../../main/store/migrations/list.ts';
import { openStore } from '../../../main/store/store.ts';
import { countByState } from '../../../main/store/submissions.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');
const xml = Buffer.from('<a/>');
const sha256 = createHash('sha256').update(xml).digest('hex');

it('from the version before, rows get their counts, words, months and links', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-migration-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'zubi.db');
  const database = openConnection(path, { mustExist: false });
  await migrate(
    database,
    migrations.filter((step) => step.version < 5),
    join(folder, 'unused.db'),
  );
  database
    .prepare('insert into documents values (?, 4, ?, ?)')
    .run(sha256, gzipSync(xml), '2026-10-20T09:00:00.000Z');
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id, territory_id, territory_name, "authorization", created_at)
      values ('c', '1', 'sandbox', 0, 'Ñandú SA', 'A99800476', '48', 'Bizkaia', 'none', '2026-10-20T09:00:00.000Z')`);
  const insert = database.prepare(`
    insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
      record_count, amount, schema_id, state, environment, base_url, created_at)
    values (?, ?, ?, 'octubre.xml', '240', 'creation', 2026, 'A99800476', 'Ñandú SA', 'c', 'Ñandú SA', 2, '-12.50', 's', ?, 'sandbox', 'http://x', ?)`);
  insert.run('one', 1, sha256, 'accepted', '2026-10-20T09:00:00.000Z');
  insert.run('two', 2, sha256, 'rejected', '2026-10-19T09:00:00.000Z');
  database.exec(`
    insert into submission_events (submission_id, at, kind, data) values ('one', '2026-10-20T09:00:00.000Z', 'queued', '{}');
    insert into answers values ('one', 200, 'application/json', x'1f8b', 3.5, null);
    insert into record_results (submission_id, position, number, counterparty, state) values ('one', 1, 'F-1', 'Proveedora', 'correct')`);
  database.close();

  const store = await openStore(folder, clock);
  onTestFinished(() => store.close());
  expect(store.migration).toMatchObject({ from: 4, to: migrations.at(-1)?.version });
  expect(Object.fromEntries(await countByState(store.queries))).toEqual({
    accepted: 1,
    rejected: 1,
  });
  const find = async (text: string) =>
    (await listSubmissions(store.queries, { text }, { before: null, limit: 9 })).rows.map(
      ({ id }) => id,
    );
  expect(await find('nandu')).toEqual(['two', 'one']);
  expect(await find('proveedora')).toEqual(['one']);
  const totals = await store.queries
    .selectFrom('company_totals')
    .selectAll()
    .orderBy('state')
    .execute();
  expect(totals).toMatchObject([
    { period: '2026-Q3', form: 6, state: 'accepted', files: 1, records: 2, amount_cents: -1250 },
    { state: 'rejected', files: 1 },
  ]);
  const past = await store.queries.selectFrom('history_clock').selectAll().execute();
  expect(past).toEqual([{ id: 1, latest: '2026-10-19T09:00:00.000Z', step_ms: 0 }]);
  expect([store.isIntact('one'), store.isIntact('two')]).toEqual([true, true]);
  expect(checkHistory(path, 'full')).toMatchObject({ submissions: 2, events: 1 });
});
