import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import { waitingColumns } from './migrations/first-shape/waiting-list.ts';
import { waitsForAPerson } from './migrations/first-shape/waiting-rule.ts';

type Queries = Pick<Database, 'prepare'>;

/**
 * Compares the stored list of submissions that wait for a person with the submissions themselves.
 * Throws `database_damaged` when they differ.
 */
export function checkWaiting(database: Queries): void {
  const columns = `select ${waitingColumns}`;
  requireSame(database, 'waiting', [
    `${columns} from waiting_submissions`,
    `${columns} from submissions where ${waitsForAPerson()}`,
  ]);
}

/**
 * Compares the submissions in the index of words with those of the history. Throws
 * `database_damaged` when they differ; SQLite's own check tells whether the index itself is sound.
 */
export function checkSearch(database: Queries): void {
  requireSame(database, 'search', [
    'select id from submission_words_docsize',
    'select sequence from submissions',
  ]);
}

/**
 * Compares the stored counts and sums with the submissions. Throws `database_damaged` when they
 * differ.
 */
export function checkTotals(database: Queries): void {
  requireSame(database, 'totals', [
    'select environment, month, form, state, files from submission_totals where files <> 0',
    `select environment, month, form, state, count(*) from submissions
      group by environment, month, form, state`,
  ]);
  const group = 'company_id, period, form, state';
  const cents = `cast(replace(coalesce(amount, '0'), '.', '') as integer)`;
  requireSame(database, 'totals', [
    `select ${group}, files, records, amount_cents from company_totals
      where files <> 0 or records <> 0 or amount_cents <> 0`,
    `select ${group}, count(*), sum(record_count), sum(${cents}) from submissions
      group by ${group}`,
  ]);
}

/**
 * Compares the number of stored identities of records with the records of each submission. Throws
 * `database_damaged` when they differ: a record without its identity could be sent twice.
 */
export function checkRecords(database: Queries): void {
  requireSame(database, 'records', [
    `select submission, count(*) from submission_records
      where submission not in (select sequence from submissions where records_indexed <> 1)
      group by submission`,
    `select sequence, record_count from submissions
      where records_indexed = 1 and record_count > 0`,
  ]);
}

/** Throws `database_damaged` when a listed file's verdict is no JSON: no list could be read. */
export function checkVerdicts(database: Queries): void {
  const broken = 'select 1 from worklist_files where not json_valid(validation) limit 1';
  if (database.prepare(broken).get()) throw new ZubiError('database_damaged', { cause: 'json' });
}

function requireSame(
  database: Queries,
  cause: string,
  [kept, told]: readonly [string, string],
): void {
  const without = (one: string, other: string) => `select * from (${one} except ${other})`;
  const differs = `${without(kept, told)} union all ${without(told, kept)} limit 1`;
  if (database.prepare(differs).get()) throw new ZubiError('database_damaged', { cause });
}
