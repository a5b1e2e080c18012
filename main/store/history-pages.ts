import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { SubmissionFilter } from '../../contract/submission.ts';
import { formsOf, statesOf } from './filter-marks.ts';
import { betweenInstants, findBatchRuns, findTimes, meet, type Times } from './history-range.ts';
import { causedBy, findSources, type Source } from './history-search.ts';
import { lastOfAll } from './search-words.ts';
import type { SubmissionStateColumn, SubmissionsTable, Tables } from './tables.ts';
import { stillWaits } from './waiting.ts';
import { hasDueWords } from './words-due.ts';

/**
 * Beyond this many, what has no kept count is not counted to its end; what words find is gone
 * through word by word, and a batch has an end of its own.
 */
const countLimit = 1000;
const searchLimit = 200;
const batchLimit = 20_000;

export interface SubmissionPage {
  readonly rows: readonly SubmissionsTable[];
  /** At least this many when `totalIsExact` is false. */
  readonly total: number;
  readonly totalIsExact: boolean;
}

/**
 * Newest first; `before` is the sequence number of the last row of the page before. However long
 * the history is, a page costs the reading of a page: each combination of company, form and state
 * is read from its own end of an index, and a search from the end of a part of the index of words.
 * A search finds what has its words: what is due is written by whoever asks for one
 * (`submissions.list`), if it likes.
 */
export async function listSubmissions(
  queries: Kysely<Tables>,
  asked: SubmissionFilter,
  page: { before: number | null; limit: number },
): Promise<SubmissionPage> {
  // What has no known end waits, always.
  const filter: SubmissionFilter = asked.cause === undefined ? asked : { ...asked, waiting: true };
  const times = await findTimes(queries, filter);
  const before = page.before === null ? lastOfAll : page.before - 1;
  const left = { ...times, ranges: meet(times.ranges, [{ first: 0, last: before }]) };
  if (filter.text?.trim()) return search(queries, filter, { ...page, times, left });
  const found = await readSequences(queries, waysOf(filter), { times: left, limit: page.limit });
  const rows = await readInOrder(queries, found);
  if (hasKeptCount(filter))
    return { rows, total: await readTotal(queries, filter), totalIsExact: true };
  const limit = countLimitOf(filter);
  const n = await countSome(queries, waysOf(filter), { times, limit: limit + 1 });
  return { rows, total: Math.min(n, limit), totalIsExact: n <= limit };
}

/**
 * What words find is searched once: the first page is the beginning of what is counted. `left` is
 * what lies before the page before.
 */
async function search(
  queries: Kysely<Tables>,
  filter: SubmissionFilter,
  {
    before,
    limit,
    times,
    left,
  }: { before: number | null; limit: number; times: Times; left: Times },
): Promise<SubmissionPage> {
  const { batchId } = filter;
  const runs = batchId === undefined ? null : await findBatchRuns(queries, batchId);
  // Words that are due may stand under a mark, or at a place, that is theirs no more.
  const still = (await hasDueWords(queries))
    ? sql`${plainConditions(filter)} ${beyondColumns(filter)}`
    : null;
  const find = async (within: Times, upTo: number): Promise<number[]> => {
    const narrowed = runs ? { ...within, ranges: meet(within.ranges, runs) } : within;
    return readNewest(
      queries,
      await findSources(queries, filter, { times: narrowed, limit: upTo, still }),
      upTo,
    );
  };
  const countUpTo = countLimitOf(filter) + 1;
  const all = await find(times, Math.max(countUpTo, before === null ? limit : 0));
  const found = before === null ? all.slice(0, limit) : await find(left, limit);
  const total = Math.min(all.length, countUpTo - 1);
  return { rows: await readInOrder(queries, found), total, totalIsExact: all.length < countUpTo };
}

/**
 * One value for all the numbers: written out, each length of the list would be a statement of its
 * own, and longer to make than to run.
 */
async function readInOrder(
  queries: Kysely<Tables>,
  sequences: readonly number[],
): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where(sql<boolean>`sequence in (select value from json_each(${JSON.stringify(sequences)}))`)
    .orderBy('sequence', 'desc')
    .execute();
}

/** Whether triggers keep the count that the filter asks for. */
function hasKeptCount({ text, from, to, batchId, waiting, dismissed }: SubmissionFilter): boolean {
  return (
    !text?.trim() && !from && !to && batchId === undefined && waiting !== true && dismissed !== true
  );
}

/** The most that is counted of what a filter lets through. */
export function countLimitOf({ batchId, text }: SubmissionFilter): number {
  if (batchId !== undefined) return batchLimit;
  return text?.trim() ? searchLimit : countLimit;
}

interface Part {
  readonly times: Times;
  readonly limit: number;
}

/**
 * Rows of a table that one end of an index leads through in their order; no row lies on two ways.
 */
interface Way {
  readonly table: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
}

const along = (ways: readonly Way[], times: Times): RawBuilder<unknown>[] =>
  ways.flatMap(({ table, condition }) =>
    times.ranges.map(
      ({ first, last }) =>
        sql`${table} where ${condition} and sequence between ${first} and ${last} ${betweenInstants(times)}`,
    ),
  );

async function readSequences(
  queries: Kysely<Tables>,
  ways: readonly Way[],
  { times, limit }: Part,
): Promise<number[]> {
  const sources = along(ways, times).map(
    (way): Source =>
      sql`select * from (select sequence from ${way} order by sequence desc limit ${limit})`,
  );
  return readNewest(queries, sources, limit);
}

/**
 * The newest of what is found, as one value: rows of their own would take longer than finding them.
 * Two searches may find the same submission.
 */
async function readNewest(
  queries: Kysely<Tables>,
  sources: readonly Source[],
  limit: number,
): Promise<number[]> {
  if (sources.length === 0) return [];
  const { rows } = await sql<{ list: string }>`
    select json_group_array(sequence order by sequence desc) as list
    from (select distinct sequence from (${sql.join(sources, sql` union all `)}) order by sequence desc limit ${limit})`.execute(
    queries,
  );
  return z.array(z.number()).parse(JSON.parse(rows[0]?.list ?? '[]'));
}

/** Counts along one way after the other, up to `limit`. */
async function countSome(
  queries: Kysely<Tables>,
  ways: readonly Way[],
  { times, limit }: Part,
): Promise<number> {
  const found = along(ways, times).map((way) => sql`select 1 from ${way}`);
  if (found.length === 0) return 0;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${sql.join(found, sql` union all `)} limit ${limit})`.execute(
    queries,
  );
  return rows[0]?.n ?? 0;
}

/** Together they hold all that the filter lets through, words and times aside. */
function waysOf(filter: SubmissionFilter): readonly Way[] {
  const { companyId, batchId, waiting, dismissed } = filter;
  const table = sql.table('submissions');
  if (batchId !== undefined)
    return [
      {
        table,
        condition: sql`batch_id = ${batchId} and ${plainConditions(filter)} ${beyondColumns(filter)}`,
      },
    ];
  if (dismissed === true) return waysOfFew(filter, dismissedTables, beyondColumns(filter));
  if (waiting === true) return waysOfFew(filter, waitingTables, sql``);
  const forms = formsOf(filter);
  const states = statesOf(filter);
  const whole = (condition: RawBuilder<unknown>): Way => ({ table, condition });
  // One column of its own, or both: each way has its index that ends in the sequence.
  if (!forms && !states) return [whole(companyId ? sql`company_id = ${companyId}` : sql`true`)];
  if (!forms && !companyId) return (states ?? []).map((state) => whole(sql`state = ${state}`));
  if (!states && !companyId) return (forms ?? []).map((form) => whole(sql`form = ${form}`));
  const company = companyId ? sql`company_id = ${companyId} and` : sql``;
  return (forms ?? allForms).flatMap((form) =>
    (states ?? allStates).map((state) =>
      whole(sql`${company} form = ${form} and state = ${state}`),
    ),
  );
}

/**
 * Where to read what is few beside the whole: by its company, its form or its state, and the rest
 * is asked of each row.
 */
interface FewTables {
  readonly all: RawBuilder<unknown>;
  readonly company: RawBuilder<unknown>;
  readonly form: RawBuilder<unknown>;
  readonly state: RawBuilder<unknown>;
}

const waitingTable = sql.table('waiting_submissions');
const waitingTables: FewTables = {
  ...{ all: waitingTable, company: waitingTable, form: waitingTable, state: waitingTable },
};

/**
 * Said by name: without numbers of its own the planner takes an index of all submissions as
 * readily.
 */
const dismissedTables: FewTables = {
  all: sql`submissions indexed by submissions_dismissed`,
  company: sql`submissions indexed by submissions_dismissed_company`,
  form: sql`submissions indexed by submissions_dismissed_form`,
  state: sql`submissions indexed by submissions_dismissed_state`,
};

function waysOfFew(
  filter: SubmissionFilter,
  tables: FewTables,
  beyond: RawBuilder<unknown>,
): readonly Way[] {
  const rest = sql`${plainConditions(filter)} ${beyond}`;
  const forms = formsOf(filter);
  const states = statesOf(filter);
  if (filter.companyId) return [{ table: tables.company, condition: rest }];
  if (forms)
    return forms.map((form) => ({
      table: tables.form,
      condition: sql`form = ${form} and ${rest}`,
    }));
  if (states)
    return states.map((state) => ({
      table: tables.state,
      condition: sql`state = ${state} and ${rest}`,
    }));
  return [{ table: tables.all, condition: rest }];
}

/** Without a thought for an index of their own: for what a batch bounds, and for kept counts. */
function plainConditions(filter: SubmissionFilter): RawBuilder<unknown> {
  const forms = formsOf(filter);
  const states = statesOf(filter);
  const conditions = [
    ...(filter.companyId ? [sql`company_id = ${filter.companyId}`] : []),
    ...(forms ? [sql`form in (${sql.join([...forms, -1])})`] : []),
    ...(states ? [sql`state in (${sql.join([...states, ''])})`] : []),
    ...causedBy(filter),
    sql`true`,
  ];
  return sql.join(conditions, sql` and `);
}

/**
 * What is asked of rows that are read from the submissions: whether they still wait, whether
 * somebody let them be.
 */
function beyondColumns({ waiting, dismissed }: SubmissionFilter): RawBuilder<unknown> {
  const waits = waiting === true ? sql`and ${stillWaits}` : sql``;
  return dismissed === true ? sql`and dismissed_at is not null ${waits}` : waits;
}

const allForms = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const allStates: readonly SubmissionStateColumn[] = [
  ...(['queued', 'sending', 'accepted', 'partially_accepted'] as const),
  ...(['rejected', 'failed', 'unknown', 'cancelled'] as const),
];

/** From the counts that triggers keep. */
async function readTotal(queries: Kysely<Tables>, filter: SubmissionFilter): Promise<number> {
  const table = sql.table(filter.companyId ? 'company_totals' : 'submission_totals');
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(files), 0) as n from ${table} where ${plainConditions(filter)}`.execute(
    queries,
  );
  return rows[0]?.n ?? 0;
}
