import { sql } from 'kysely';
import { formNumbers } from '../../../../contract/ledger-books.ts';
import { toCents } from '../../../../contract/money.ts';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import { listed } from '../../../platform/db/listed.ts';
import type { Queries, SubmissionsTable } from '../../../platform/db/tables.ts';

/** A part of what modifications and cancellations change of a quarter's records and sum. */
export interface RecordChange {
  readonly company_id: string;
  readonly period: string;
  readonly form: number;
  readonly records: number;
  readonly cents: number;
  /** Records with an unknown amount, now or at their creation: the sum is not exact. */
  readonly unread: number;
}

/** An accepted operation on a record that was modified or cancelled. */
interface Step extends Pick<SubmissionsTable, 'company_id' | 'period' | 'operation' | 'amount'> {
  readonly identity: string;
  readonly form: number;
  /** Null where the answer gives no result for single records. */
  readonly state: string | null;
}

/** The quarters that are read, and whose; all companies where none is named. */
export interface ChangesAsked {
  readonly periods: readonly string[];
  readonly companyIds?: readonly string[] | undefined;
}

/** Companies with a book in these quarters whose records may all be cancelled. */
export async function findPerhapsEmptied(
  queries: Queries,
  periods: readonly string[],
): Promise<string[]> {
  const creating = listed(formNumbers({ operation: 'creation' }));
  const { rows } = await sql<{ company_id: string }>`
    select distinct made.company_id from company_totals as made
    where made.period in ${listed(periods)} and made.form in ${creating} and made.files > 0
      and made.state in ('accepted', 'partially_accepted')
      and made.records <= (select sum(gone.records) from company_totals as gone
        where gone.company_id = made.company_id and gone.form = made.form + 2
          and gone.state in ('accepted', 'partially_accepted'))`.execute(queries);
  return rows.map(({ company_id }) => company_id);
}

/**
 * The last state of each record that an accepted file modified or cancelled in that quarter or a
 * later one. It replaces what its creations count: the new amount in the quarter of its last
 * creation, or nothing. A record that Zubi did not create counts in the quarter of its
 * modification. Reads only the records of such files, of one company or of all.
 */
export async function readRecordChanges(
  queries: Queries,
  environment: ConnectionId,
  { periods, companyIds }: ChangesAsked,
): Promise<RecordChange[]> {
  const [first] = periods.toSorted();
  if (first === undefined || companyIds?.length === 0) return [];
  const changing = listed([
    ...formNumbers({ operation: 'modification' }),
    ...formNumbers({ operation: 'cancellation' }),
  ]);
  const { rows } = await sql<Step>`
    with concerned as materialized (
      select distinct total.company_id from company_totals as total
      where ${ofCompanies(companyIds)} and total.form in ${changing} and total.files > 0
        and total.state in ('accepted', 'partially_accepted')),
    changing as materialized (
      select row.sequence from concerned
      cross join submissions as row on row.company_id = concerned.company_id
        and row.created_at >= ${dayBefore(first)}
      where row.operation <> 'creation' and row.environment = ${environment}
        and row.state in ('accepted', 'partially_accepted')),
    changed as materialized (
      select distinct part.identity from changing
      cross join submission_records as part on part.submission = changing.sequence
      -- A record changes the quarters of its own files alone.
      where exists (select 1 from submission_records as known
        cross join submissions as own on own.sequence = known.submission
        where known.identity = part.identity and own.period in ${listed(periods)}))
    select hex(changed.identity) as identity, row.company_id, row.period, row.form, row.operation, result.state,
      iif(result.state is null and row.record_count = 1, row.amount, result.amount) as amount
    from changed
    cross join submission_records as part on part.identity = changed.identity
    cross join submissions as row on row.sequence = part.submission
    left join record_results as result on result.submission_id = row.id and result.position = part.record
    where row.state in ('accepted', 'partially_accepted') and result.state is not 'incorrect'
      and (row.operation = 'creation' or result.state is not 'not_told')
    order by changed.identity, row.sequence`.execute(queries);
  return [...Map.groupBy(rows, ({ identity }) => identity).values()]
    .flatMap(changesOf)
    .filter(({ period }) => periods.includes(period));
}

/** Of these companies, or of all. */
export const ofCompanies = (companyIds: ChangesAsked['companyIds']) =>
  companyIds === undefined ? sql`true` : sql`total.company_id in ${listed(companyIds)}`;

/** The day before a quarter: nothing of it, or of a later one, was sent by then. */
function dayBefore(period: string): string {
  const month = Number(period.at(-1)) * 3 - 3;
  return new Date(Date.UTC(Number(period.slice(0, 4)), month, 0)).toISOString().slice(0, 10);
}

/** The last state of a record, and its creations subtracted. */
function changesOf(steps: readonly Step[]): RecordChange[] {
  const changes: RecordChange[] = [];
  let last: Step | null = null;
  for (const step of steps) {
    const isCreation = step.operation === 'creation';
    if (isCreation) {
      const cents = -(centsOf(step.amount) ?? 0);
      changes.push({ ...placeOf(step), records: -1, cents, unread: isHidden(step) ? 1 : 0 });
    }
    const period: string = isCreation ? step.period : (last?.period ?? step.period);
    last = step.operation === 'cancellation' ? null : { ...step, period };
  }
  if (last !== null) {
    // The sum has an unknown amount still: a newer one is not added to it.
    const cents = changes.some(({ unread }) => unread > 0) ? 0 : centsOf(last.amount);
    const unread = isHidden(last) ? -1 : cents === null ? 1 : 0;
    changes.push({ ...placeOf(last), records: 1, cents: cents ?? 0, unread });
  }
  return changes;
}

/** A creation whose answer has no result for single records: only its file's sum is known. */
const isHidden = ({ operation, state, amount }: Step): boolean =>
  operation === 'creation' && state === null && centsOf(amount) === null;

const placeOf = ({ company_id, period, form }: Step) => ({ company_id, period, form });

/** Cents of a decimal string; null for none, or for one that cannot be read. */
export function centsOf(amount: string | null): number | null {
  const cents = amount === null ? null : toCents(amount);
  return cents === null ? null : Number(cents);
}
