import { type RawBuilder, sql } from 'kysely';
import type { WaitingSubmissionsTable } from '../../platform/db/tables.ts';

/**
 * The rows of `waiting_submissions`. Of a document that was not delivered several times, only the
 * newest: its outcome counts for all. Used in a statement like a table.
 */
export const waitingRows: RawBuilder<WaitingSubmissionsTable> = sql`(
  select waits.* from waiting_submissions as waits
  where waits.state <> 'failed' or not exists (
    select 1 from submissions as tried cross join submissions as again
      on again.sha256 = tried.sha256 and again.environment = tried.environment
    where tried.sequence = waits.sequence and again.sequence > tried.sequence
      and again.state = 'failed'))`;
