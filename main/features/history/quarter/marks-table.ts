import { sql } from 'kysely';
import type { FilingMarksTable } from '../../../platform/db/company-tables.ts';
import { listed } from '../../../platform/db/listed.ts';
import type { Queries } from '../../../platform/db/tables.ts';
import { portionsOf } from '../../../platform/portions.ts';

/** A mark in force: the company has nothing to file in that book. */
type NothingMark = Pick<FilingMarksTable, 'company_id' | 'period' | 'book'>;

/** Books with nothing to file in these quarters, by the newest mark of each. */
export async function listNothing(
  queries: Queries,
  periods: readonly string[],
): Promise<NothingMark[]> {
  const { rows } = await sql<NothingMark>`
    select company_id, period, book from filing_marks
    where kind = 'nothing' and id in (
      select max(id) from filing_marks
      where period in ${listed(periods)}
      group by period, company_id, book)`.execute(queries);
  return rows;
}

/** Writes a mark for each of these books; call it in a transaction. */
export async function addMarks(
  queries: Queries,
  marks: readonly Omit<FilingMarksTable, 'id'>[],
): Promise<void> {
  for (const part of portionsOf(marks, 500))
    await queries.insertInto('filing_marks').values(part).execute();
}
