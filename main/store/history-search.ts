import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SubmissionFilter } from '../../contract/submission.ts';
import { beginning, markWord } from './common-words.ts';
import { meetCommonWords, type Partly } from './common-words-reader.ts';
import { type Direct, inTurn } from './direct.ts';
import { formsOf, marksOf, plainKinds, statesOf } from './filter-marks.ts';
import { betweenInstants, type Range, type Times } from './history-range.ts';
import { lastOfAll, marks, places, type SearchTable, searchTables } from './search-words.ts';
import type { Tables } from './tables.ts';
import { causedStates, stillWaits } from './waiting.ts';

const maxWords = 12;

/** The words of a search, as the index cuts them: runs of letters and digits. */
export function searchWords(text: string): string[] {
  return (text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords);
}

export type Source = RawBuilder<{ sequence: number }>;

interface Finding {
  readonly limit: number;
  /**
   * What a row of `submissions` must hold to once more where words are due; null where none are.
   */
  readonly still: RawBuilder<unknown> | null;
}

/**
 * The words of a submission, and those of its records, in these times: the newest `limit` of each.
 * A text without letters or digits finds nothing. What the index of words does not know of a
 * submission is asked of each that is found, until there are enough: as a list of numbers the index
 * would be searched once for each number. Where several must meet, what bits know of common words
 * is taken from them.
 */
export async function findSources(
  queries: Kysely<Tables>,
  filter: SubmissionFilter,
  { times, limit, still }: Finding & { readonly times: Times },
): Promise<readonly Source[]> {
  const words = searchWords(filter.text ?? '');
  if (words.length === 0 || !canFind(filter)) return [];
  const unknown = unknownToWords(filter, times);
  const beyond = [...unknown, ...(still ? [sql`and ${still}`] : [])];
  const inRanges = (table: SearchTable, ranges: readonly Range[]) =>
    ranges.map((range) =>
      inIndex(table, words, filter, { range, conditions: beyondWords(table, beyond), limit }),
    );
  const kinds = plainKinds(filter);
  const { companyId, dismissed, waiting } = filter;
  const hasBits = dismissed !== true && waiting !== true && words.length + kinds.length > 1;
  if (!hasBits || unknown.length > 0)
    return searchTables.flatMap((table) => inRanges(table, times.ranges));
  return inTurn(queries, (direct) => {
    const company = companyId ? readCompanyMark(direct, companyId) : null;
    return searchTables.flatMap((table) => {
      const { ranges } = times;
      const met = meetCommonWords(direct, { words, kinds, company }, { table, ranges, limit });
      const parts = met.partly.flatMap((part) => inPart(table, part, companyId, limit));
      return [listed(met.found), ...parts, ...inRanges(table, met.left)];
    });
  });
}

const listed = (sequences: readonly number[]): Source =>
  sql`select value as sequence from json_each(${JSON.stringify(sequences)})`;

interface InIndex {
  readonly range: Range;
  /** What else is asked of each row that words find. */
  readonly conditions: RawBuilder<unknown>;
  readonly limit: number;
}

/** So few are gone through word by word. */
const shortRange = 4096;

/**
 * Where several words must meet, FTS5 goes on until it finds a row that has all of them, however
 * far beyond the range that is. At a place its mark keeps it there; elsewhere, in a short range,
 * each word is looked for by itself.
 */
function inIndex(
  { name }: SearchTable,
  words: readonly string[],
  filter: SubmissionFilter,
  { range, conditions, limit }: InIndex,
): Source {
  const table = sql.table(name);
  const between = sql`and rowid between ${numberOf(filter, range.last)} and ${numberOf(filter, range.first)}`;
  const isShort = range.last - range.first < shortRange;
  const [one, ...others] = isShort && !hasPlace(filter) ? partsOf(words, filter) : [];
  const apart = others.map(
    (part) =>
      sql`and +rowid in (select rowid from ${table} where ${table} match ${part} ${between})`,
  );
  return sql`
    select * from (select ${sequenceOf(sql`rowid`)} as sequence from ${table} where ${table} match ${one ?? toMatch(words, filter)}
      ${between} ${sql.join([...apart, conditions], sql` `)} order by rowid limit ${limit})`;
}

/**
 * Digits that have the first of four bits, the second and so on; eight of each. As bytes, as what
 * is looked for in them: else both are made text first.
 */
const digitsWith = sql`cast('89abcdef4567cdef2367abef13579bdf' as blob)`;

/** Words that few have, where bits tell of each submission whether the rest is there. */
function inPart(
  table: SearchTable,
  { rare, ranges, first, allowed }: Partly,
  companyId: string | undefined,
  limit: number,
): readonly Source[] {
  const filter = companyId ? { companyId } : {};
  const row = sql`(${numberOf(filter, first)} - rowid)`;
  const conditions = sql`and instr(substr(${digitsWith}, 1 + 8 * (${row} & 3), 8), substr(${allowed}, 1 + (${row} >> 2), 1))`;
  return ranges.map((range) => inIndex(table, rare, filter, { range, conditions, limit }));
}

const canFind = (filter: SubmissionFilter) =>
  statesOf(filter)?.length !== 0 && formsOf(filter)?.length !== 0;

/** Within a place the newest come first. */
const sequenceOf = (number: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(${sql.lit(lastOfAll)} - (${number} & ${sql.lit(lastOfAll)}))`;

/**
 * Numbers are bound as floating ones, and of those the index of words takes no bounds: it would go
 * through all that lies beyond them.
 */
const wholeNumber = (value: number): RawBuilder<number> => sql`cast(${value} as integer)`;

const hasPlace = ({ dismissed, waiting, companyId }: SubmissionFilter): boolean =>
  dismissed === true || waiting === true || Boolean(companyId);

/** Under which number a submission stands. */
const numberOf = (filter: SubmissionFilter, sequence: number): RawBuilder<number> =>
  sql`((${placeOf(filter)} << 32) + ${wholeNumber(lastOfAll - sequence)})`;

/** The part of the index of words that holds least of what is not asked for. */
function placeOf({ dismissed, waiting, companyId }: SubmissionFilter): RawBuilder<number> {
  if (dismissed === true) return sql`${sql.lit(places.dismissed)}`;
  if (waiting === true) return sql`${sql.lit(places.waits)}`;
  if (companyId) return placeOfCompany(companyId);
  return sql`${sql.lit(places.all)}`;
}

function readCompanyMark(direct: Direct, id: string): string {
  const [place] = direct.first('select place from company_places where company_id = ?', [id]) ?? [];
  return markWord(marks.company, Number(place ?? 0));
}

const placeOfCompany = (id: string): RawBuilder<number> =>
  sql`(select place from company_places where company_id = ${id})`;

const ofKind = (kind: readonly number[]): string =>
  `(${kind.map((mark) => quoted(mark)).join(' OR ')})`;

/** Each is to be there. Marks first: where none has them words are not looked for. */
const partsOf = (words: readonly string[], filter: SubmissionFilter): readonly string[] => [
  ...marksOf(filter).map(ofKind),
  ...words.map(beginning),
];

/**
 * A search in the index's own language: every word is a beginning, and the marks of state and form
 * must be there, and of the company where the place is not its own. Several kinds of marks are
 * taken together first (a part with NOT is not dissolved into the rest): the words, which may be
 * common, are then looked at only where all marks stand. Where several must meet, the mark of the
 * place keeps the search in it.
 */
function toMatch(words: readonly string[], filter: SubmissionFilter): RawBuilder<string> {
  const kinds = marksOf(filter).map(ofKind);
  const marked = kinds.length > 1 ? [`((${kinds.join(' AND ')}) NOT ${quoted(neverUsed)})`] : kinds;
  const parts = [...marked, ...words.map(beginning)];
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

const quoted = (mark: number, number: number | '' = ''): string =>
  `"${String.fromCharCode(mark)}${number}"`;

/** A private character that is no mark. */
const neverUsed = 57_344;

/**
 * What is `unknown`, or was not delivered where that is asked for, for one reason: few beside the
 * whole, so they are looked up once, wherever else is looked.
 */
export function causedBy({ cause, states }: SubmissionFilter): RawBuilder<unknown>[] {
  if (cause === undefined) return [];
  const asked = states?.length
    ? causedStates.filter((state) => states.includes(state))
    : ['unknown'];
  return [
    sql`sequence in (select waits.sequence from waiting_submissions as waits
      join submissions as ended on ended.sequence = waits.sequence
      where waits.state in (${sql.join([...asked, ''])}) and ended.answer_code = ${cause})`,
  ];
}

/**
 * What has no place and no mark: a batch, an instant, whether what moves has left, whether what was
 * let be waits all the same, and what an unknown end came of.
 */
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
  { name }: SearchTable,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  if (conditions.length === 0) return sql``;
  return sql`and exists (select 1 from submissions
    where submissions.sequence = ${sequenceOf(sql`${sql.table(name)}.rowid`)} ${sql.join(conditions, sql` `)})`;
}
