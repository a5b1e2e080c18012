import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import type { Queries } from '../../platform/db/tables.ts';
import { inTimes, type Range } from './history-range.ts';
import { beyondColumns, plainConditions } from './submission-filter.ts';

const maxWords = 12;

/** Split as in the index: runs of letters and digits. */
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/**
 * An amount as in the index, `1234x5`; its decimals distinguish it from a number. Null for other
 * words: `1.234,5`, `1,234.50` and `1234.56` are amounts.
 */
function amountWord(word: string): string | null {
  const amount = /^-?(\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)([.,])(\d{1,2})$/.exec(word);
  const [, whole = '', point, decimals] = amount ?? [];
  return amount === null || whole.includes(point ?? '')
    ? null
    : `${whole.replaceAll(/\D/g, '')}x${decimals}`;
}

/**
 * What each word of a search matches: beginnings of words, or of an amount. `12.34` may also be a
 * part of a name; with a comma, as in `12,34`, it is an amount alone.
 */
function searchMatch(text: string): string {
  const begins = (words: readonly string[]) => words.map((word) => `"${word}"*`).join(' AND ');
  return text
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => splitWords(word).length > 0)
    .slice(0, maxWords)
    .map((word) => {
      const amount = amountWord(word);
      const words = begins(splitWords(word).slice(0, maxWords));
      if (amount === null) return `(${words})`;
      return word.includes(',') ? `("${amount}"*)` : `((${words}) OR "${amount}"*)`;
    })
    .join(' AND ');
}

/**
 * LIKE patterns for the words whose parts must stand side by side, as in `F1/2026-12` or
 * `gastos-07`: the index keeps no positions. Any sign may stand between the parts. Only ASCII words
 * with a digit: LIKE ignores the case of no other letters, and `S.L.` may be stored as `SL`.
 */
const joinedPatterns = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => /^[\x21-\x7e]*\d[\x21-\x7e]*$/.test(word) && amountWord(word) === null)
    .map(splitWords)
    .filter((parts) => parts.length > 1)
    .slice(0, maxWords)
    .map((parts) => `%${parts.join('_')}%`);

/** A submission with the pattern in its own texts, or in a record's invoice or counterparty. */
const holdsJoined = (pattern: string): RawBuilder<unknown> => sql`
  and (file_name || ' ' || company_name || ' ' || taxpayer_name || ' ' || coalesce(identifier, '')
      || ' ' || coalesce(registration_number, '') like ${pattern}
    or exists (select 1 from record_results as part where part.submission_id = submissions.id
      and coalesce(series || '/', '') || coalesce(number, '') || ' ' || coalesce(counterparty, '')
        like ${pattern}))`;

/**
 * Sequence numbers of the newest `limit` submissions that match the filter. Each word of its text
 * must begin a word of the submission, or one of its amounts; parts of a word with a digit stand
 * together. A text without letters or digits finds nothing.
 */
export async function findByWords(
  queries: Queries,
  filter: SubmissionFilter,
  { range, limit }: { readonly range: Range | null; readonly limit: number },
): Promise<number[]> {
  const match = searchMatch(filter.text ?? '');
  if (range === null || match === '') return [];
  const batch = filter.batchId === undefined ? sql`` : sql`and batch_id = ${filter.batchId}`;
  const joined = joinedPatterns(filter.text ?? '').map(holdsJoined);
  // The driver binds floating-point numbers, and FTS5 ignores such bounds.
  const { rows } = await sql<{ list: string }>`
    select json_group_array(sequence) as list from (
      select submission_words.rowid as sequence
      from submission_words cross join submissions on submissions.sequence = submission_words.rowid
      where submission_words match ${match}
        and submission_words.rowid between cast(${range.first} as integer) and cast(${range.last} as integer)
        and ${plainConditions(filter)} ${beyondColumns(filter)} ${inTimes(range)} ${batch}
        ${sql.join([sql``, ...joined], sql` `)}
      order by submission_words.rowid desc limit ${limit})`.execute(queries);
  return z.array(z.number()).parse(JSON.parse(rows[0]?.list ?? '[]'));
}
