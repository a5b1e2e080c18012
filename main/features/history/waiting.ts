import { type RawBuilder, sql } from 'kysely';
import type { ParsedInput } from '../../../contract/methods.ts';
import type { SubmissionState } from '../../../contract/submission.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import { waitingRows } from '../submissions/public.ts';

/**
 * States in which a submission may wait for a person, the most pressing first. The newest step of
 * the database with a `waitsForAPerson` defines when a submission waits, and until when;
 * `waitingRows`, which one of several attempts.
 */
export const waitingStates = ['unknown', 'rejected', 'partially_accepted', 'failed'] as const;
export type WaitingState = (typeof waitingStates)[number];

/** Waiting states with a cause and without an answer of the ledger. */
export const causedStates = ['unknown', 'failed'] as const;

export function isWaitingState(state: SubmissionState): state is WaitingState {
  return waitingStates.some((each) => each === state);
}

/** Whether a row of `submissions` still waits: a condition for any query on that table. */
export const stillWaits: RawBuilder<boolean> = sql`exists (
  select 1 from ${waitingRows} as waits where waits.sequence = submissions.sequence)`;

/** Submissions in that state that still wait for a person, the newest first. */
export async function readWaiting(
  queries: Queries,
  environment: ConnectionId,
  state: WaitingState,
  limit: number,
): Promise<SubmissionsTable[]> {
  const newest = waiting(queries, environment, state).orderBy('sequence', 'desc').limit(limit);
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where('sequence', 'in', newest)
    .orderBy('sequence', 'desc')
    .execute();
}

/** Whether a submission waits for a person. */
export async function waitsForPerson(queries: Queries, id: string): Promise<boolean> {
  const row = await queries
    .selectFrom('submissions')
    .select('sequence')
    .where('id', '=', id)
    .where(stillWaits)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of these that were not fully accepted and need no more attention. */
export async function listSettled(
  queries: Queries,
  rows: readonly SubmissionsTable[],
): Promise<string[]> {
  const ended = rows.filter(({ state }) => state !== 'unknown' && isWaitingState(state));
  if (ended.length === 0) return [];
  const found = await queries
    .selectFrom(waitingRows.as('waits'))
    .select('sequence')
    .where('sequence', 'in', listed(ended.map(({ sequence }) => sequence)))
    .execute();
  const waiting = new Set(found.map(({ sequence }) => sequence));
  return ended.filter(({ sequence }) => !waiting.has(sequence)).map(({ id }) => id);
}

/** The waiting submissions of a state are counted up to this number. */
const countLimit = 1000;

/** Counts the waiting submissions of a state, up to a thousand. */
export async function countWaiting(
  queries: Queries,
  environment: ConnectionId,
  state: WaitingState,
): Promise<number> {
  const some = waiting(queries, environment, state).limit(countLimit).as('some');
  const { n } = await queries
    .selectFrom(some)
    .select((build) => build.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * The causes of waiting submissions of a state, of one company or all and of one connection or all,
 * most frequent first.
 */
export async function countCauses(
  queries: Queries,
  { companyId, connection, state }: ParsedInput<'submissions.causes'>,
): Promise<{ cause: string; files: number }[]> {
  const { rows } = await sql<{ cause: string; files: number }>`
    select ended.answer_code as cause, count(*) as files
    from ${waitingRows} as waits join submissions as ended on ended.sequence = waits.sequence
    where waits.state = ${state} and ended.answer_code is not null
      and waits.company_id = coalesce(${companyId ?? null}, waits.company_id)
      and waits.environment = coalesce(${connection ?? null}, waits.environment)
    group by ended.answer_code order by files desc, cause`.execute(queries);
  return rows;
}

function waiting(queries: Queries, environment: ConnectionId, state: WaitingState) {
  return queries
    .selectFrom(waitingRows.as('waits'))
    .select('sequence')
    .where('state', '=', state)
    .where('environment', '=', environment);
}
