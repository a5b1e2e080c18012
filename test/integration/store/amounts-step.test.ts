import { expect, it } from 'vitest';
import { writeWordsOfAll } from '../../../main/features/submissions/submission-words-table.ts';
import { checkSearch } from '../../../main/platform/db/derived-check.ts';
import { amountsInSearch } from '../../../main/platform/db/migrations/032-amounts-in-search.ts';
import { openHistoryBefore } from './empty-history.ts';

it('an older history is searched by amount after the step, with its words in today’s form', async () => {
  const { database, migrateOn } = await openHistoryBefore(amountsInSearch.version);
  const sha256 = 'a'.repeat(64);
  database.exec(`
    insert into documents values ('${sha256}', 3, x'010203', '2026-01-01T00:00:00Z');
    insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at)
      values ('one', 'sandbox', 0, 'Lantegiak SA', 'A99800476', '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z');
    insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
      record_count, schema_id, state, environment, base_url, created_at, amount)
    values ('old', 1, '${sha256}', 'a.xml', '240', 'creation', 2026, 'A99800476', 'L', 'one', 'L', 2, '240-received', 'accepted', 'sandbox',
      'http://a', '2026-01-01T00:00:00Z', '-1234.5');
    insert into record_results (submission_id, position, record, state, amount) values ('old', 1, 1, 'correct', '77'), ('old', 2, 2, 'correct', null);
    insert into submission_words (rowid, words) values (1, 'a xml');`);
  const find = (word: string) =>
    database
      .prepare('select rowid from submission_words where submission_words match ?')
      .pluck()
      .all(`"${word}"*`);
  expect(find('1234x5')).toEqual([]);
  await migrateOn();
  const found = () => ['1234x5', '1234', '77x00', '0x00', 'lantegiak', 'a'].map(find);
  const told = found();
  expect(told).toEqual([[1], [1], [1], [], [], [1]]);
  database.exec(writeWordsOfAll);
  expect(found()).toEqual(told);
  checkSearch(database);
});
