import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { submissionStates } from '../../../contract/choices.ts';
import { formNumbers } from '../../../contract/ledger-books.ts';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import { waitingRows } from '../submissions/public.ts';
import { before as beforeSequence, findRange, inRange, type Range } from './history-range.ts';
import { findByWords } from './history-search.ts';
import { beyondColumns, formsOf, plainConditions, statesOf } from './submission-filter.ts';

/**
 * A count without a stored total stops at this number. A search stops earlier, because it reads
 * each match. A batch has its own size limit.
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
 * Newest first; `before` is the sequence number of the last row of the page before. A page costs
 * the same in a history of any length: each combination of company, form and state has its own part
 * of an index, and a search reads the index of words from its end.
 */
export async function listSubmissions(
  queries: Queries,
  asked: SubmissionFilter,
  page: { before: number | null; limit: number },
): Promise<SubmissionPage> {
  // Only waiting submissions have a cause.
  const filter: SubmissionFilter = asked.cause === undefined ? asked : { ...asked, waiting: true };
  const range = await findRange(queries, filter);
  if (filter.text?.trim()) return search(queries, filter, { ...page, range });
  const left = beforeSequence(range, page.before);
  const found = await readSequences(queries, waysOf(filter), { range: left, limit: page.limit });
  const rows = await readInOrder(queries, found);
  if (hasKeptCount(filter))
    return { rows, total: await readTotal(queries, filter), totalIsExact: true };
  const limit = countLimitOf(filter);
  const n = await countSome(queries, waysOf(filter), { range, limit: limit + 1 });
  return { rows, total: Math.min(n, limit), totalIsExact: n <= limit };
}

/** The first page is the start of the rows counted, so it needs no second search. */
async function search(
  queries: Queries,
  filter: SubmissionFilter,
  { before, limit, range }: { before: number | null; limit: number; range: Range | null },
): Promise<SubmissionPage> {
  const countUpTo = countLimitOf(filter) + 1;
  const all = await findByWords(queries, filter, { range, limit: Math.max(countUpTo, limit) });
  const found =
    before === null
      ? all.slice(0, limit)
      : await findByWords(queries, filter, { range: beforeSequence(range, before), limit });
  const total = Math.min(all.length, countUpTo - 1);
  return { rows: await readInOrder(queries, found), total, totalIsExact: all.length < countUpTo };
}

async function readInOrder(
  queries: Queries,
  sequences: readonly number[],
): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where('sequence', 'in', listed(sequences))
    .orderBy('sequence', 'desc')
    .execute();
}

/** Whether triggers keep the count that the filter asks for. */
function hasKeptCount(filter: SubmissionFilter): boolean {
  const { text, from, to, batchId, waiting, dismissed, companyId, connection } = filter;
  if (companyId && connection !== undefined) return false;
  return (
    !text?.trim() && !from && !to && batchId === undefined && waiting !== true && dismissed !== true
  );
}

/** The maximum count for a filter. */
export function countLimitOf({ batchId, text }: SubmissionFilter): number {
  if (batchId !== undefined) return batchLimit;
  return text?.trim() ? searchLimit : countLimit;
}

interface Part {
  readonly range: Range | null;
  readonly limit: number;
}

/** Rows of a table that one part of an index yields in order. No row belongs to two ways. */
interface Way {
  readonly table: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
}

const along = (ways: readonly Way[], range: Range): RawBuilder<unknown>[] =>
  ways.map(({ table, condition }) => sql`${table} where ${condition} and ${inRange(range)}`);

/**
 * The newest sequences of all ways, as one value: returning rows would take longer than finding
 * them.
 */
async function readSequences(
  queries: Queries,
  ways: readonly Way[],
  { range, limit }: Part,
): Promise<number[]> {
  if (range === null || ways.length === 0) return [];
  const sources = along(ways, range).map(
    (way) => sql`select * from (select sequence from ${way} order by sequence desc limit ${limit})`,
  );
  const { rows } = await sql<{ list: string }>`
    select json_group_array(sequence order by sequence desc) as list
    from (select sequence from (${sql.join(sources, sql` union all `)}) order by sequence desc limit ${limit})`.execute(
    queries,
  );
  return z.array(z.number()).parse(JSON.parse(rows[0]?.list ?? '[]'));
}

/** Counts along one way after the other, up to `limit`. */
async function countSome(
  queries: Queries,
  ways: readonly Way[],
  { range, limit }: Part,
): Promise<number> {
  if (range === null || ways.length === 0) return 0;
  const found = along(ways, range).map((way) => sql`select 1 from ${way}`);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${sql.join(found, sql` union all `)} limit ${limit})`.execute(
    queries,
  );
  return rows[0]?.n ?? 0;
}

/** The ways that together hold all rows of the filter, without its words and times. */
function waysOf(filter: SubmissionFilter): readonly Way[] {
  const { companyId, connection, batchId, waiting, dismissed } = filter;
  const table = sql.table('submissions');
  const way = (condition: RawBuilder<unknown>): Way => ({ table, condition });
  if (batchId !== undefined) {
    const rest = sql`${plainConditions(filter)} ${beyondColumns(filter)}`;
    return [way(sql`batch_id = ${batchId} and ${rest}`)];
  }
  if (dismissed === true || waiting === true) return waysOfFew(filter);
  const forms = formsOf(filter);
  const states = statesOf(filter);
  const own = sql`${companyId ? sql`company_id = ${companyId}` : sql`true`}
    ${connection === undefined ? sql`` : sql`and environment = ${connection}`}`;
  // For one column or both, each way has an index that ends in the sequence.
  if (!forms && !states) return [way(own)];
  if (!forms && !companyId)
    return (states ?? []).map((state) => way(sql`state = ${state} and ${own}`));
  if (!states && !companyId)
    return (forms ?? []).map((form) => way(sql`form = ${form} and ${own}`));
  return (forms ?? formNumbers({})).flatMap((form) =>
    (states ?? submissionStates).map((state) =>
      way(sql`form = ${form} and state = ${state} and ${own}`),
    ),
  );
}

/**
 * The ways of a filter that matches few rows, read by company, form or state. The other conditions
 * are checked on each row.
 */
function waysOfFew(filter: SubmissionFilter): readonly Way[] {
  const forms = filter.companyId ? null : formsOf(filter);
  const states = filter.companyId || forms ? null : statesOf(filter);
  const column = forms ? '_form' : states && '_state';
  const by = filter.companyId ? '_company' : (column ?? '');
  // The index is named: without statistics the planner may take one of all submissions instead.
  const dismissed = sql`submissions indexed by ${sql.raw(`submissions_dismissed${by}`)}`;
  const few =
    filter.dismissed === true
      ? { table: dismissed, rest: sql`${plainConditions(filter)} ${beyondColumns(filter)}` }
      : { table: waitingRows, rest: plainConditions(filter) };
  const keys = [
    ...(forms ?? []).map((form) => sql`form = ${form}`),
    ...(states ?? []).map((state) => sql`state = ${state}`),
  ];
  if (!forms && !states) keys.push(sql`true`);
  return keys.map((key) => ({ table: few.table, condition: sql`${key} and ${few.rest}` }));
}

/** The total from the counts that triggers keep. */
async function readTotal(queries: Queries, filter: SubmissionFilter): Promise<number> {
  const table = sql.table(filter.companyId ? 'company_totals' : 'submission_totals');
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(files), 0) as n from ${table}
    where ${plainConditions(filter)}`.execute(queries);
  return rows[0]?.n ?? 0;
}
