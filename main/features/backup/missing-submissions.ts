import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { type MissingSubmission, missingSubmissionSchema } from '../../../contract/backup.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { backupsFolder, isReplacedName, openReplaced } from '../../platform/db/replaced-folders.ts';
import { shownStateSql } from '../submissions/public.ts';

const missing = 'from main.submissions where id not in (select id from restored.submissions)';

/** The newest first; `main` is a copy, `restored` the history in force. */
export const selectMissing = `
  select id, file_name as file, company_name as company, tax_id as taxId, state,
    ${shownStateSql('submissions')} as shown,
    -- The kind of the connection, of which its id begins with.
    substr(environment, 1, instr(environment || '-', '-') - 1) as environment, identifier,
    registration_number as registrationNumber, coalesce(sent_at, created_at) as at
  ${missing} order by sequence desc limit ?`;

/**
 * Number of submissions that a history set aside has and the history in force lacks. They were sent
 * after the copy was made, and stay in the folder set aside. Null when that history cannot be read
 * to its end.
 */
export function countMissing(dataFolder: string, aside: string): number | null {
  try {
    return open(dataFolder, aside, (database) => {
      const count = database.prepare(`select count(*) as n ${missing}`);
      return z.object({ n: z.number() }).parse(count.get()).n;
    });
  } catch {
    return null;
  }
}

/**
 * These submissions, the newest first. `total` is null when the history set aside cannot be read to
 * its end: `submissions` then holds those that could be read.
 */
interface MissingSubmissions {
  readonly submissions: readonly MissingSubmission[];
  readonly total: number | null;
}

/** Reads the submissions that only a history set aside has. Throws `backup_unknown`. */
export function readMissing(dataFolder: string, aside: string, limit: number): MissingSubmissions {
  const known = isReplacedName(aside) && existsSync(join(backupsFolder(dataFolder), aside));
  if (!known) throw new ZubiError('backup_unknown', { id: aside });
  const submissions: MissingSubmission[] = [];
  try {
    open(dataFolder, aside, (database) => {
      for (const row of database.prepare(selectMissing).iterate(limit))
        submissions.push(missingSubmissionSchema.parse(row));
    });
  } catch {
    return { submissions, total: null };
  }
  return { submissions, total: countMissing(dataFolder, aside) };
}

function open<Value>(
  dataFolder: string,
  aside: string,
  read: (database: Database.Database) => Value,
): Value {
  const database = openReplaced(dataFolder, aside);
  try {
    return read(database);
  } finally {
    database.close();
  }
}
