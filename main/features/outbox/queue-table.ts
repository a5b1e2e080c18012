import { sql } from 'kysely';
import type { SubmissionState } from '../../../contract/submission.ts';
import { asItComes } from '../../platform/db/as-it-comes.ts';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import { isEnteredSince } from '../submissions/public.ts';

/** A company's next submission in the order of the queue. */
export type Head = Pick<SubmissionsTable, 'id' | 'company_id' | 'queue_order' | 'environment'>;

/**
 * The next submission of each company, without held ones. A company waits while its authorization
 * is being uploaded. Steps along the index from company to company: the time depends on the number
 * of companies, not on the length of the queue.
 */
export async function listHeads(queries: Queries): Promise<readonly Head[]> {
  const { rows } = await sql<Head>`
    with recursive company(id) as (
      select min(company_id) from submissions indexed by submissions_queue where state = 'queued'
      union all
      select (select min(company_id) from submissions indexed by submissions_queue
        where state = 'queued' and company_id > company.id)
      from company where company.id is not null)
    select head.id, head.company_id, head.queue_order, head.environment
    from company join submissions as head on head.sequence = (
      select sequence from submissions indexed by submissions_queue
      where state = 'queued' and held_by is null and company_id = company.id
      order by queue_order, sequence limit 1)
    where not exists (
      select 1 from authorizations where company_id = company.id and open_as = 'sending')`.execute(
    queries,
  );
  return rows;
}

/** An earlier submission that blocks a later one. */
export interface Obstacle {
  readonly id: string;
  readonly state: SubmissionState;
  readonly fileName: string;
}

/**
 * The obstacle of a queued submission: an earlier one of the same company with some of the same
 * records and without a known end. It may have arrived, it failed after this one was queued, or it
 * is held itself. A creation is no obstacle once another creation has entered its records. A
 * creation waits only for a cancellation, and a repetition of the same document for nothing: a
 * person confirmed these when they were queued.
 */
export async function findObstacle(queries: Queries, id: string): Promise<Obstacle | undefined> {
  const { rows } = await sql<Obstacle>`
    select earlier.id, earlier.state, earlier.file_name as "fileName"
    from submissions as mine
    join submissions as earlier
      on earlier.company_id = mine.company_id
      and (earlier.queue_order, earlier.sequence) < (mine.queue_order, mine.sequence)
    where mine.id = ${asItComes(id)} and mine.released_at is null
      -- Of the company only what may stand in the way, each by its own index: not the whole of its history.
      and earlier.sequence in (
        select sequence from submissions indexed by submissions_unsettled
          where company_id = mine.company_id and state in ('failed', 'unknown')
        union all select sequence from submissions indexed by submissions_held
          where held_by is not null and company_id = mine.company_id)
      and (earlier.state = 'unknown'
        or (earlier.state = 'queued' and earlier.held_by is not null)
        -- By the order in which it was written down: the clock may have been set back meanwhile.
        or (earlier.state = 'failed'
          and (select max(id) from submission_events where submission_id = earlier.id and kind in ('failed', 'resolved', 'read_again'))
            > (select min(id) from submission_events where submission_id = mine.id)))
      and earlier.environment = mine.environment
      and earlier.sha256 <> mine.sha256
      and (mine.operation <> 'creation' or earlier.operation = 'cancellation')
      and not exists (
        select 1 from submissions as again
        where again.previous_id = earlier.id and again.state <> 'cancelled')
      and exists (
        select 1
        from submission_records as own
        join submission_records as other on other.identity = own.identity
        where own.submission = mine.sequence and other.submission = earlier.sequence
          and not (earlier.operation = 'creation' and ${sql.raw(isEnteredSince('other'))}))
    order by earlier.queue_order, earlier.sequence
    limit 1`.execute(queries);
  return rows[0];
}

/**
 * The place right before a company's first queued modification or cancellation with any of these
 * records; null when there is none. Places are sequence numbers: submissions with the same place
 * are sent in order of their own sequence.
 */
export async function findPlaceBefore(
  queries: Queries,
  companyId: string,
  identities: readonly string[],
): Promise<number | null> {
  const { rows } = await sql<{ place: number | null }>`
    select min(queue_order) - 1 as place
    from submissions as later
    where company_id = ${companyId} and state = 'queued' and operation <> 'creation'
      and exists (
        select 1 from submission_records as own
        where own.submission = later.sequence
          and own.identity in (select unhex(value) from json_each(${JSON.stringify(identities)})))`.execute(
    queries,
  );
  return rows[0]?.place ?? null;
}

/** A queued submission that waits for another. */
export type Held = Pick<SubmissionsTable, 'id' | 'company_id' | 'held_by'>;

/** In the order of the queue. */
export async function listHeld(queries: Queries): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select id, company_id, held_by from submissions indexed by submissions_held
    where held_by is not null and state = 'queued' order by queue_order, sequence`.execute(queries);
  return rows;
}

/** A held submission, with its obstacle. */
interface HeldWithObstacle {
  readonly id: string;
  readonly file: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly byId: string;
  readonly byFile: string;
  readonly byState: SubmissionState;
}

/** The held submissions in the order of the queue, at most `most`. */
export async function listHeldWithObstacles(
  queries: Queries,
  most: number,
): Promise<HeldWithObstacle[]> {
  const { rows } = await sql<HeldWithObstacle>`
    select held.id, held.file_name as file, held.company_id as "companyId", held.company_name as "companyName",
      obstacle.id as "byId", obstacle.file_name as "byFile", obstacle.state as "byState"
    from submissions as held indexed by submissions_held
    join submissions as obstacle on obstacle.id = held.held_by
    where held.held_by is not null and held.state = 'queued'
    order by held.queue_order, held.sequence
    limit ${most}`.execute(queries);
  return rows;
}

/**
 * A wait of the queue when it was last open: its instants, and the stored error code of its cause.
 */
export interface QueueWait {
  readonly since: string;
  readonly until: string;
  readonly because: string | null;
}

/**
 * Whether the queue was paused, and the longest wait of submissions queued for this service.
 * `baseUrl` is null when its address changes by itself.
 */
export async function readQueue(
  queries: Queries,
  service: { readonly environment: string; readonly baseUrl: string | null },
): Promise<{ paused: boolean; wait: QueueWait | null }> {
  const state = await queries.selectFrom('queue_state').select('paused').executeTakeFirst();
  const { rows } = await sql<QueueWait>`
    select event.at as since, submission.next_attempt_at as "until", json_extract(event.data, '$.code') as because
    from submissions as submission
    join submission_events as event on event.submission_id = submission.id and event.kind = 'postponed'
    where submission.state = 'queued' and submission.next_attempt_at is not null
      and submission.environment = ${service.environment}
      and submission.base_url = coalesce(${service.baseUrl}, submission.base_url)
    order by submission.next_attempt_at desc, event.id desc
    limit 1`.execute(queries);
  return { paused: state?.paused === 1, wait: rows[0] ?? null };
}

export async function setPaused(queries: Queries, paused: boolean): Promise<void> {
  await queries
    .updateTable('queue_state')
    .set({ paused: paused ? 1 : 0 })
    .execute();
}

/**
 * Begins a new run when nothing is queued or under way; otherwise the run goes on. A run is
 * everything queued since the queue was last empty, of any batch.
 */
export async function beginRun(queries: Queries): Promise<void> {
  await sql`
    update queue_state set batch_start = (select coalesce(max(sequence), 0) + 1 from submissions)
    where not exists (select 1 from submissions where state in ('queued', 'sending'))`.execute(
    queries,
  );
}

/** A part of the run: the number of files and bytes in a state, for each company. */
export interface RunPart {
  readonly company_id: string;
  readonly state: SubmissionState;
  readonly held: 0 | 1;
  readonly files: number;
  readonly bytes: number;
}

/** Counts the run by company and state, with what is queued or under way from before. */
export async function countRun(queries: Queries): Promise<readonly RunPart[]> {
  const { rows } = await sql<RunPart>`
    select submission.company_id, submission.state, submission.held_by is not null and submission.state = 'queued' as held,
      count(*) as files, coalesce(sum(document.size_bytes), 0) as bytes
    from submissions as submission
    join documents as document on document.sha256 = submission.sha256
    where submission.sequence >= (select batch_start from queue_state)
      or submission.state in ('queued', 'sending')
    group by submission.company_id, submission.state, held`.execute(queries);
  return rows;
}
