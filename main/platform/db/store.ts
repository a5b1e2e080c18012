import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { moveFileSync } from '../files/move-file.ts';
import { stampOf } from '../files/stamp.ts';
import { toStorageError, writeWholeFile } from '../files/whole-file.ts';
import type { Clock } from '../ports.ts';
import { type IntactCheck, isIntact } from './chain-check.ts';
import { checkHistory } from './check.ts';
import { createQueries, openConnection } from './connection.ts';
import { type MigrationResult, migrate, readVersion } from './migrate.ts';
import { migrations } from './migrations/list.ts';
import { isNetworkFolder } from './network-folder.ts';
import { toOpeningError } from './opening-error.ts';
import { backupsFolder } from './replaced-folders.ts';
import type { Queries } from './tables.ts';

/** The history's database, open. */
export interface Store {
  readonly queries: Queries;
  readonly migration: MigrationResult;
  /**
   * False when it was too large to check before opening: the caller has it checked in the
   * background.
   */
  readonly wasChecked: boolean;
  /**
   * Whether this process owns the data folder; any other process only reads, except for what a
   * person asks of it.
   */
  readonly owns: boolean;
  /** Whether a submission in the history is as it was written. */
  isIntact(submissionId: string, check?: IntactCheck): boolean;
  close(): Promise<void>;
}

/** Up to this size the structure is checked first (some tenths of a second). */
const checkedAtOnceBytes = 64 * 1024 * 1024;
/** Longest wait for the history that another process creates, and the pause between two looks. */
const [maxMakingMs, lookMs] = [5000, 25];

/**
 * Makes the data folder if it is missing; only its owner may read it. Throws
 * `data_folder_on_network` for a folder on another machine, `data_folder_not_writable` where none
 * can be made.
 */
export function prepareDataFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder);
  } catch (error) {
    throw toStorageError(error, dataFolder);
  }
  if (isNetworkFolder(dataFolder)) throw new ZubiError('data_folder_on_network');
}

/**
 * Opens `zubi.db`, checks it and brings it to the newest shape. A missing, empty or damaged file is
 * never overwritten: the error says so and everything stays. A process that does not own the data
 * folder changes nothing: it waits for a history that the owner has not made yet, and leaves an
 * older shape to the owner. Throws `database_damaged`, `database_newer`, `database_older`,
 * `database_locked`, `data_folder_in_use`, `data_folder_not_writable`, `data_folder_on_network`,
 * `disk_full`.
 */
export async function openStore(
  dataFolder: string,
  clock: Clock,
  { owns = true }: { readonly owns?: boolean } = {},
): Promise<Store> {
  const path = join(dataFolder, 'zubi.db');
  try {
    if (owns && !existsSync(path)) await createFirst(dataFolder);
    if (!owns) await requireMade(dataFolder);
    const { size } = statSync(path);
    const wasChecked = size <= checkedAtOnceBytes;
    checkHistory(path, wasChecked ? 'quick' : 'shape');
    const database = openConnection(path, { mustExist: true });
    try {
      if (owns) requireWritable(database);
      const migration = owns
        ? await migrateWithCopy(database, dataFolder, clock)
        : takeAsItIs(database);
      const queries = createQueries(database);
      return {
        queries,
        migration,
        wasChecked,
        owns,
        isIntact: (id, check = { verify: null, mayWait: true }) => isIntact(database, id, check),
        close: () => closeStore(queries, database),
      };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw toOpeningError(error, path);
  }
}

/**
 * One changed byte can make a history readable but not writable; a transaction without rows shows
 * it. Throws SQLite's errors.
 */
function requireWritable(database: Database): void {
  database.exec('update queue_state set paused = paused where false');
}

/** The copy from before an update is kept and removed with the other copies. */
async function migrateWithCopy(
  database: Database,
  dataFolder: string,
  clock: Clock,
): Promise<MigrationResult> {
  const folder = backupsFolder(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `zubi-before-update-${stampOf(clock())}.db`);
  const migration = await migrate(database, migrations, path);
  if (migration.copy) chmodSync(migration.copy, 0o600);
  return migration;
}

/** Only the owner changes the shape of an older history. */
function takeAsItIs(database: Database): MigrationResult {
  const from = readVersion(database);
  if (from !== migrations.at(-1)?.version)
    throw new ZubiError('data_folder_in_use', { version: from });
  return { from, to: from, copy: null };
}

const markOf = (dataFolder: string): string => join(backupsFolder(dataFolder), 'first-history');

/**
 * Only where there has never been a history: a vanished one is damage and must not become an empty
 * one unnoticed.
 */
async function createFirst(dataFolder: string): Promise<void> {
  const path = join(dataFolder, 'zubi.db');
  if (hasBeenThere(dataFolder)) throw new ZubiError('database_damaged', { cause: 'missing' });
  await createHistory(path);
  mkdirSync(backupsFolder(dataFolder), { recursive: true, mode: 0o700 });
  writeWholeFile(markOf(dataFolder), '');
}

function hasBeenThere(dataFolder: string): boolean {
  return existsSync(join(dataFolder, 'zubi.db-wal')) || existsSync(markOf(dataFolder));
}

/** Waits until the folder's owner has made its first history: some tenths of a second. */
async function requireMade(dataFolder: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < maxMakingMs; waitedMs += lookMs) {
    // In this order: the mark is made after the file.
    const wasThere = hasBeenThere(dataFolder);
    if (existsSync(join(dataFolder, 'zubi.db'))) return;
    if (wasThere) throw new ZubiError('database_damaged', { cause: 'missing' });
    await wait(lookMs);
  }
  throw new ZubiError('data_folder_in_use');
}

/**
 * Makes an empty history. It gets its name only when complete, so that an empty file of that name
 * always means damage.
 */
export async function createHistory(path: string): Promise<void> {
  const draft = `${path}.new`;
  for (const end of ['', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
  {
    using database = openConnection(draft, { mustExist: false });
    chmodSync(draft, 0o600);
    await migrate(database, migrations, `${draft}.copy`);
  }
  moveFileSync(draft, path);
}

/** Kysely closes the connection only after at least one use. */
async function closeStore(queries: Queries, database: Database): Promise<void> {
  await queries.destroy();
  database.close();
}
