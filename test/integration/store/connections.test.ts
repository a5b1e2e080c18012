import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../main/platform/db/connection.ts';
import { openReader } from '../../../main/platform/db/connection-settings.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { placesOf, readSources } from '../../unit/desktop/source-files.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-connections-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Commits are flushed, references hold, deleted values are overwritten, replacing a row deletes it
 * for the triggers.
 */
const settings = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: 2000,
  trusted_schema: 0,
  secure_delete: 1,
  recursive_triggers: 1,
};
const names = Object.keys(settings);

describe('Q1: every database connection sets its options and reads them back', () => {
  it('for the working connection', async () => {
    const store = await openStore(newFolder(), clock);
    onTestFinished(() => store.close());
    const found: Record<string, unknown> = {};
    for (const name of names) {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(
        store.queries,
      );
      found[name] = Object.values(rows[0] ?? {})[0];
    }
    expect(found).toEqual(settings);
  });

  it.each(names)('a connection that keeps another %s is not used', (name) => {
    const pragma = Database.prototype.pragma;
    onTestFinished(() => {
      Database.prototype.pragma = pragma;
    });
    const opened: Database.Database[] = [];
    // Another program that has the file, or another build of SQLite: a setting is accepted in
    // silence, and ignored.
    Database.prototype.pragma = function (this: Database.Database, ...given) {
      opened.push(this);
      const [text] = given;
      if (!text.startsWith(`${name} =`)) return pragma.apply(this, given);
      const others: Record<string, string> = {
        busy_timeout: '7',
        journal_mode: 'DELETE',
        synchronous: 'OFF',
      };
      const wrong = others[name] ?? (settings[name as keyof typeof settings] === 1 ? 'OFF' : 'ON');
      return pragma.call(this, `${name} = ${wrong}`);
    };
    const path = join(newFolder(), 'zubi.db');
    expect(() => openConnection(path, { mustExist: false })).toThrow(
      name === 'journal_mode' ? 'data_folder_on_network' : `SQLite keeps ${name}`,
    );
    expect(opened.at(-1)?.open).toBe(false);
  });

  it('a read-only connection can write nothing', async () => {
    const folder = newFolder();
    await (await openStore(folder, clock)).close();
    const reader = openReader(join(folder, 'zubi.db'));
    onTestFinished(() => void reader.close());
    const read = (name: string) => reader.pragma(name, { simple: true });
    expect(['query_only', 'trusted_schema', 'cell_size_check'].map(read)).toEqual([1, 0, 1]);
    expect(() => reader.exec('delete from territories')).toThrow(/readonly/);
  });

  it('no other connection exists', () => {
    expect(placesOf(/new Database\(/, readSources(['main'])).toSorted()).toEqual([
      // A copy's log is taken into it, before anything else.
      'main/features/backup/worker.ts',
      'main/platform/db/connection-settings.ts',
      'main/platform/db/connection.ts',
      // Always empty: it is the lock.
      'main/platform/db/lock.ts',
      // In memory.
      'main/platform/db/parts-check.ts',
    ]);
  });
});

describe('Q12: deleted data does not stay in the file', () => {
  /** How many of 200 deleted values can still be read in any file of a folder. */
  function leftOf(overwrites: boolean): number {
    const folder = newFolder();
    const path = join(folder, 'values.db');
    const database = openConnection(path, { mustExist: false });
    if (!overwrites) database.pragma('secure_delete = OFF');
    const values = Array.from(
      { length: 200 },
      (_, index) => `a name that is nobody’s business ${index + 1000}`,
    );
    database.exec(
      'create table people (id integer primary key, name text) strict; create index names on people (name)',
    );
    const insert = database.prepare('insert into people (name) values (?)');
    for (const value of values) insert.run(value);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.exec('delete from people');
    database.close();
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    return values.filter((value) => files.some((bytes) => bytes.includes(value))).length;
  }

  it('0 of 200 are found; without the setting nearly all could be read', () => {
    expect(leftOf(true)).toBe(0);
    expect(leftOf(false)).toBeGreaterThan(150);
  });
});

describe('a transaction has the connection for itself', () => {
  it('refuses a query outside it that is made inside it, and rolls back', async () => {
    const store = await openStore(newFolder(), clock);
    onTestFinished(() => store.close());
    const paused = () => store.queries.selectFrom('queue_state').select('paused').execute();
    const work = store.queries.transaction().execute(async (transaction) => {
      await transaction.updateTable('queue_state').set({ paused: 1 }).execute();
      await paused();
    });
    await expect(work).rejects.toThrow('a query past the open transaction');
    expect(await paused()).toEqual([{ paused: 0 }]);
  });

  it('delays queries from outside, and continues with what it started', async () => {
    const store = await openStore(newFolder(), clock);
    onTestFinished(() => store.close());
    const paused = () => store.queries.selectFrom('queue_state').select('paused').execute();
    const later = Promise.withResolvers<void>();
    let started: Promise<unknown> = Promise.resolve();
    const work = store.queries.transaction().execute(async (transaction) => {
      started = later.promise.then(paused);
      await transaction.updateTable('queue_state').set({ paused: 1 }).execute();
    });
    const outside = paused();
    await work;
    later.resolve();
    expect(await outside).toEqual([{ paused: 1 }]);
    expect(await started).toEqual([{ paused: 1 }]);
  });
});
