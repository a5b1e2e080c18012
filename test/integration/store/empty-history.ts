import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { createQueries, openConnection } from '../../../main/platform/db/connection.ts';
import { migrate } from '../../../main/platform/db/migrate.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';
import type { Queries } from '../../../main/platform/db/tables.ts';

export interface EmptyHistory {
  readonly database: Database.Database;
  readonly queries: Queries;
}

/** A history without rows, removed with the test. */
export async function openEmptyHistory(): Promise<EmptyHistory> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-empty-'));
  const database = openConnection(join(folder, 'zubi.db'), { mustExist: false });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(database, migrations, join(folder, 'unused.db'));
  return { database, queries: createQueries(database) };
}
