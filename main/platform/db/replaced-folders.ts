import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { type OpenDatabase, openReader } from './connection-settings.ts';

/** Where copies are, in the data folder. */
export const backupsFolder = (dataFolder: string): string => join(dataFolder, 'backups');

const replacedName = /^set-aside-\d{4}-[\dTZ-]+$/;

/** Whether a folder has the name of a replaced history. */
export function isReplacedName(name: string): boolean {
  return replacedName.test(name);
}

/** Names of the folders of replaced histories, newest first. */
export function listReplacedNames(dataFolder: string): readonly string[] {
  const folder = backupsFolder(dataFolder);
  return existsSync(folder)
    ? readdirSync(folder).filter(isReplacedName).toSorted().toReversed()
    : [];
}

/** Whether the folder still contains a replaced history, whole or not. */
export function hasReplaced(dataFolder: string): boolean {
  return listReplacedNames(dataFolder).length > 0;
}

/**
 * The replaced history as `main`, read only, with the one in force as `restored`. Throws SQLite's
 * errors.
 */
export function openReplaced(dataFolder: string, aside: string): OpenDatabase {
  const database = openReader(join(backupsFolder(dataFolder), aside, 'zubi.db'));
  try {
    database.prepare('attach ? as restored').run(join(dataFolder, 'zubi.db'));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What `read` finds in a replaced history, opened as by `openReplaced`. */
export function readReplaced<Value>(
  dataFolder: string,
  aside: string,
  read: (database: Database.Database) => Value,
): Value {
  using database = openReplaced(dataFolder, aside);
  return read(database);
}
