import { type RawBuilder, sql } from 'kysely';
import type { SubmissionFilter } from '../../contract/submission.ts';
import { betweenInstants, type Times } from './history-range.ts';
import { lastOfAll, markedStates, marks, places, searchTables } from './search-words.ts';
import type { SubmissionStateColumn } from './tables.ts';
import { isWaitingState, stillWaits } from './waiting.ts';

/** The nine forms as the column `form` counts them. */
const books = [
  { model: '140', expenseType: 'with_invoice', first: 0 },
  { model: '140', expenseType: 'without_invoice', first: 3 },
  { model: '240', expenseType: null, first: 6 },
] as const;
const operations = ['creation', 'modification', 'cancellation'] as const;

/** Numbers of the forms a filter lets through; null when it lets all of them. */
export function formsOf(filter: SubmissionFilter): readonly number[] | null {
  if (!filter.model && !filter.operation && !filter.expenseType) return null;
  return books
    .filter((book) => !filter.model || book.model === filter.model)
    .filter((book) => !filter.expenseType || book.expenseType === filter.expenseType)
    .flatMap((book) =>
      operations.flatMap((operation, index) =>
        !filter.operation || operation === filter.operation ? [book.first + index] : [],
      ),
    );
}

/** States a filter lets through; null when it lets all of them, or all in which a submission may wait. */
export function statesOf(filter: SubmissionFilter): readonly SubmissionStateColumn[] | null {
  const asked = filter.states?.length ? [...new Set(filter.states)] : null;
  return filter.waiting === true ? (asked?.filter(isWaitingState) ?? null) : asked;
}

const maxWords = 12;

/** The words of a search, as the index cuts them: runs of letters and digits. */
export function searchWords(text: string): string[] {
  return (text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords);
}

export type Source = RawBuilder<{ sequence: number }>;

interface Finding {
  readonly limit: number;
  /** What a row of `submissions` must hold to once more where words are due; null where none are. */
  readonly still: RawBuilder<unknown> | null;
}

/**
 * The words of a submission, and those of its records, in each of these ranges: the newest `limit` of each. A text without letters or digits finds nothing. What the index of words does
 * not know of a submission is asked of each that is found, until there are enough: as a list of numbers the index would be searched once for each number.
 */
export function searchesFor(
  text: string,
  filter: SubmissionFilter,
  { times, limit, still }: Finding & { readonly times: Times },
): readonly Source[] {
  const words = searchWords(text);
  if (words.length === 0 || !canFind(filter)) return [];
  const match = toMatch(words, filter);
  const start = sql`(${placeOf(filter)} << 32)`;
  return searchTables.flatMap(({ name }) => {
    const table = sql.table(name);
    return times.ranges.map(
      (range) => sql<{ sequence: number }>`
      select * from (select ${sequenceOf(sql`rowid`)} as sequence from ${table} where ${table} match ${match}
        and rowid between ${start} + ${wholeNumber(lastOfAll - range.last)} and ${start} + ${wholeNumber(lastOfAll - range.first)}
        ${beyondWords(table, [...unknownToWords(filter, times), ...(still ? [sql`and ${still}`] : [])])} order by rowid limit ${limit})`,
    );
  });
}

/**
 * Several words in all companies, one after the other, up to `limit` of each kind in no order. Where few rows have all of them these are found quickly so: what companies are called is of few
 * companies, and the rest of them is skipped whole.
 */
export function searchesByCompany(
  text: string,
  filter: SubmissionFilter,
  { limit, still }: Finding,
): readonly Source[] {
  const match = sql`${`${quoted(marks.anyCompany)} AND `} || ${toMatch(searchWords(text), filter)}`;
  return searchTables.map(({ name }) => {
    const table = sql.table(name);
    return sql<{ sequence: number }>`
      select * from (select ${sequenceOf(sql`rowid`)} as sequence from ${table} where ${table} match ${match}
        and rowid >= ${sql.lit(places.firstCompany)} << 32 ${beyondWords(table, still ? [sql`and ${still}`] : [])} order by rowid limit ${limit})`;
  });
}

/** Whether a search is one of several words in the whole history, and the index of words knows all that is asked. */
export function isByCompany(filter: SubmissionFilter, { between }: Times): boolean {
  const { text = '', companyId, dismissed, waiting, batchId, states } = filter;
  const isWhole = !companyId && dismissed !== true && waiting !== true && batchId === undefined;
  const isMoving = states?.includes('queued') === true || states?.includes('sending') === true;
  return isWhole && between === null && !isMoving && searchWords(text).length > 1 && canFind(filter);
}

const canFind = (filter: SubmissionFilter) => statesOf(filter)?.length !== 0 && formsOf(filter)?.length !== 0;

/** Within a place the newest come first. */
const sequenceOf = (number: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(${sql.lit(lastOfAll)} - (${number} & ${sql.lit(lastOfAll)}))`;

/** Numbers are bound as floating ones, and of those the index of words takes no bounds: it would go through all that lies beyond them. */
const wholeNumber = (value: number): RawBuilder<number> => sql`cast(${value} as integer)`;

/** The part of the index of words that holds least of what is not asked for. */
function placeOf({ dismissed, waiting, companyId }: SubmissionFilter): RawBuilder<number> {
  if (dismissed === true) return sql`${sql.lit(places.dismissed)}`;
  if (waiting === true) return sql`${sql.lit(places.waits)}`;
  if (companyId) return placeOfCompany(companyId);
  return sql`${sql.lit(places.all)}`;
}

const placeOfCompany = (id: string): RawBuilder<number> =>
  sql`(select place from company_places where company_id = ${id})`;

/**
 * A search in the index's own language: every word is a beginning, and the marks of state and form must be there, and of the company where the place is not its own. Several kinds of marks
 * are taken together first (a part with NOT is not dissolved into the rest): the words, which may be common, are then looked at only where all marks stand. Where several must meet, the mark of
 * the place keeps the search in it.
 */
function toMatch(words: readonly string[], filter: SubmissionFilter): RawBuilder<string> {
  const kinds = marksOf(filter).map((each) => `(${each.map((mark) => quoted(mark)).join(' OR ')})`);
  const marked = kinds.length > 1 ? [`((${kinds.join(' AND ')}) NOT ${quoted(neverUsed)})`] : kinds;
  const parts = [...marked, ...words.map((word) => `"${word}"*`)];
  const match = parts.join(' AND ');
  const { companyId, dismissed, waiting } = filter;
  const place = dismissed === true ? places.dismissed : waiting === true ? places.waits : null;
  const ofCompany = (mark: number) =>
    sql<string>`${`"${String.fromCharCode(mark)}`} || coalesce(${placeOfCompany(companyId ?? '')}, 0) || '" AND ' || ${match}`;
  if (place !== null && companyId)
    return sql`${`${quoted(marks.place, place)} AND `} || ${ofCompany(marks.company)}`;
  if (parts.length === 1) return sql`${match}`;
  if (place !== null) return sql`${`${quoted(marks.place, place)} AND ${match}`}`;
  return companyId ? ofCompany(marks.place) : sql`${match}`;
}

const quoted = (mark: number, number: number | '' = ''): string => `"${String.fromCharCode(mark)}${number}"`;

/** A private character that is no mark. */
const neverUsed = 57_344;

/** Each kind: one of these marks must be there. */
type Kinds = readonly (readonly number[])[];

/** More than these are not asked for one by one. */
const mostTogether = 9;

function marksOf(filter: SubmissionFilter): Kinds {
  const forms = formsOf(filter);
  const states = statesOf(filter);
  const numbers = markedStates.flatMap((group, index) =>
    states && group.some((state) => states.includes(state)) ? [index] : [],
  );
  if (forms && states && forms.length * numbers.length <= mostTogether)
    return [forms.flatMap((form) => numbers.map((number) => marks.formInState + 8 * form + number))];
  return [...(states ? [numbers.map((number) => marks.state + number)] : []), ...formMarks(filter, forms)];
}

function formMarks(filter: SubmissionFilter, forms: readonly number[] | null): Kinds {
  if (!forms) return [];
  const [only] = forms;
  if (only !== undefined && forms.length === 1) return [[marks.form + only]];
  const { model, operation, expenseType } = filter;
  const book = books.findIndex((each) =>
    expenseType ? each.expenseType === expenseType : each.model === model,
  );
  const ofBook = model === '140' && !expenseType ? marks.model140 : marks.book + book;
  return [
    ...(model || expenseType ? [[ofBook]] : []),
    ...(operation ? [[marks.operation + operations.indexOf(operation)]] : []),
  ];
}

/** What is `unknown` for one reason: few beside the whole, so they are looked up once, wherever else is looked. */
export const causedBy = ({ cause }: SubmissionFilter): RawBuilder<unknown>[] =>
  cause === undefined
    ? []
    : [
        sql`sequence in (select waits.sequence from waiting_submissions as waits
          join submissions as ended on ended.sequence = waits.sequence
          where waits.state = 'unknown' and ended.answer_code = ${cause})`,
      ];

/** What has no place and no mark: a batch, an instant, whether what moves has left, whether what was let be waits all the same, and what an unknown end came of. */
function unknownToWords(filter: SubmissionFilter, times: Times): readonly RawBuilder<unknown>[] {
  const { batchId, dismissed, waiting, states } = filter;
  const isQueued = states?.includes('queued') === true;
  const isSending = states?.includes('sending') === true;
  return [
    ...(batchId === undefined ? [] : [sql`and batch_id = ${batchId}`]),
    ...causedBy(filter).map((condition) => sql`and ${condition}`),
    ...(dismissed === true && waiting === true ? [sql`and ${stillWaits}`] : []),
    ...(isQueued === isSending ? [] : [sql`and state <> ${isQueued ? 'sending' : 'queued'}`]),
    ...(times.between ? [betweenInstants(times)] : []),
  ];
}

/** Asks the submission of each row that words find. */
function beyondWords(
  table: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  if (conditions.length === 0) return sql``;
  return sql`and exists (select 1 from submissions
    where submissions.sequence = ${sequenceOf(sql`${table}.rowid`)} ${sql.join(conditions, sql` `)})`;
}
