import { expect, it, vi } from 'vitest';
import {
  findBatch,
  insertBatch,
  listBatchSubmissions,
  sumBatches,
} from '../../../main/features/submissions/batches-table.ts';
import { findSubmission } from '../../../main/features/submissions/submissions-table.ts';
import { openEmptyHistory } from './empty-history.ts';

it('the submissions of a batch are found by it, and a batch is never deleted', async () => {
  const { database, queries } = await openEmptyHistory();
  const sha256 = 'f'.repeat(64);
  const columns = `(id, sequence, previous_id, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
    record_count, amount, schema_id, state, environment, base_url, created_at`;
  const row = (id: string, sequence: number, previous: string, state: string) =>
    `'${id}', ${sequence}, ${previous}, '${sha256}', 'a.xml', '240', 'creation', 2026, 'A99800476', 'L', 'one', 'L', 2, '10.50', '240-received',
    '${state}', 'sandbox', 'http://a', '2026-01-01T00:00:00Z'`;
  database.exec(`
    insert into documents values ('${sha256}', 3, x'010203', '2026-01-01T00:00:00Z');
    insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at)
      values ('one', 'sandbox', 0, 'Lantegiak SA', 'A99800476', '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z');
    insert into submissions ${columns}) values (${row('old', 1, 'null', 'accepted')})`);
  expect(await findSubmission(queries, 'old')).toMatchObject({ batch_id: null, state: 'accepted' });

  const batch = { id: 'b', environment: 'sandbox', created_at: '2026-01-02T00:00:00Z' } as const;
  await insertBatch(queries, batch);
  expect(await findBatch(queries, 'b')).toMatchObject(batch);
  database.exec(`insert into submissions ${columns}, batch_id) values
    (${row('failed', 2, 'null', 'failed')}, 'b'), (${row('again', 3, "'failed'", 'accepted')}, 'b')`);
  expect((await listBatchSubmissions(queries, 'b', 'one')).map(({ id }) => id)).toEqual([
    'failed',
    'again',
  ]);
  expect(await sumBatches(queries, ['b']), 'a repeated file counts once').toMatchObject([
    { state: 'accepted', files: 1, records: 2, accepted_records: 2, cents: 1050 },
  ]);
  database.exec(`insert into submissions ${columns}, batch_id) values (${row('partly', 4, 'null', 'partially_accepted')}, 'b');
    update submissions set correct_count = 3, accepted_with_errors_count = 2, incorrect_count = 1 where id = 'partly'`);
  expect(
    (await sumBatches(queries, ['b'])).filter(({ state }) => state === 'partially_accepted'),
    'what was accepted with errors is in the book',
  ).toMatchObject([{ files: 1, accepted_records: 5, incorrect_records: 1 }]);
  expect(() => database.exec('delete from batches')).toThrow(/never deleted/);
  expect(() => database.exec("update batches set id = 'c'")).toThrow(/never changes/);
  const plan = database
    .prepare(
      'explain query plan select * from submissions where batch_id = ? order by sequence desc limit 50',
    )
    .all('b') as { detail: string }[];
  expect(plan.map(({ detail }) => detail).join('\n')).toMatch(
    /SEARCH submissions USING INDEX submissions_batch/,
  );
});

it('a batch of thousands of files is not looked through for each of its files', async () => {
  const { database, queries } = await openEmptyHistory();
  const asked: string[] = [];
  const prepare = database.prepare.bind(database);
  vi.spyOn(database, 'prepare').mockImplementation((text: string) => {
    asked.push(text);
    return prepare(text);
  });
  await sumBatches(queries, ['b']);
  const [question = ''] = asked;
  const values = Array.from(question.matchAll(/\?/g), () => null);
  const plan = prepare(`explain query plan ${question}`).all(...values) as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('SEARCH again USING INDEX submissions_previous'),
  );
});
