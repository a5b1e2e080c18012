import Database from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';

/** Name of a pragma, its value, and the value to read back. */
export type ConnectionSetting = readonly [string, string | number, string | number];

/**
 * For reading a history that may be damaged or foreign: its schema calls nothing, and each page is
 * checked before use.
 */
const readerPragmas: readonly ConnectionSetting[] = [
  ['query_only', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
];

/** A connection that `using` closes. */
export type OpenDatabase = Database.Database & Disposable;

export const disposable = (database: Database.Database): OpenDatabase =>
  Object.assign(database, { [Symbol.dispose]: () => void database.close() });

/** Opens a read-only connection. Throws SQLite's errors. */
export function openReader(path: string): OpenDatabase {
  return withSettings(
    new Database(path, { readonly: true, fileMustExist: true, timeout: 2000 }),
    readerPragmas,
  );
}

/**
 * Sets pragmas on a new connection and reads them back, because SQLite ignores unsupported ones; a
 * connection that keeps another value is closed.
 */
export function withSettings(
  database: Database.Database,
  settings: readonly ConnectionSetting[],
): OpenDatabase {
  try {
    for (const [name, value, expected] of settings) {
      database.pragma(`${name} = ${value}`);
      const actual = database.pragma(name, { simple: true });
      // Without shared memory, as on a drive of another machine, SQLite keeps its older journal.
      if (actual !== expected && name === 'journal_mode')
        throw new ZubiError('data_folder_on_network');
      if (actual !== expected) throw new Error(`SQLite keeps ${name} at ${String(actual)}`);
    }
    return disposable(database);
  } catch (error) {
    database.close();
    throw error;
  }
}
