import { expect, it } from 'vitest';
import { BookHistory } from '../../../main/features/worklist/book-history.ts';
import { findFileOrigin, insertFileOrigin } from '../../../main/features/worklist/file-origins.ts';
import { openEmptyHistory } from '../store/empty-history.ts';

const book = {
  environment: 'sandbox',
  tax_id: 'A99800476',
  model: '240',
  expense_type: null,
} as const;

it('the invoices of a history are found, and files know where they come from', async () => {
  const { database, queries } = await openEmptyHistory();
  const sha256 = 'f'.repeat(64);
  database.exec(`
    insert into documents values ('${sha256}', 3, x'010203', '2026-01-01T00:00:00Z');
    insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at)
      values ('one', 'sandbox', 0, 'Lantegiak SA', 'A99800476', '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z');
    insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
      record_count, schema_id, state, environment, base_url, created_at)
      values ('s', 1, '${sha256}', 'a.xml', '240', 'creation', 2026, 'A99800476', 'L', 'one', 'L', 1, '240-received', 'accepted', 'sandbox', 'http://a',
      '2026-01-01T00:00:00Z');
    insert into record_results (submission_id, position, record, issuer, series, number, date, state)
      values ('s', 1, 1, ' b00000034', 'A', 'n-7 ', '01-02-2026', 'correct'), ('s', 2, 2, 'B00000034', 'A', 'N-8', '01-02-2026', 'incorrect')`);
  const pairs = ['N-7', 'n-8', 'N-9'].map((number) => ({ issuer: 'B00000034', number }));
  expect(await new BookHistory(queries, book).invoices(pairs)).toMatchObject([
    { id: 's', file: 'a.xml', number: 'n-7 ', series: 'A' },
  ]);
  const production = new BookHistory(queries, { ...book, environment: 'production' });
  expect(await production.invoices(pairs)).toEqual([]);

  const origin = {
    file_id: 'f',
    kind: 'rejected',
    submission_id: 's',
    file_name: 'a.xml',
    source_id: null,
  } as const;
  await insertFileOrigin(queries, origin);
  expect(await findFileOrigin(queries, 'f')).toEqual(origin);
  await expect(
    insertFileOrigin(queries, { ...origin, file_id: 'g', submission_id: null }),
  ).rejects.toThrow(/CHECK/);
  database.exec(`insert into worklist_files values ('f', 'a.rechazados.xml', 'now', 1, '/nowhere', null, null, null, null);
    delete from worklist_files`);
  expect(await findFileOrigin(queries, 'f')).toBeUndefined();
});

it('each query of the history uses an index', async () => {
  const { database } = await openEmptyHistory();
  const plan = database
    .prepare(`explain query plan
      select result.number from json_each('[]') as mine
      cross join record_results as result on upper(trim(result.number)) = upper(trim(mine.value ->> 'number'))
        and upper(trim(result.issuer)) = upper(trim(mine.value ->> 'issuer')) and result.number is not null`)
    .all() as { detail: string }[];
  expect(plan.map(({ detail }) => detail).join('\n')).toMatch(
    /SEARCH result USING INDEX record_results_invoice/,
  );
});
