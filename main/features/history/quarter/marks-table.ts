import { type Kysely, sql } from 'kysely';
import type { FilingMarksTable } from '../../../platform/db/company-tables.ts';
import type { Tables } from '../../../platform/db/tables.ts';

/** A mark in force: the company has nothing to file in that book. */
type NothingMark = Pick<FilingMarksTable, 'company_id' | 'period' | 'book' | 'at'>;

/** What has nothing to file in these quarters, by the newest word on each book. */
export async function listNothing(
  queries: Kysely<Tables>,
  periods: readonly string[],
): Promise<NothingMark[]> {
  const { rows } = await sql<NothingMark & { kind: FilingMarksTable['kind'] }>`
    select company_id, period, book, at, kind from filing_marks
    where id in (
      select max(id) from filing_marks
      where period in (select value from json_each(${JSON.stringify(periods)}))
      group by period, company_id, book)`.execute(queries);
  return rows.filter(({ kind }) => kind === 'nothing');
}

/** Writes a word on each of these books; call it in a transaction. */
export async function addMarks(
  queries: Kysely<Tables>,
  marks: readonly Omit<FilingMarksTable, 'id'>[],
): Promise<void> {
  for (let start = 0; start < marks.length; start += 500)
    await queries
      .insertInto('filing_marks')
      .values(marks.slice(start, start + 500))
      .execute();
}
