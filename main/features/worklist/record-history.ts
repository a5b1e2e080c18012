import { type Kysely, sql } from 'kysely';
import type { RecordKey } from '../../../contract/form.ts';
import type { SubmissionsTable, Tables } from '../../platform/db/tables.ts';

/** The book that records are looked for in. */
export type BookColumns = Pick<
  SubmissionsTable,
  'environment' | 'tax_id' | 'model' | 'expense_type'
>;

/** The submission that last did something with a record. */
export interface RecordStanding {
  /** Position in the list of identities that was asked about, from 0. */
  readonly index: number;
  readonly id: string;
  readonly file: string;
  readonly at: string;
  readonly state: SubmissionsTable['state'];
  readonly operation: SubmissionsTable['operation'];
}

/** Whether this taxpayer has sent anything to this service. */
export async function hasHistory(
  queries: Kysely<Tables>,
  { tax_id, environment }: Pick<BookColumns, 'tax_id' | 'environment'>,
): Promise<boolean> {
  const row = await queries
    .selectFrom('submissions')
    .select('id')
    .where('tax_id', '=', tax_id)
    .where('environment', '=', environment)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The last submission that entered, changed or cancelled each of these records, or may have; one
 * that the answer refused did not, one of which a refusal does not tell may have. Whether a
 * cancellation took effect must be known for it to count. One statement, an index look-up a record.
 */
export async function findStandings(
  queries: Kysely<Tables>,
  identities: readonly string[],
): Promise<readonly RecordStanding[]> {
  const { rows } = await sql<RecordStanding>`
    select mine.key as "index", earlier.id, earlier.file_name as file, coalesce(earlier.sent_at, earlier.created_at) as at,
      earlier.state, earlier.operation, max(earlier.sequence)
    from json_each(${JSON.stringify(identities)}) as mine
    cross join submission_records as entered on entered.identity = unhex(mine.value)
    cross join submissions as earlier on earlier.sequence = entered.submission
    where (earlier.state in ('accepted', 'partially_accepted')
        or (earlier.operation <> 'cancellation' and (earlier.state in ('unknown', 'sending', 'queued')
          or (earlier.state = 'rejected' and exists (
            select 1 from record_results as untold
            where untold.submission_id = earlier.id and untold.position = entered.record
              and untold.record is not null and untold.state = 'not_told')))))
      and not exists (
        select 1 from record_results as result
        where result.submission_id = earlier.id and result.position = entered.record and result.state = 'incorrect')
    group by mine.key`.execute(queries);
  return rows;
}

/** An invoice that the ledger has, or had. */
export interface KnownInvoice {
  readonly id: string;
  readonly file: string;
  readonly at: string;
  readonly state: SubmissionsTable['state'];
  readonly issuer: string;
  readonly series: string | null;
  readonly number: string;
  readonly date: string | null;
  /** Decimal string. */
  readonly amount: string | null;
}

/** Beyond so many rows a number says nothing any more. */
const maxInvoices = 20_000;

/**
 * Invoices of a book with these issuers and numbers that were taken, the newest first. One
 * statement, an index look-up a pair.
 */
export async function findInvoices(
  queries: Kysely<Tables>,
  book: BookColumns,
  pairs: readonly Pick<RecordKey, 'issuer' | 'number'>[],
): Promise<readonly KnownInvoice[]> {
  const { rows } = await sql<KnownInvoice>`
    select earlier.id, earlier.file_name as file, coalesce(earlier.sent_at, earlier.created_at) as at, earlier.state,
      result.issuer, result.series, result.number, result.date, result.amount
    from json_each(${JSON.stringify(pairs)}) as mine
    cross join record_results as result on upper(trim(result.number)) = upper(trim(mine.value ->> 'number'))
      and upper(trim(result.issuer)) = upper(trim(mine.value ->> 'issuer')) and result.number is not null
    cross join submissions as earlier on earlier.id = result.submission_id
    where earlier.environment = ${book.environment} and earlier.tax_id = ${book.tax_id}
      and earlier.model = ${book.model} and earlier.expense_type is ${book.expense_type}
      and earlier.operation <> 'cancellation' and earlier.state in ('accepted', 'partially_accepted')
      and result.state <> 'incorrect' and result.record is not null
    order by earlier.sequence desc
    limit ${maxInvoices}`.execute(queries);
  return rows;
}
