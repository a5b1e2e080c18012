import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ServiceEnvironment, SubmissionStateColumn, SubmissionsTable, Tables } from './tables.ts';

/** States in which a submission may wait for a person, the most pressing first. */
export const waitingStates = ['unknown', 'rejected', 'partially_accepted', 'failed'] as const;
export type WaitingState = (typeof waitingStates)[number];

export function isWaitingState(state: SubmissionStateColumn): state is WaitingState {
  return waitingStates.some((each) => each === state);
}

/**
 * Whether nobody has taken `submissions` further. An unknown outcome waits until a person has said how it ended. The others wait until what followed arrived or
 * is on its way: the same document again; what was made of its refused records (so of the same operation; where none was refused, a modification); or another
 * one that was made of the same origin. A follower that was refused itself takes its place: then that one waits. One that failed or was taken back changes nothing.
 * A person may let one of these be as it ended, and it waits no more.
 */
const isOpen = sql<boolean>`(submissions.state = 'unknown' or (
  submissions.dismissed_at is null
  and not exists (select 1 from submissions as later
    where later.previous_id = submissions.id and later.state not in ('failed', 'cancelled')
      and (later.operation = submissions.operation or (submissions.incorrect_count = 0 and later.operation = 'modification')))
  and not exists (select 1 from submissions as later
    where later.sha256 = submissions.sha256 and later.environment = submissions.environment
      and later.sequence > submissions.sequence and later.state not in ('failed', 'cancelled'))
  and not exists (select 1 from submissions as later
    where later.previous_id = submissions.previous_id and later.sequence > submissions.sequence
      and later.operation = submissions.operation and later.state not in ('rejected', 'failed', 'cancelled'))))`;

/** Word by word as the index has it: of values that are bound SQLite cannot tell that the index holds them all, and reads every row of these states. */
const isWaiting = sql<boolean>`submissions.state in (${sql.join(waitingStates.map((state) => sql.lit(state)))})`;

/** The same as a condition of any query on `submissions`. */
export function whereOpen(): RawBuilder<boolean> {
  return isOpen;
}

/** Submissions in that state that still wait for a person, the newest first. */
export async function readWaiting(
  queries: Kysely<Tables>,
  environment: ServiceEnvironment,
  state: WaitingState,
  limit: number,
): Promise<SubmissionsTable[]> {
  return waiting(queries, environment, state).selectAll().orderBy('sequence', 'desc').limit(limit).execute();
}

/** Whether this one waits for a person. */
export async function waitsForPerson(queries: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await queries
    .selectFrom('submissions')
    .select('sequence')
    .where('id', '=', id)
    .where(isWaiting)
    .where(isOpen)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many they are, counted up to `limit`. */
export async function countWaiting(
  queries: Kysely<Tables>,
  environment: ServiceEnvironment,
  state: WaitingState,
  limit: number,
): Promise<number> {
  const some = waiting(queries, environment, state).select('sequence').limit(limit).as('some');
  const { n } = await queries
    .selectFrom(some)
    .select((build) => build.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** How many of what was sent in a quarter still wait, by company and state. */
export async function countWaitingByCompany(
  queries: Kysely<Tables>,
  environment: ServiceEnvironment,
  period: string,
): Promise<{ company_id: string; state: WaitingState; files: number }[]> {
  const rows = await queries
    .selectFrom('submissions')
    .select(['company_id', 'state', (build) => build.fn.countAll<number>().as('files')])
    .where(isWaiting)
    .where('environment', '=', environment)
    .where('period', '=', period)
    .where(isOpen)
    .groupBy(['company_id', 'state'])
    .execute();
  return rows.flatMap((row) => (isWaitingState(row.state) ? [{ ...row, state: row.state }] : []));
}

function waiting(queries: Kysely<Tables>, environment: ServiceEnvironment, state: WaitingState) {
  return queries
    .selectFrom('submissions')
    .where('state', '=', state)
    .where('environment', '=', environment)
    .where(isOpen);
}
