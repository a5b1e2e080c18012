import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import { waitingColumns, waitsForAPerson } from './waiting-rule.ts';

/**
 * Compares the stored list of submissions that wait for a person with the submissions themselves.
 * Throws `database_damaged` when they differ.
 */
export function checkWaiting(database: Pick<Database, 'prepare'>): void {
  const kept = `select ${waitingColumns} from waiting_submissions`;
  const told = `select ${waitingColumns} from submissions where ${waitsForAPerson}`;
  const differs = database
    .prepare(
      `select 1 from (select * from (${kept} except ${told}) union all select * from (${told} except ${kept})) limit 1`,
    )
    .get();
  if (differs) throw new ZubiError('database_damaged', { cause: 'waiting' });
}
