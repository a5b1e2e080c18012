import { type RawBuilder, sql } from 'kysely';
import type { ShownState } from '../../../contract/shown-state.ts';
import { asItComes } from '../../platform/db/as-it-comes.ts';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import {
  type EarlierSubmission,
  earlierColumns,
  hasEntered,
  mayHaveTaken,
  shownStateSql,
  waitingRows,
} from '../submissions/public.ts';

/** Another submission because of which a submission is not sent again. */
export interface Against extends EarlierSubmission {
  readonly sequence: number;
  readonly shown: ShownState;
  /** How many records both have; 0 where it is the same document. */
  readonly records: number;
}

/** The columns of a submission that these searches need. Its records are those of `sequence`. */
type Kept = Pick<
  SubmissionsTable,
  'sequence' | 'sha256' | 'environment' | 'company_id' | 'queue_order' | 'operation'
>;

const columns = sql.raw(
  `earlier.sequence, ${earlierColumns}, ${shownStateSql('earlier')} as shown`,
);

/** Joins a submission's records to the other submissions with any of these records. */
const sharing = ({ sequence }: Kept) => sql`
  from submission_records as mine
  cross join submission_records as entered on entered.identity = mine.identity
  cross join submissions as earlier on earlier.sequence = entered.submission
  where mine.submission = ${asItComes(sequence)} and entered.submission <> mine.submission`;

/** Submissions with any of a submission's records that meet a condition, in the order given. */
async function listSharing(
  queries: Queries,
  row: Kept,
  condition: RawBuilder<unknown>,
  order = sql`earlier.sequence desc`,
): Promise<readonly Against[]> {
  const { rows } = await sql<Against>`
    select ${columns}, count(distinct mine.record) as records ${sharing(row)} and ${condition}
    group by earlier.sequence order by ${order}`.execute(queries);
  return rows;
}

const placeOf = ({ queue_order, sequence }: Kept) =>
  sql`(${asItComes(queue_order)}, ${asItComes(sequence)})`;

/** The newest repetition of a submission's document with any end, except cancelled ones. */
export async function readRepetition(
  queries: Queries,
  { sha256, environment, sequence }: Kept,
): Promise<Against | undefined> {
  const { rows } = await sql<Against>`
    select ${columns}, 0 as records from submissions as earlier
    where sha256 = ${sha256} and environment = ${environment} and sequence > ${sequence}
      and state <> 'cancelled'
    order by sequence desc limit 1`.execute(queries);
  return rows[0];
}

/** The newest creation that entered, or may have entered, any of a creation's records. */
export async function readSharedRecords(queries: Queries, row: Kept): Promise<Against | undefined> {
  const [newest] = await listSharing(queries, row, sql.raw(hasEntered('earlier', 'entered')));
  return newest;
}

/** Other creations with some of the same records that were not delivered, the newest first. */
export function listFailedCreations(queries: Queries, row: Kept): Promise<readonly Against[]> {
  const hasFailed = sql`earlier.state = 'failed' and earlier.operation = 'creation'`;
  return listSharing(queries, row, hasFailed);
}

/**
 * The newest change, sent already, of any records of a modification or cancellation that stands
 * behind it in the order of the queue. One that was sent again keeps its place: by its sequence it
 * would be the newest.
 */
export async function readLaterChange(queries: Queries, row: Kept): Promise<Against | undefined> {
  const isLater = sql`(earlier.queue_order, earlier.sequence) > ${placeOf(row)}
      and earlier.operation <> 'creation' and earlier.state <> 'queued'
      and ${sql.raw(mayHaveTaken('earlier', 'entered'))}`;
  const order = sql`earlier.queue_order desc, earlier.sequence desc`;
  const [newest] = await listSharing(queries, row, isLater, order);
  return newest;
}

/**
 * Undelivered submissions on which a modification or cancellation builds: the creation of its
 * records, sent at any time, and earlier changes of them. The newest submission stands for a
 * document. A creation that entered a record makes up for another that did not arrive.
 */
export function listUndelivered(queries: Queries, row: Kept): Promise<readonly Against[]> {
  const isMissing = sql`earlier.state = 'failed' and earlier.company_id = ${asItComes(row.company_id)}
      and earlier.sha256 <> ${asItComes(row.sha256)}
      and exists (select 1 from ${waitingRows} as waits where waits.sequence = earlier.sequence)
      and case earlier.operation
        when 'creation' then not exists (
          select 1 from submission_records as other
          cross join submissions as made on made.sequence = other.submission
          where other.identity = mine.identity and ${sql.raw(hasEntered('made', 'other'))})
        else (earlier.queue_order, earlier.sequence) < ${placeOf(row)} end`;
  return listSharing(queries, row, isMissing, sql`earlier.queue_order, earlier.sequence`);
}

/**
 * The place of a submission that is sent again: its own, as what was queued behind it must not
 * overtake it; of a creation also right before the first queued modification of its records. A
 * queued cancellation makes room for the creation: submissions before the cancellation concern what
 * the book had then.
 */
export async function readPlaceAgain(queries: Queries, row: Kept): Promise<number> {
  if (row.operation !== 'creation') return row.queue_order;
  const queued = (operation: 'modification' | 'cancellation') => sql`
    ${sharing(row)}
      and earlier.state = 'queued' and earlier.operation = ${sql.lit(operation)}
      and earlier.company_id = ${asItComes(row.company_id)}
      and earlier.queue_order <= ${asItComes(row.queue_order)}`;
  const { rows } = await sql<{ place: number | null }>`
    select min(earlier.queue_order) as place ${queued('modification')}
      and earlier.queue_order > coalesce(
        (select max(earlier.queue_order) ${queued('cancellation')}), -1)`.execute(queries);
  const place = rows[0]?.place ?? null;
  return place === null ? row.queue_order : place - 1;
}
