import { sql } from 'kysely';
import type { Queries } from '../../platform/db/tables.ts';

const recordColumns = ['series', 'number', 'issuer', 'counterparty'] as const;

/** An amount as one word: `1234x50`, so that its digits before the point find it too. */
const amountWord = (column: string) => `replace(ltrim(printf('%.2f', ${column}), '-'), '.', 'x')`;

/** The different values of the records; many records share one. */
const recordWords = `(select group_concat(word, ' ') from (${recordColumns
  .map(
    (column) => `select ${column} as word from record_results where submission_id = submissions.id`,
  )
  .join(' union ')}
  union select ${amountWord('amount')} from record_results
    where submission_id = submissions.id and amount is not null))`;

/** The words that identify a submission for a person, from a row of `submissions`. */
const words = `submissions.file_name || ' ' || submissions.company_name
  || ' ' || submissions.taxpayer_name || ' ' || submissions.tax_id || ' ' || submissions.sha256
  || ' ' || coalesce(submissions.identifier, '') || ' ' || coalesce(submissions.registration_number, '')
  || ' ' || iif(submissions.amount is null, '', ${amountWord('submissions.amount')})
  || ' ' || coalesce(${recordWords}, '')`;

const writeAll = `insert or replace into submission_words (rowid, words)
  select submissions.sequence, ${words} from submissions`;

/** Writes the words of every submission: for a history that was filled in another way. */
export const writeWordsOfAll = `${writeAll} order by submissions.sequence`;

/**
 * Writes the search words of a submission, in the transaction that writes the submission or its
 * answer. The table's row number is the submission's sequence.
 */
export async function writeWords(queries: Queries, submissionId: string): Promise<void> {
  await sql`${sql.raw(writeAll)} where submissions.id = ${submissionId}`.execute(queries);
}
