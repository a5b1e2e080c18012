import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import type { Migration } from './migrations/migration.ts';

/** "Zubi" in ASCII: tells our database from any other SQLite file, and from an empty one. */
export const applicationId = 0x5a756269;

export interface MigrationResult {
  readonly from: number;
  readonly to: number;
  /**
   * Where the copy from before was set aside; null when nothing had to be migrated, or there was
   * nothing yet.
   */
  readonly copy: string | null;
}

/**
 * Brings a database to the newest shape, each step in a transaction of its own together with its
 * version number. A copy is set aside before the first step, unless it lies at `copyPath` already;
 * a database of a newer application, one from before the first step, or one that is not ours, is
 * refused and left alone.
 */
export async function migrate(
  database: Database,
  steps: readonly Migration[],
  copyPath: string,
): Promise<MigrationResult> {
  const from = readVersion(database);
  requireSupported(from, steps);
  const newest = steps.at(-1)?.version ?? 0;
  const pending = steps.filter((step) => step.version > from);
  if (pending.length === 0) return { from, to: from, copy: null };
  const copy = from > 0 ? copyPath : null;
  if (copy && !existsSync(copy)) await setCopyAside(database, copy);
  for (const step of pending) {
    database
      .transaction(() => {
        database.exec(step.sql);
        step.fill?.(database);
        database.pragma(`application_id = ${applicationId}`);
        database.pragma(`user_version = ${step.version}`);
      })
      .immediate();
  }
  return { from, to: newest, copy };
}

/**
 * A copy gets its name only when it is whole: what a killed process leaves is a draft, and is swept
 * at the next start.
 */
async function setCopyAside(database: Database, path: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.tmp`);
  rmSync(draft, { force: true });
  await database.backup(draft);
  renameSync(draft, path);
}

/**
 * Throws `database_newer` or `database_older`, both with `version` and `supported`, for a version
 * that these steps neither make nor begin with; 0 is an empty database.
 */
export function requireSupported(version: number, steps: readonly Migration[]): void {
  const [oldest, newest] = [steps.at(0)?.version ?? 0, steps.at(-1)?.version ?? 0];
  if (version > newest) throw new ZubiError('database_newer', { version, supported: newest });
  if (version > 0 && version < oldest)
    throw new ZubiError('database_older', { version, supported: oldest });
}

/**
 * The number of the last step taken; 0 for an empty database. Throws `database_damaged` for one
 * that is not ours.
 */
export function readVersion(database: Database): number {
  const id = database.pragma('application_id', { simple: true });
  const version = Number(database.pragma('user_version', { simple: true }));
  const tables = database.prepare('select count(*) as n from sqlite_schema').get() as { n: number };
  if (id === applicationId) return version;
  if (id === 0 && version === 0 && tables.n === 0) return 0;
  throw new ZubiError('database_damaged', { cause: 'not a history of Zubi' });
}
