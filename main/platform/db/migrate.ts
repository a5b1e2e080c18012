import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import type { Migration } from './migrations/migration.ts';

/** "Zubi" in ASCII: separates our database from other SQLite files and from an empty one. */
export const applicationId = 0x5a756269;

export interface MigrationResult {
  readonly from: number;
  readonly to: number;
  /** Where the copy from before is; null when there was nothing to migrate. */
  readonly copy: string | null;
}

/**
 * Brings a database to the newest shape, each step in one transaction with its version number. A
 * copy is made before the first step, unless `copyPath` exists already. A database of a newer
 * application, one from before the first step, or a foreign one is refused and not changed.
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
 * A copy gets its name only when complete: a killed process leaves a draft, which the next start
 * removes.
 */
async function setCopyAside(database: Database, path: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.tmp`);
  rmSync(draft, { force: true });
  await database.backup(draft);
  renameSync(draft, path);
}

/**
 * Throws `database_newer` or `database_older`, both with `version` and `supported`, for a version
 * that these steps neither make nor start from; 0 is an empty database.
 */
export function requireSupported(version: number, steps: readonly Migration[]): void {
  const [oldest, newest] = [steps.at(0)?.version ?? 0, steps.at(-1)?.version ?? 0];
  if (version > newest) throw new ZubiError('database_newer', { version, supported: newest });
  if (version > 0 && version < oldest)
    throw new ZubiError('database_older', { version, supported: oldest });
}

/**
 * Number of the last step; 0 for an empty database. Throws `database_damaged` for a foreign one.
 */
export function readVersion(database: Database): number {
  const id = database.pragma('application_id', { simple: true });
  const version = Number(database.pragma('user_version', { simple: true }));
  const tables = database.prepare('select count(*) as n from sqlite_schema').get() as { n: number };
  if (id === applicationId) return version;
  if (id === 0 && version === 0 && tables.n === 0) return 0;
  throw new ZubiError('database_damaged', { cause: 'not a history of Zubi' });
}
