import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { ZubiError } from '../../../contract/errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { toStorageError } from '../files/whole-file.ts';
import type { Clock } from '../ports.ts';
import { type IntactCheck, isIntact } from './chain-check.ts';
import { checkHistory } from './check.ts';
import { createQueries, openConnection } from './connection.ts';
import { type MigrationResult, migrate, readVersion } from './migrate.ts';
import { migrations } from './migrations/list.ts';
import { isNetworkFolder } from './network-folder.ts';
import { toOpeningError } from './opening-error.ts';
import type { Tables } from './tables.ts';
import { findSameCopy, updateCopyPath } from './update-copies.ts';

/** The history's database, open. */
export interface Store {
  readonly queries: Kysely<Tables>;
  readonly migration: MigrationResult;
  /**
   * False when it was too large to be looked at before opening: the caller has it checked beside
   * the work.
   */
  readonly wasChecked: boolean;
  /**
   * Whether this process owns the data folder; another one only reads, but for what a person asks
   * of it.
   */
  readonly owns: boolean;
  /** Whether what the history tells of a submission is as it was written. */
  isIntact(submissionId: string, check?: IntactCheck): boolean;
  close(): Promise<void>;
}

/** Up to this size the structure is checked before anything else (some tenths of a second). */
const checkedAtOnceBytes = 64 * 1024 * 1024;
/** How long somebody else's first history is waited for, and how often it is looked for. */
const [longestMakingMs, lookMs] = [5000, 25];

/**
 * Makes the data folder when it is not there; only its owner may look into it. Throws
 * `data_folder_on_network` for a folder of another machine, `data_folder_not_writable` where none
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
 * never written over: the error says so and everything stays. Whoever does not own the data folder
 * makes and changes nothing: what the owner has not made yet is waited for, and an older shape is
 * left to it. Throws `database_damaged`, `database_newer`, `database_older`, `database_locked`,
 * `data_folder_in_use`, `data_folder_not_writable`, `data_folder_on_network`, `disk_full`.
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
        ...{ queries, migration, wasChecked, owns },
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
 * One changed byte makes a history that can be read and never written; a transaction that writes no
 * row tells. Throws what SQLite throws.
 */
function requireWritable(database: Database): void {
  database.exec('update queue_state set paused = paused where false');
}

/**
 * The copy from before lies with the other copies, and leaves with them. One that a killed or
 * failed update left is taken again.
 */
async function migrateWithCopy(
  database: Database,
  dataFolder: string,
  clock: Clock,
): Promise<MigrationResult> {
  const folder = join(dataFolder, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isPending = readVersion(database) !== migrations.at(-1)?.version;
  const left = isPending ? findSameCopy(database, folder) : null;
  const migration = await migrate(database, migrations, left ?? updateCopyPath(folder, clock()));
  if (migration.copy) chmodSync(migration.copy, 0o600);
  return migration;
}

/** An older history changes its shape under its owner alone. */
function takeAsItIs(database: Database): MigrationResult {
  const from = readVersion(database);
  if (from !== migrations.at(-1)?.version)
    throw new ZubiError('data_folder_in_use', { version: from });
  return { from, to: from, copy: null };
}

const markOf = (dataFolder: string): string => join(dataFolder, 'backups', 'first-history');

/**
 * Only where there has never been a history: one that has vanished is damage, and must not turn
 * into an empty one unseen.
 */
async function createFirst(dataFolder: string): Promise<void> {
  const path = join(dataFolder, 'zubi.db');
  if (hasBeenThere(dataFolder)) throw new ZubiError('database_damaged', { cause: 'missing' });
  await createHistory(path);
  mkdirSync(join(dataFolder, 'backups'), { recursive: true, mode: 0o700 });
  writeFileSync(markOf(dataFolder), '', { mode: 0o600 });
}

function hasBeenThere(dataFolder: string): boolean {
  return existsSync(join(dataFolder, 'zubi.db-wal')) || existsSync(markOf(dataFolder));
}

/** Waits until the owner of the folder has made its first history: some tenths of a second. */
async function requireMade(dataFolder: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestMakingMs; waitedMs += lookMs) {
    // In this order: the mark is made after the file.
    const wasThere = hasBeenThere(dataFolder);
    if (existsSync(join(dataFolder, 'zubi.db'))) return;
    if (wasThere) throw new ZubiError('database_damaged', { cause: 'missing' });
    await wait(lookMs);
  }
  throw new ZubiError('data_folder_in_use');
}

/**
 * Makes an empty history. It gets its name only when it is whole, so that an empty file under that
 * name always means damage.
 */
export async function createHistory(path: string): Promise<void> {
  const draft = `${path}.new`;
  for (const end of ['', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
  const database = openConnection(draft, { mustExist: false });
  try {
    chmodSync(draft, 0o600);
    await migrate(database, migrations, `${draft}.copy`);
  } finally {
    database.close();
  }
  renameSync(draft, path);
}

/** Kysely closes the connection only when it was used at least once. */
async function closeStore(queries: Kysely<Tables>, database: Database): Promise<void> {
  await queries.destroy();
  database.close();
}
