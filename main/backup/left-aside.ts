import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { backupsFolder } from './copies.ts';

/**
 * How many submissions of the history that was set aside are not in the one in force: they were sent after the copy was made, and stay where they are. Null when the one set
 * aside cannot be read to its end.
 */
export function countLeftAside(dataFolder: string, aside: string): number | null {
  try {
    const database = new Database(join(backupsFolder(dataFolder), aside, 'zubi.db'), {
      readonly: true,
      fileMustExist: true,
    });
    try {
      database.prepare('attach ? as restored').run(join(dataFolder, 'zubi.db'));
      const count = database.prepare(
        'select count(*) as n from main.submissions where id not in (select id from restored.submissions)',
      );
      return z.object({ n: z.number() }).parse(count.get()).n;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}
