import Database from 'better-sqlite3';
import { ZubiError } from '../../contract/errors.ts';
import { migrations } from './migrations/list.ts';

/** By version: what its steps make of an empty database. Made once, in some ten milliseconds. */
const known = new Map<number, readonly string[]>();

/**
 * Throws `database_damaged` (cause `parts`) when a table, an index or a trigger of its version is
 * missing. No check of SQLite's sees that: without a trigger evidence could be deleted, without a
 * table every call would fail. What is there besides is left alone.
 */
export function checkParts(database: Database.Database, version: number): void {
  const there = new Set(partsOf(database));
  const missing = madeBy(version).find((part) => !there.has(part));
  if (missing !== undefined) throw new ZubiError('database_damaged', { cause: 'parts', missing });
}

function madeBy(version: number): readonly string[] {
  const parts = known.get(version) ?? make(version);
  known.set(version, parts);
  return parts;
}

function make(version: number): readonly string[] {
  const model = new Database(':memory:');
  try {
    model.exec('begin');
    for (const step of migrations.filter((each) => each.version <= version)) {
      model.exec(step.sql);
      step.fill?.(model);
    }
    return partsOf(model);
  } finally {
    model.close();
  }
}

/** As `trigger answers_stay`; what SQLite makes by itself is left out. */
function partsOf(database: Database.Database): string[] {
  const own = "select type || ' ' || name from sqlite_schema where substr(name, 1, 7) <> 'sqlite_'";
  return database.prepare<[], string>(own).pluck().all();
}
