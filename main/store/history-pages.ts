import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { SubmissionFilter } from '../../contract/submission.ts';
import { formsOf, searchWords, statesOf, toMatch } from './history-search.ts';
import type { SubmissionStateColumn, SubmissionsTable, Tables } from './tables.ts';
import { stillWaits } from './waiting.ts';

/** Beyond this many, what has no kept count is not counted to its end; what words find is gone through word by word, and a batch has an end of its own. */
const countLimit = 1000;
const searchLimit = 200;
const batchLimit = 20_000;

export interface SubmissionPage {
  readonly rows: readonly SubmissionsTable[];
  /** At least this many when `totalIsExact` is false. */
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** Where in the order of arrival to look: sequence numbers, both inclusive; instants where the clock has gone back and numbers do not settle it. */
interface Range {
  readonly first: number;
  readonly last: number;
  readonly between: { readonly from: string; readonly to: string } | null;
}

const lastOfAll = Number.MAX_SAFE_INTEGER;

/**
 * Newest first; `before` is the sequence number of the last row of the page before. However long the history is, a page costs the reading of a page:
 * each combination of company, form and state is read from its own end of an index, and a search from the end of the index of words.
 */
export async function listSubmissions(
  queries: Kysely<Tables>,
  filter: SubmissionFilter,
  page: { before: number | null; limit: number },
): Promise<SubmissionPage> {
  const range = await findRange(queries, filter);
  const last = page.before === null ? range.last : Math.min(range.last, page.before - 1);
  const isKept = hasKeptCount(filter);
  const countUpTo = countLimitOf(filter) + 1;
  // What has to be counted is read once: its first page is the beginning of it.
  const isBoth = !isKept && page.before === null;
  const upTo = isBoth ? Math.max(countUpTo, page.limit) : page.limit;
  const found = await readSequences(queries, filter, { range: { ...range, last }, limit: upTo });
  const rows = await readRows(queries, found.slice(0, page.limit));
  if (isKept) return { rows, total: await readTotal(queries, filter), totalIsExact: true };
  const n = isBoth ? found.length : await countSome(queries, filter, { range, limit: countUpTo });
  return { rows, total: Math.min(n, countUpTo - 1), totalIsExact: n < countUpTo };
}

/** One value for all the numbers: written out, each length of the list would be a statement of its own, and longer to make than to run. */
async function readRows(queries: Kysely<Tables>, sequences: readonly number[]): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where(sql<boolean>`sequence in (select value from json_each(${JSON.stringify(sequences)}))`)
    .orderBy('sequence', 'desc')
    .execute();
}

/** Whether triggers keep the count that the filter asks for. */
function hasKeptCount({ text, from, to, batchId, waiting, dismissed }: SubmissionFilter): boolean {
  return !text?.trim() && !from && !to && batchId === undefined && waiting !== true && dismissed !== true;
}

/** The most that is counted of what a filter lets through. */
export function countLimitOf({ batchId, text }: SubmissionFilter): number {
  if (batchId !== undefined) return batchLimit;
  return text?.trim() ? searchLimit : countLimit;
}

interface Part {
  readonly range: Range;
  readonly limit: number;
}

/** The newest of what a filter lets through, as one value: a thousand rows of their own would take longer than finding them. */
async function readSequences(
  queries: Kysely<Tables>,
  filter: SubmissionFilter,
  { range, limit }: Part,
): Promise<number[]> {
  const { rows } = await sql<{ list: string }>`
    select json_group_array(sequence order by sequence desc) as list
    from (${sequencesOf(sourcesOf(filter, range, limit), limit)})`.execute(queries);
  return z.array(z.number()).parse(JSON.parse(rows[0]?.list ?? '[]'));
}

async function countSome(
  queries: Kysely<Tables>,
  filter: SubmissionFilter,
  { range, limit }: Part,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${sequencesOf(sourcesOf(filter, range, limit), limit)})`.execute(queries);
  return rows[0]?.n ?? 0;
}

type Source = RawBuilder<{ sequence: number }>;

function sequencesOf(sources: readonly Source[], limit: number): Source {
  if (sources.length === 0) return sql`select sequence from submissions where false`;
  // Two searches may find the same submission; anything else is in one place only.
  return sql`select distinct sequence from (${sql.join(sources, sql` union all `)}) order by sequence desc limit ${limit}`;
}

/** Each a selection of at most `limit` numbers, the newest first; together they hold the newest `limit` of all. */
function sourcesOf(filter: SubmissionFilter, range: Range, limit: number): readonly Source[] {
  const text = filter.text?.trim();
  if (text) return searchesFor(searchWords(text), filter, range, limit);
  const forms = formsOf(filter);
  const states = statesOf(filter);
  const rest = sql`sequence between ${range.first} and ${range.last} ${betweenInstants(range)}
    order by sequence desc limit ${limit}`;
  const { companyId, batchId } = filter;
  const table = sql.table(placeOf(filter));
  const whole = (condition: RawBuilder<unknown>): Source =>
    sql`select * from (select sequence from ${table} where ${condition} ${rest})`;
  if (batchId !== undefined)
    return [whole(sql`batch_id = ${batchId} ${beyondColumns(filter)} and ${plainConditions(filter)} and`)];
  if (filter.dismissed === true) return [whole(sql`${plainConditions(filter)} ${beyondColumns(filter)} and`)];
  // One column of its own, or both: each way has its index that ends in the sequence.
  if (!forms && !states) return [whole(companyId ? sql`company_id = ${companyId} and` : sql``)];
  if (!forms && !companyId) return (states ?? []).map((state) => whole(sql`state = ${state} and`));
  if (!states && !companyId) return (forms ?? []).map((form) => whole(sql`form = ${form} and`));
  const company = companyId ? sql`company_id = ${companyId} and` : sql``;
  return (forms ?? allForms).flatMap((form) =>
    (states ?? allStates).map((state) => whole(sql`${company} form = ${form} and state = ${state} and`)),
  );
}

/** Without a thought for an index of their own: for what a batch bounds, and for kept counts. */
function plainConditions(filter: SubmissionFilter): RawBuilder<unknown> {
  const forms = formsOf(filter);
  const states = statesOf(filter);
  const conditions = [
    ...(filter.companyId ? [sql`company_id = ${filter.companyId}`] : []),
    ...(forms ? [sql`form in (${sql.join([...forms, -1])})`] : []),
    ...(states ? [sql`state in (${sql.join([...states, ''])})`] : []),
    sql`true`,
  ];
  return sql.join(conditions, sql` and `);
}

/** What waits has a table of its own, with the same columns but a batch and what was let be, and the same ways through it. */
function placeOf({ waiting, batchId, dismissed }: SubmissionFilter): 'submissions' | 'waiting_submissions' {
  const isPlain = batchId === undefined && dismissed !== true;
  return waiting === true && isPlain ? 'waiting_submissions' : 'submissions';
}

/** What is asked of rows that are read from the submissions: whether they still wait, whether somebody let them be. */
function beyondColumns(filter: SubmissionFilter): RawBuilder<unknown> {
  const isRead = placeOf(filter) === 'submissions';
  const waits = filter.waiting === true && isRead ? sql`and ${stillWaits}` : sql``;
  return filter.dismissed === true ? sql`and dismissed_at is not null ${waits}` : waits;
}

const allForms = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const allStates: readonly SubmissionStateColumn[] = [
  ...(['queued', 'sending', 'accepted', 'partially_accepted'] as const),
  ...(['rejected', 'failed', 'unknown', 'cancelled'] as const),
];

/** The words of a submission, and those of its records. A text without letters or digits finds nothing. */
function searchesFor(
  words: readonly string[],
  filter: SubmissionFilter,
  range: Range,
  limit: number,
): readonly Source[] {
  if (words.length === 0 || statesOf(filter)?.length === 0) return [];
  const match = toMatch(words, filter);
  return (['submission_search', 'record_search'] as const).map((name) => {
    const table = sql.table(name);
    return sql`
      select * from (select rowid as sequence from ${table} where ${table} match ${match}
        and rowid between ${wholeNumber(range.first)} and ${wholeNumber(range.last)} ${belongsTo(filter, range, table)}
        order by rowid desc limit ${limit})`;
  });
}

/** Numbers are bound as floating ones, and of those the index of words takes no bounds: it would go through all that lies beyond them. */
const wholeNumber = (value: number): RawBuilder<number> => sql`cast(${value} as integer)`;

/**
 * What the index of words does not know of a submission. Asked of each that is found, until there are enough: as a list of numbers the index would be searched once
 * for each number. A batch lies together, so that a common word is not followed through the whole history.
 */
function belongsTo(filter: SubmissionFilter, range: Range, table: RawBuilder<unknown>): RawBuilder<unknown> {
  const { batchId, waiting, dismissed } = filter;
  if (batchId === undefined && waiting !== true && dismissed !== true && !range.between) return sql``;
  const place = sql.table(placeOf(filter));
  const batch = batchId === undefined ? sql`` : sql`and batch_id = ${batchId}`;
  const edge = (end: 'min' | 'max') =>
    sql`(select ${sql.raw(end)}(sequence) from submissions where batch_id = ${batchId})`;
  const within = batchId === undefined ? sql`` : sql`and rowid between ${edge('min')} and ${edge('max')}`;
  return sql`${within} and exists (select 1 from ${place}
    where ${place}.sequence = ${table}.rowid ${batch} ${beyondColumns(filter)} and ${plainConditions(filter)} ${betweenInstants(range)})`;
}

function betweenInstants({ between }: Range): RawBuilder<unknown> {
  return between ? sql`and created_at between ${between.from} and ${between.to}` : sql``;
}

/**
 * Instants as sequence numbers. While the machine's clock has only gone forward they say the same. When it has gone back by at most `step_ms`, numbers
 * widened by that much still hold everything asked for, and the instants are compared as well.
 */
async function findRange(queries: Kysely<Tables>, { from, to }: SubmissionFilter): Promise<Range> {
  if (!from && !to) return { first: 0, last: lastOfAll, between: null };
  const clock = await queries.selectFrom('history_clock').select('step_ms').executeTakeFirst();
  const stepMs = clock?.step_ms ?? 0;
  const shift = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
  const submissions = queries.selectFrom('submissions').select('sequence').limit(1);
  const before =
    from &&
    (await submissions
      .where('created_at', '<', shift(from, -stepMs))
      .orderBy('created_at', 'desc')
      .orderBy('sequence', 'desc')
      .executeTakeFirst());
  const after =
    to &&
    (await submissions
      .where('created_at', '>', shift(to, stepMs))
      .orderBy('created_at')
      .orderBy('sequence')
      .executeTakeFirst());
  return {
    first: before ? before.sequence + 1 : 0,
    last: after ? after.sequence - 1 : lastOfAll,
    between: stepMs > 0 ? { from: from ? shift(from, 0) : '', to: to ? shift(to, 0) : '9999' } : null,
  };
}

/** From the counts that triggers keep. */
async function readTotal(queries: Kysely<Tables>, filter: SubmissionFilter): Promise<number> {
  const table = sql.table(filter.companyId ? 'company_totals' : 'submission_totals');
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(files), 0) as n from ${table} where ${plainConditions(filter)}`.execute(queries);
  return rows[0]?.n ?? 0;
}
