import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Range } from './history-range.ts';
import { beyondColumns, plainConditions } from './submission-filter.ts';

const maxWords = 12;

/** The words of a search, split as in the index: runs of letters and digits. */
export function searchWords(text: string): string[] {
  return (text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords);
}

/**
 * Sequence numbers of the newest `limit` submissions that match the filter. Each word of its text
 * must begin a word of the submission. A text without letters or digits finds nothing.
 */
export async function findByWords(
  queries: Kysely<Tables>,
  filter: SubmissionFilter,
  { range, limit }: { readonly range: Range | null; readonly limit: number },
): Promise<number[]> {
  const words = searchWords(filter.text ?? '');
  if (range === null || words.length === 0) return [];
  const match = words.map((word) => `"${word}"*`).join(' AND ');
  const { first, last, between } = range;
  const times = between ? sql`and created_at between ${between.from} and ${between.to}` : sql``;
  const batch = filter.batchId === undefined ? sql`` : sql`and batch_id = ${filter.batchId}`;
  // The driver binds floating-point numbers, and FTS5 ignores such bounds.
  const { rows } = await sql<{ list: string }>`
    select json_group_array(sequence) as list from (
      select submission_words.rowid as sequence
      from submission_words cross join submissions on submissions.sequence = submission_words.rowid
      where submission_words match ${match}
        and submission_words.rowid between cast(${first} as integer) and cast(${last} as integer)
        and ${plainConditions(filter)} ${beyondColumns(filter)} ${times} ${batch}
      order by submission_words.rowid desc limit ${limit})`.execute(queries);
  return z.array(z.number()).parse(JSON.parse(rows[0]?.list ?? '[]'));
}
