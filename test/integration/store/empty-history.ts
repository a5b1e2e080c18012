import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { createQueries, openConnection } from '../../../main/store/connection.ts';
import { type MigrationResult, migrate } from '../../../main/store/migrate.ts';
import { migrations } from '../../../main/store/migrations/list.ts';
import type { Tables } from '../../../main/store/tables.ts';
import { createWordsWriter, type WriteDueWords } from '../../../main/store/words-due.ts';

export const newestVersion = migrations.at(-1)?.version ?? 0;

export interface OlderHistory {
  readonly database: Database;
  readonly queries: Kysely<Tables>;
  /** Brings it to a later version; what was before is copied to `copyOf` that version. */
  migrateTo(version: number): Promise<MigrationResult>;
  copyOf(version: number): string;
  readonly writeDueWords: WriteDueWords;
}

/** An empty history as an older version made it, gone with the test. */
export async function openOlderHistory(version: number): Promise<OlderHistory> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-migration-'));
  const database = openConnection(join(folder, 'zubi.db'), { mustExist: false });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const copyOf = (later: number) => join(folder, `before-${later}.db`);
  const migrateTo = (later: number) =>
    migrate(
      database,
      migrations.filter((step) => step.version <= later),
      copyOf(later),
    );
  await migrateTo(version);
  const queries = createQueries(database);
  return {
    database,
    queries,
    migrateTo,
    copyOf,
    writeDueWords: createWordsWriter(queries, database),
  };
}
