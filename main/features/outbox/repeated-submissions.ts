import type { Direct } from '../../platform/db/direct.ts';
import type { SubmissionStateColumn, SubmissionsTable } from '../../platform/db/tables.ts';
import { hasEntered } from '../submissions/public.ts';

/** Another submission that speaks against sending one again. */
export interface Against {
  readonly sequence: number;
  readonly id: string;
  readonly file: string;
  readonly state: SubmissionStateColumn;
  readonly at: string;
  readonly sha256: string;
  /** How many records both have; 0 where it is the same document. */
  readonly records: number;
}

/**
 * What is kept of a submission that is enough to look for what speaks against it: its records are
 * those of `sequence`.
 */
type Kept = Pick<
  SubmissionsTable,
  'sequence' | 'sha256' | 'environment' | 'company_id' | 'queue_order' | 'operation'
>;

const columns = `earlier.sequence, earlier.id, earlier.file_name as file, earlier.state, earlier.sha256,
  coalesce(earlier.sent_at, earlier.created_at) as at`;

/**
 * From the records of one submission to the others that carry any of them. The sign keeps the
 * planner from making each statement anew.
 */
const sharing = `
  from submission_records as mine
  cross join submission_records as entered on entered.identity = mine.identity
  cross join submissions as earlier on earlier.sequence = entered.submission
  where mine.submission = +? and entered.submission <> mine.submission`;

const sameDocument = `
  select ${columns}, 0 as records from submissions as earlier
  where sha256 = ? and environment = ? and sequence <> ?
    and state in ('queued', 'sending', 'accepted', 'partially_accepted', 'unknown')
  order by sequence desc limit 1`;

/** The newest submission of the same document that did, or may have, got there or is on its way. */
export function readSameDocument(direct: Direct, row: Kept): Against | undefined {
  return direct.rows<Against>(sameDocument, [row.sha256, row.environment, row.sequence])[0];
}

const newer = `
  select ${columns}, 0 as records from submissions as earlier
  where sha256 = ? and environment = ? and sequence > ? and state <> 'cancelled'
  order by sequence desc limit 1`;

/**
 * The newest repetition of a submission's document, however it ended, but for what was taken back.
 */
export function readRepetition(direct: Direct, row: Kept): Against | undefined {
  return direct.rows<Against>(newer, [row.sha256, row.environment, row.sequence])[0];
}

const enteredBefore = `
  select ${columns}, count(distinct mine.record) as records ${sharing} and ${hasEntered('earlier', 'entered')}
  group by earlier.sequence order by earlier.sequence desc limit 1`;

/** The newest creation that entered, or may have entered, any of a creation's records. */
export function readSharedRecords(direct: Direct, { sequence }: Kept): Against | undefined {
  return direct.rows<Against>(enteredBefore, [sequence])[0];
}

const failedCreations = `
  select ${columns}, count(distinct mine.record) as records ${sharing}
    and earlier.state = 'failed' and earlier.operation = 'creation'
  group by earlier.sequence order by earlier.sequence desc`;

/** Other creations with some of the same records that were not delivered, the newest first. */
export function listFailedCreations(direct: Direct, { sequence }: Kept): readonly Against[] {
  return direct.rows<Against>(failedCreations, [sequence]);
}

/**
 * Its newest submission stands for a document; a creation that entered a record makes up for
 * another one that did not arrive.
 */
const undelivered = `
  select ${columns}, count(distinct mine.record) as records ${sharing}
    and earlier.state = 'failed' and earlier.company_id = +? and earlier.sha256 <> +?
    and exists (select 1 from waiting_submissions as waits where waits.sequence = earlier.sequence)
    and not exists (
      select 1 from submissions as again
      where again.sha256 = earlier.sha256 and again.environment = earlier.environment
        and again.sequence > earlier.sequence and again.state <> 'cancelled')
    and case earlier.operation
      when 'creation' then not exists (
        select 1 from submission_records as other
        cross join submissions as made on made.sequence = other.submission
        where other.identity = mine.identity and ${hasEntered('made', 'other')})
      else (earlier.queue_order, earlier.sequence) < (+?, +?) end
  group by earlier.sequence order by earlier.queue_order, earlier.sequence`;

/**
 * What a modification or cancellation builds on and that was not delivered: the creation of its
 * records, whenever that was sent, and what was to change them before.
 */
export function listUndelivered(direct: Direct, row: Kept): readonly Against[] {
  const { sequence, company_id, sha256, queue_order } = row;
  return direct.rows<Against>(undelivered, [sequence, company_id, sha256, queue_order, sequence]);
}

const placesOf = (operation: 'modification' | 'cancellation', which: 'min' | 'max') => `
  select ${which}(earlier.queue_order) ${sharing}
    and earlier.state = 'queued' and earlier.operation = '${operation}' and earlier.company_id = +?
    and earlier.queue_order <= +?`;

const place = `
  select (${placesOf('modification', 'min')} and earlier.queue_order > coalesce((${placesOf('cancellation', 'max')}), -1)) as place`;

/**
 * The place of a creation that is sent again: its own, or right before the first queued
 * modification of its records, which was sent before it and must not overtake it. A cancellation
 * before it makes room for it: what lies before that is about what the book had then.
 */
export function readPlaceAgain(direct: Direct, row: Kept): number {
  const { sequence, company_id, queue_order } = row;
  const own = [sequence, company_id, queue_order];
  const [first] = direct.first(place, [...own, ...own]) ?? [];
  return typeof first === 'number' ? first - 1 : queue_order;
}
