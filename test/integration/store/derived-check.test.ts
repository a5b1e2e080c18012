import { describe, expect, it } from 'vitest';
import { insertSubmissionRecords } from '../../../main/features/submissions/submission-records-table.ts';
import { moveSubmission } from '../../../main/features/submissions/submissions-table.ts';
import { checkRecords, checkSearch, checkTotals } from '../../../main/platform/db/derived-check.ts';
import { openEmptyHistory } from './empty-history.ts';
import { insertSubmissionRow } from './rows.ts';

const damage = (cause: string) =>
  expect.objectContaining({ code: 'database_damaged', details: { cause } });

/** One submission of two records that moved on, and one whose records are not stored. */
async function openHistory() {
  const history = await openEmptyHistory();
  const { queries } = history;
  await insertSubmissionRow(queries, { id: 's0', records: 2, state: 'sending' });
  await insertSubmissionRow(queries, { id: 's1', records: 3, sha256: 'e'.repeat(64) });
  await queries.transaction().execute(async (transaction) => {
    await insertSubmissionRecords(transaction, 1, ['0'.repeat(32), '1'.repeat(32)]);
    await moveSubmission(transaction, 's0', 'sending', { state: 'rejected' });
  });
  checkTotals(history.database);
  checkRecords(history.database);
  return history;
}

describe('the full check finds', () => {
  it.each([
    'update submission_totals set files = files + 1',
    "update submission_totals set month = '2026-01' where state = 'rejected'",
    'delete from submission_totals',
    'update company_totals set records = records + 1',
    "update company_totals set amount_cents = 5 where state = 'sending'",
    "insert into company_totals values ('other', '2026-Q3', 0, 'accepted', 1, 1, 1)",
    "update submissions set period = '2026-Q1'",
  ])('totals that are not those of the submissions: %s', async (change) => {
    const { database } = await openHistory();
    database.exec(change);
    expect(() => checkTotals(database)).toThrow(damage('totals'));
  });

  it.each([
    'delete from submission_records',
    'delete from submission_records where record = 2',
    "insert into submission_records values (1, 3, unhex('22222222222222222222222222222222'))",
    "insert into submission_records values (9, 1, unhex('22222222222222222222222222222222'))",
    'update submissions set records_indexed = 1',
  ])('records without an identity, or the reverse: %s', async (change) => {
    const { database } = await openHistory();
    database.exec(change);
    expect(() => checkRecords(database)).toThrow(damage('records'));
  });
});

it('records that were being read when the computer went off are no damage', async () => {
  const { database } = await openHistory();
  database.exec(
    "insert into submission_records values (2, 1, unhex('33333333333333333333333333333333'))",
  );
  checkRecords(database);
});

it('search words of a missing submission are damage', async () => {
  const { database } = await openEmptyHistory();
  checkSearch(database);
  database.exec("insert into submission_words (rowid, words) values (7, 'nobody')");
  expect(() => checkSearch(database)).toThrow(damage('search'));
});

it('a submission without search words is damage', async () => {
  const { database, queries } = await openEmptyHistory();
  await insertSubmissionRow(queries, { id: 's0' });
  checkSearch(database);
  database.exec('delete from submission_words');
  expect(() => checkSearch(database)).toThrow(damage('search'));
});
