import Database from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';

/** Name of a pragma, what it is set to, and what it must be read back as. */
export type ConnectionSetting = readonly [string, string | number, string | number];

/**
 * For looking at a history that may be damaged, or anybody's: its own schema calls nothing, and
 * each page is looked at before it is believed.
 */
const readerPragmas: readonly ConnectionSetting[] = [
  ['query_only', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
];

/** Opens a connection that changes nothing. Throws what SQLite throws. */
export function openReader(path: string): Database.Database {
  return withSettings(
    new Database(path, { readonly: true, fileMustExist: true, timeout: 2000 }),
    readerPragmas,
  );
}

/**
 * Sets a new connection and reads back, because SQLite ignores a pragma it does not like; one that
 * keeps another setting is closed.
 */
export function withSettings(
  database: Database.Database,
  settings: readonly ConnectionSetting[],
): Database.Database {
  try {
    for (const [name, value, expected] of settings) {
      database.pragma(`${name} = ${value}`);
      const actual = database.pragma(name, { simple: true });
      // Without shared memory, as on a drive of another machine, SQLite stays at its older journal.
      if (actual !== expected && name === 'journal_mode')
        throw new ZubiError('data_folder_on_network');
      if (actual !== expected) throw new Error(`SQLite keeps ${name} at ${String(actual)}`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
