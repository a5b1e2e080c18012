import Database from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import { disposable } from './connection-settings.ts';
import { migrations } from './migrations/list.ts';

/** By type and name, as `trigger answers_stay`: its table and its SQL. */
type Parts = ReadonlyMap<string, string>;

/**
 * By version: the parts that its steps make in an empty database. Made once, in some ten
 * milliseconds.
 */
const known = new Map<number, Parts>();

/**
 * Where SQLite keeps the counts of `analyze`, with its own SQL. No step makes them; their content
 * can make a query slower, never wrong.
 */
const statistics: Parts = new Map([
  ['table sqlite_stat1', 'sqlite_stat1 CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['table sqlite_stat4', 'sqlite_stat4 CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

/**
 * Throws `database_damaged` (cause `parts`) unless tables, indexes, triggers and views are exactly
 * the version's, each with its SQL, including those that FTS5 made. No check of SQLite covers this.
 * Without a guard evidence could be deleted; with one more trigger, or an emptied guard, it could
 * be changed while being written.
 */
export function checkParts(database: Database.Database, version: number): void {
  const rows = readParts(database);
  const [there, made] = [new Map(rows), madeBy(version)];
  for (const part of made.keys()) if (!there.has(part)) throw differs('missing', part);
  for (const [part, text] of rows) {
    const expected = made.get(part) ?? statistics.get(part);
    if (expected === undefined) throw differs('added', part);
    if (text !== expected) throw differs('changed', part);
  }
  if (rows.length !== there.size) throw differs('added', 'twice');
}

/** Whether the parts are exactly those of the version. */
export function hasPartsOf(database: Database.Database, version: number): boolean {
  try {
    checkParts(database, version);
    return true;
  } catch {
    return false;
  }
}

/** An added part can have any name of any length. */
function differs(how: 'missing' | 'changed' | 'added', part: string): ZubiError {
  return new ZubiError('database_damaged', { cause: 'parts', [how]: part.slice(0, 100) });
}

function madeBy(version: number): Parts {
  const parts = known.get(version) ?? make(version);
  known.set(version, parts);
  return parts;
}

function make(version: number): Parts {
  using model = disposable(new Database(':memory:'));
  model.exec('begin');
  for (const step of migrations.filter((each) => each.version <= version)) {
    model.exec(step.sql);
    step.fill?.(model);
  }
  return new Map(readParts(model));
}

function readParts(database: Database.Database): readonly [string, string][] {
  const text = (column: string) => `coalesce(${column}, '')`;
  return database
    .prepare<[], [string, string]>(
      `select ${text('type')} || ' ' || ${text('name')}, ${text('tbl_name')} || ' ' || ${text('sql')}
        from sqlite_schema`,
    )
    .raw()
    .all();
}
