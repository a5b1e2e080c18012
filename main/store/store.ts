import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { ZubiError } from '../../contract/errors.ts';
import type { Clock } from '../ports.ts';
import { createQueries, openConnection } from './connection.ts';
import { toStoreError } from './errors.ts';
import { type MigrationResult, migrate } from './migrate.ts';
import { migrations } from './migrations/list.ts';
import type { Tables } from './tables.ts';

/** The history's database, open. */
export interface Store {
  readonly queries: Kysely<Tables>;
  readonly migration: MigrationResult;
  close(): Promise<void>;
}

/** Makes the data folder when it is not there; only its owner may look into it. */
export function prepareDataFolder(dataFolder: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toStoreError(error);
  }
}

/**
 * Opens `zubi.db`, checks it and brings it to the newest shape. An empty or damaged file is never written over: the error says so and the file stays.
 * Throws `database_damaged`, `database_newer`, `data_folder_not_writable`, `disk_full`.
 */
export async function openStore(dataFolder: string, clock: Clock): Promise<Store> {
  const path = join(dataFolder, 'zubi.db');
  try {
    if (!existsSync(path)) await createFile(path);
    if (statSync(path).size === 0) throw new ZubiError('database_damaged', { cause: 'empty file' });
    const database = openConnection(path, { mustExist: true });
    try {
      quickCheck(database);
      const stamp = clock().toISOString().replaceAll(':', '-');
      const migration = await migrate(database, migrations, join(dataFolder, `zubi.before-${stamp}.db`));
      const queries = createQueries(database);
      return { queries, migration, close: () => closeStore(queries, database) };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw toStoreError(error);
  }
}

/** A new database gets its name only when it is whole, so that an empty file under that name always means damage. */
async function createFile(path: string): Promise<void> {
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  const database = openConnection(draft, { mustExist: false });
  try {
    chmodSync(draft, 0o600);
    await migrate(database, migrations, `${draft}.copy`);
  } finally {
    database.close();
  }
  renameSync(draft, path);
}

function quickCheck(database: Database): void {
  const result = database.pragma('quick_check(1)', { simple: true });
  if (result !== 'ok') throw new ZubiError('database_damaged', { cause: 'quick_check' });
}

/** Kysely closes the connection only when it was used at least once. */
async function closeStore(queries: Kysely<Tables>, database: Database): Promise<void> {
  await queries.destroy();
  database.close();
}
