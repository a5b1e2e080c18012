import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import { moveFileSync } from '../files/move-file.ts';
import type { Migration } from './migrations/migration.ts';

/** "Zubi" in ASCII: separates our database from other SQLite files and from an empty one. */
export const applicationId = 0x5a756269;

export interface MigrationResult {
  readonly from: number;
  readonly to: number;
  /** Where the copy from before is; null without one. */
  readonly copy: string | null;
}

/**
 * Brings a database to the newest shape, all steps in one transaction with the version number. The
 * copy from before has a draft's name until then: a killed or failed migration leaves one draft,
 * which the next one replaces. A database of a newer application, one from before the first step,
 * or a foreign one is refused and not changed.
 */
export async function migrate(
  database: Database,
  steps: readonly Migration[],
  copyPath: string,
): Promise<MigrationResult> {
  const from = readVersion(database);
  requireSupported(from, steps);
  const pending = steps.filter((step) => step.version > from);
  const to = pending.at(-1)?.version ?? from;
  const draft = join(dirname(copyPath), '.before-update.db');
  if (from > 0 && to > from) {
    // A copy that a killed process left half written never gets the draft's name.
    const part = `${draft}.part`;
    for (const name of [draft, part, `${part}-journal`]) rmSync(name, { force: true });
    await database.backup(part);
    moveFileSync(part, draft);
  }
  const change = database.transaction(() => {
    for (const step of pending) {
      database.exec(step.sql);
      step.fill?.(database);
    }
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${to}`);
  });
  if (to > from) change.immediate();
  // Also that of a process which was killed right after its last step.
  const copy = existsSync(draft) ? copyPath : null;
  if (copy !== null) moveFileSync(draft, copy);
  return { from, to, copy };
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
