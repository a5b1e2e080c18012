import { existsSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import { type ChainCheck, type ChainFindings, checkChain } from './chain-check.ts';
import { openReader } from './connection-settings.ts';
import { readVersion, requireSupported } from './migrate.ts';
import { migrations } from './migrations/list.ts';
import { toOpeningError } from './opening-error.ts';
import { checkParts, hasPartsOf } from './parts-check.ts';
import { checkSearch } from './search-check.ts';
import { checkWaiting } from './waiting-check.ts';

/**
 * `shape` only tells whose history it is and whether a part of it is missing; `quick` finds broken
 * structure; `full` also wrong indexes, broken references, what is kept of it twice and differs,
 * and evidence that has changed.
 */
export type CheckLevel = 'shape' | 'quick' | 'full';

/** What a history holds, to tell copies apart and to compare a copy with what it was made from. */
export interface HistoryCounts {
  readonly version: number;
  readonly submissions: number;
  readonly events: number;
  readonly companies: number;
  readonly lastSubmissionAt: string | null;
}

/** The same, with what was found of its chain; nothing of that where it was not followed. */
export interface CheckedHistory extends HistoryCounts {
  readonly chain: ChainFindings;
}

const notFollowed: ChainFindings = { links: 0, sealedUpTo: 0, unverified: 0 };

/**
 * Looks at a history without changing a byte of it. Throws `database_damaged` with the cause,
 * `database_newer`, `database_older`; `data_folder_not_writable` and `database_locked` when it
 * cannot be looked at.
 */
export function checkHistory(
  path: string,
  level: CheckLevel,
  check: Partial<ChainCheck> = {},
): CheckedHistory {
  try {
    if (!existsSync(path)) throw damaged('missing');
    if (statSync(path).size === 0) throw damaged('empty file');
    const database = openReader(path);
    try {
      return checkOpen(database, level, check);
    } finally {
      database.close();
    }
  } catch (error) {
    throw toOpeningError(error, path);
  }
}

/**
 * Pages kept, in KiB. Reading from end to end finds little of what was read before; the system
 * keeps the file at hand.
 */
const keptKib = 2048;

/**
 * The same on an open connection; `checkpoint` is called time and again, and may throw to give the
 * work up. Without keys the links of the chain are followed, and their seals are not verified.
 */
export function checkOpen(
  database: Database.Database,
  level: CheckLevel,
  { checkpoint = () => undefined, verify = null, known = null }: Partial<ChainCheck> = {},
): CheckedHistory {
  database.pragma(`cache_size = -${keptKib}`);
  const version = readVersion(database);
  requireKnown(database, version);
  if (version === 0) throw damaged('no history');
  checkParts(database, version);
  if (level === 'shape') return { ...nothingCounted, version };
  let chain = notFollowed;
  checkpoint();
  const pragma = level === 'full' ? 'integrity_check' : 'quick_check';
  if (database.pragma(`${pragma}(1)`, { simple: true }) !== 'ok') throw damaged(pragma);
  checkpoint();
  if (level === 'full') {
    if (database.prepare('pragma foreign_key_check').get()) throw damaged('foreign_key_check');
    if (version === migrations.at(-1)?.version) {
      chain = checkChain(database, { checkpoint, verify, known });
      checkpoint();
      checkWaiting(database);
      checkpoint();
      checkSearch(database);
    }
  }
  return { ...countHistory(database, version), chain };
}

const nothingCounted = {
  ...{ submissions: 0, events: 0, companies: 0, lastSubmissionAt: null },
  chain: notFollowed,
};

/**
 * Throws `database_newer` or `database_older`, or `database_damaged` where only the number is
 * another one, and all else as this version makes it.
 */
function requireKnown(database: Database.Database, version: number): void {
  try {
    requireSupported(version, migrations);
  } catch (error) {
    throw hasPartsOf(database, migrations.at(-1)?.version ?? 0) ? damaged('version') : error;
  }
}

/**
 * What a history of any version holds, by the tables that every version has; null when it cannot be
 * read.
 */
export function readCounts(path: string): HistoryCounts | null {
  try {
    const database = openReader(path);
    try {
      return countHistory(database, readVersion(database));
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Counts what a history holds. */
function countHistory(database: Database.Database, version: number): HistoryCounts {
  const count = (table: string) =>
    (database.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n;
  const last = database.prepare('select max(created_at) as at from submissions').get() as {
    at: string | null;
  };
  return {
    version,
    submissions: count('submissions'),
    events: count('submission_events'),
    companies: count('companies'),
    lastSubmissionAt: last.at,
  };
}

function damaged(cause: string): ZubiError {
  return new ZubiError('database_damaged', { cause });
}
