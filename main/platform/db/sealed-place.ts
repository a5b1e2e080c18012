import type { Database } from 'better-sqlite3';

type Queries = Pick<Database, 'prepare'>;

/**
 * Submissions whose quarter or batch is not the one that their event `checked` has, or whose event
 * cannot be read. The row's own link does not cover these columns, the event's does; events of
 * earlier versions have neither.
 */
const moved = (whose: string) => `
  select row.id from submissions as row
  cross join submission_events as checked on checked.submission_id = row.id
  where ${whose} and checked.kind = 'checked'
    and case when json_valid(checked.data) then
      coalesce(checked.data ->> '$.period', row.period) is not row.period
        or coalesce(checked.data ->> '$.batch', row.batch_id) is not row.batch_id
      else true end
  limit 1`;

/** Whether a submission is in another quarter or batch than it was queued for. */
export function isMoved(database: Queries, submissionId: string): boolean {
  return database.prepare(moved('row.id = ?')).get(submissionId) !== undefined;
}

/** The first such submission of the history. */
export function findMoved(database: Queries): string | undefined {
  return database.prepare<[], string>(moved('true')).pluck().get();
}
