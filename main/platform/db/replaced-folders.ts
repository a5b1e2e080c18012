import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { openReader } from './connection-settings.ts';

/** Where copies lie, in the data folder. */
export const backupsFolder = (dataFolder: string): string => join(dataFolder, 'backups');

const replacedName = /^set-aside-\d{4}-[\dTZ-]+$/;

/** Whether it is the name of a folder for what was in force before a restoration. */
export function isReplacedName(name: string): boolean {
  return replacedName.test(name);
}

/** Names of the folders of what was in force before a restoration, the newest first. */
export function listReplacedNames(dataFolder: string): readonly string[] {
  const folder = backupsFolder(dataFolder);
  return existsSync(folder)
    ? readdirSync(folder).filter(isReplacedName).toSorted().toReversed()
    : [];
}

/**
 * Whether anything that was in force before a restoration still lies in the folder, whole or not.
 */
export function hasReplaced(dataFolder: string): boolean {
  return listReplacedNames(dataFolder).length > 0;
}

/**
 * The history set aside as `main`, read only, with the one in force beside it as `restored`. Throws
 * what SQLite throws.
 */
export function openReplaced(dataFolder: string, aside: string): Database.Database {
  const database = openReader(join(backupsFolder(dataFolder), aside, 'zubi.db'));
  try {
    database.prepare('attach ? as restored').run(join(dataFolder, 'zubi.db'));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
