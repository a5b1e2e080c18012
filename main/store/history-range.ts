import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { SubmissionFilter } from '../../contract/submission.ts';
import { lastOfAll } from './search-words.ts';
import type { Tables } from './tables.ts';

/** Where in the order of arrival to look: sequence numbers, both inclusive. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * The times a filter asks for, as numbers; instants as well where the clock was put right by some
 * seconds and numbers do not settle it.
 */
export interface Times {
  /** The oldest first; none where nothing was sent. */
  readonly ranges: readonly Range[];
  readonly between: { readonly from: string; readonly to: string } | null;
}

const whole: Range = { first: 0, last: lastOfAll };

/**
 * A clock that was set back more often than this is not worth a way of its own for each time: then
 * instants alone are compared.
 */
const mostSteps = 5;

/**
 * Instants as sequence numbers. While the machine's clock goes forward they say the same: so the
 * numbers are looked for between one setting back and the next. By up to `step_ms` the clock has
 * gone back beside that: numbers widened by as much still hold everything asked for, and the
 * instants are compared as well.
 */
export async function findTimes(
  queries: Kysely<Tables>,
  { from, to }: SubmissionFilter,
): Promise<Times> {
  if (!from && !to) return { ranges: [whole], between: null };
  const { stepMs, steps } = await readClock(queries);
  const between = { from: from ? shift(from, 0) : '', to: to ? shift(to, 0) : '9999' };
  if (steps.length > mostSteps) return { ranges: [whole], between };
  const starts = [0, ...steps];
  const ranges: Range[] = [];
  for (const [index, start] of starts.entries()) {
    const age = { first: start, last: (starts[index + 1] ?? lastOfAll + 1) - 1 };
    const first = from
      ? await findFirst(queries, age, sql`created_at >= ${shift(from, -stepMs)}`)
      : age.first;
    const after = to
      ? await findFirst(queries, age, sql`created_at > ${shift(to, stepMs)}`)
      : age.last + 1;
    if (first < after) ranges.push({ first, last: after - 1 });
  }
  return { ranges, between: stepMs > 0 ? between : null };
}

const shift = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString();

async function readClock(
  queries: Kysely<Tables>,
): Promise<{ stepMs: number; steps: readonly number[] }> {
  const { rows } = await sql<{ step_ms: number; steps: string }>`
    select step_ms, (select json_group_array(sequence order by sequence)
      from (select sequence from clock_steps order by sequence limit ${mostSteps + 1})) as steps
    from history_clock`.execute(queries);
  const [clock] = rows;
  return {
    stepMs: clock?.step_ms ?? 0,
    steps: z.array(z.number()).parse(JSON.parse(clock?.steps ?? '[]')),
  };
}

/**
 * The first number of an age from which on it is so, by halving; the one after its last where it is
 * never so.
 */
async function findFirst(
  queries: Kysely<Tables>,
  { first, last }: Range,
  isSo: RawBuilder<unknown>,
): Promise<number> {
  const isSoHalfway = sql`coalesce((select ${isSo} from submissions where sequence >= (low + high) / 2 order by sequence limit 1), true)`;
  const { rows } = await sql<{ found: number }>`
    with recursive half (low, high) as (
      select cast(${first} as integer), min(cast(${last} as integer), (select coalesce(max(sequence), 0) from submissions)) + 1
      union all
      select iif(${isSoHalfway}, low, (low + high) / 2 + 1), iif(${isSoHalfway}, (low + high) / 2, high) from half where low < high)
    select min(high) as found from half`.execute(queries);
  return rows[0]?.found ?? last + 1;
}

export function betweenInstants({ between }: Times): RawBuilder<unknown> {
  return between ? sql`and created_at between ${between.from} and ${between.to}` : sql``;
}

/**
 * Files of a batch further apart than this are looked for apart: a repetition may join its batch
 * months later.
 */
const widestGap = 500;
const mostRuns = 6;

/**
 * Where in the order of arrival the files of a batch lie close together, the oldest first; no more
 * than six such runs, so the last may have wide gaps.
 */
export async function findBatchRuns(
  queries: Kysely<Tables>,
  batchId: string,
): Promise<readonly Range[]> {
  const { rows } = await sql<Range>`
    with own as (
      select sequence, sequence - lag(sequence) over (order by sequence) as gap from submissions where batch_id = ${batchId}),
    placed as (select sequence, sum(gap is null or gap > ${widestGap}) over (order by sequence) as run from own)
    select min(sequence) as first, max(sequence) as last from placed group by min(run, ${mostRuns}) order by 1`.execute(
    queries,
  );
  return rows;
}

/** What lies in a range of both lists. */
export function meet(some: readonly Range[], others: readonly Range[]): readonly Range[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const both = {
        first: Math.max(one.first, other.first),
        last: Math.min(one.last, other.last),
      };
      return both.first <= both.last ? [both] : [];
    }),
  );
}
