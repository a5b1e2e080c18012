import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrations } from './migrations.ts';

/** The sandbox's SQLite connection. */
export type State = Database.Database;

/** `ZuSb` in ASCII: the mark of the sandbox's file. */
const applicationId = 0x5a755362;

/**
 * Opens (or makes) `sandbox.db`, readable by its owner only; makes a missing folder. WAL with
 * `synchronous = FULL`: an answered request is on the disk, also after a kill or a power cut.
 * Throws for a foreign file, and for one of a newer version.
 */
export function openState(folder: string): State {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'sandbox.db');
  // SQLite gives its companion files this file's mode.
  closeSync(openSync(path, 'a', 0o600));
  const state = new Database(path);
  try {
    setPragmas(state);
    migrate(state);
    return state;
  } catch (error) {
    state.close();
    throw error;
  }
}

function setPragmas(state: State): void {
  state.pragma('journal_mode = WAL');
  state.pragma('synchronous = FULL');
  state.pragma('foreign_keys = ON');
  state.pragma('busy_timeout = 2000');
  state.pragma('trusted_schema = OFF');
  state.pragma('secure_delete = ON');
  if (
    state.pragma('journal_mode', { simple: true }) !== 'wal' ||
    state.pragma('synchronous', { simple: true }) !== 2
  ) {
    throw new Error(
      'The sandbox needs a folder on a local disk (write-ahead log not possible here).',
    );
  }
}

function migrate(state: State): void {
  const run = state.transaction(() => {
    const version = Number(state.pragma('user_version', { simple: true }));
    const owner = Number(state.pragma('application_id', { simple: true }));
    const tables =
      state.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_schema').get()?.n ?? 0;
    if (owner !== applicationId && tables > 0)
      throw new Error('sandbox.db is not a sandbox database.');
    if (version > migrations.length)
      throw new Error('sandbox.db was written by a newer version of the sandbox.');
    for (const sql of migrations.slice(version)) state.exec(sql);
    state.pragma(`application_id = ${applicationId}`);
    state.pragma(`user_version = ${migrations.length}`);
  });
  run.immediate();
}
