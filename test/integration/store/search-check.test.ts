import { expect, it } from 'vitest';
import { checkSearch } from '../../../main/platform/db/derived-check.ts';
import { openEmptyHistory } from './empty-history.ts';
import { insertSubmissionRow } from './rows.ts';

const damage = expect.objectContaining({ code: 'database_damaged', details: { cause: 'search' } });

it('search words of a missing submission are damage', async () => {
  const { database } = await openEmptyHistory();
  checkSearch(database);
  database.exec("insert into submission_words (rowid, words) values (7, 'nobody')");
  expect(() => checkSearch(database)).toThrow(damage);
});

it('a submission without search words is damage', async () => {
  const { database, queries } = await openEmptyHistory();
  await insertSubmissionRow(queries, { id: 's0' });
  checkSearch(database);
  database.exec('delete from submission_words');
  expect(() => checkSearch(database)).toThrow(damage);
});
