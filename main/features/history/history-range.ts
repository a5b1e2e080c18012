import { type RawBuilder, sql } from 'kysely';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import type { Queries } from '../../platform/db/tables.ts';

/** Sequence numbers, both inclusive, and the instants between which a row must lie. */
export interface Range {
  readonly first: number;
  readonly last: number;
  readonly between: { readonly from: string; readonly to: string } | null;
}

const maxSequence = 2 ** 32 - 1;
const whole: Range = { first: 0, last: maxSequence, between: null };

/**
 * The range from the smallest to the largest sequence in the filter's times. It is right with any
 * clock. Null when nothing was sent then.
 */
export async function findRange(
  queries: Queries,
  { from, to }: SubmissionFilter,
): Promise<Range | null> {
  if (!from && !to) return whole;
  const between = { from: from ? toInstant(from) : '', to: to ? toInstant(to) : '9999' };
  const { first, last } = await queries
    .selectFrom('submissions')
    .select((build) => [build.fn.min('sequence').as('first'), build.fn.max('sequence').as('last')])
    .where('created_at', '>=', between.from)
    .where('created_at', '<=', between.to)
    .executeTakeFirstOrThrow();
  return first === null ? null : { first, last, between };
}

/** The part of a range that lies before a submission. */
export function before(range: Range | null, sequence: number | null): Range | null {
  if (range === null || sequence === null) return range;
  return sequence <= range.first ? null : { ...range, last: Math.min(range.last, sequence - 1) };
}

/** The instant as the history writes it. */
const toInstant = (instant: string): string => new Date(instant).toISOString();

/** The condition on rows with the columns `sequence` and `created_at`. */
export function inRange(range: Range): RawBuilder<unknown> {
  return sql`sequence between ${range.first} and ${range.last} ${inTimes(range)}`;
}

/** The part of it about `created_at`. */
export const inTimes = ({ between }: Range): RawBuilder<unknown> =>
  between ? sql`and created_at between ${between.from} and ${between.to}` : sql``;
