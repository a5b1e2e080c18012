import { existsSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import { type ChainCheck, type ChainFindings, checkChain, requireNoGap } from './chain-check.ts';
import { openReader } from './connection-settings.ts';
import {
  checkRecords,
  checkSearch,
  checkTotals,
  checkVerdicts,
  checkWaiting,
} from './derived-check.ts';
import { readVersion, requireSupported } from './migrate.ts';
import { migrations } from './migrations/list.ts';
import { toOpeningError } from './opening-error.ts';
import { checkParts, hasPartsOf } from './parts-check.ts';

/**
 * `shape` only tells whose history it is and whether a part is missing; `quick` finds broken
 * structure and deleted links; `full` also finds wrong indexes, broken references, stored copies
 * that differ, and changed evidence.
 */
export type CheckLevel = 'shape' | 'quick' | 'full';

/** What a history contains, to tell copies apart and to compare a copy with its original. */
export interface HistoryCounts {
  readonly version: number;
  readonly submissions: number;
  readonly events: number;
  readonly companies: number;
  readonly lastSubmissionAt: string | null;
}

/** The same with the result for its chain: all zero when the chain was not followed. */
export interface CheckedHistory extends HistoryCounts {
  readonly chain: ChainFindings;
}

const derivedChecks = [checkWaiting, checkSearch, checkTotals, checkRecords, checkVerdicts];

const notFollowed: ChainFindings = { links: 0, sealedUpTo: 0, unverified: 0 };

/**
 * Checks a history without changing a byte. Throws `database_damaged` with the cause,
 * `database_newer`, `database_older`; `data_folder_not_writable` and `database_locked` when it
 * cannot be read.
 */
export function checkHistory(
  path: string,
  level: CheckLevel,
  check: Partial<ChainCheck> = {},
): CheckedHistory {
  try {
    if (!existsSync(path)) throw damaged('missing');
    if (statSync(path).size === 0) throw damaged('empty file');
    using database = openReader(path);
    return checkOpen(database, level, check);
  } catch (error) {
    throw toOpeningError(error, path);
  }
}

/** Page cache in KiB. A read from end to end reuses little; the system caches the file. */
const keptKib = 2048;

/**
 * The same on an open connection; `checkpoint` is called repeatedly and may throw to stop the work.
 * Without keys the chain's links are followed and their seals are not verified.
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
  const isNewest = version === migrations.at(-1)?.version;
  if (isNewest) requireNoGap(database);
  if (level === 'full') {
    if (database.prepare('pragma foreign_key_check').get()) throw damaged('foreign_key_check');
    if (isNewest) {
      chain = checkChain(database, { checkpoint, verify, known });
      checkpoint();
      for (const checkDerived of derivedChecks) {
        checkDerived(database);
        checkpoint();
      }
    }
  }
  return { ...countHistory(database, version), chain };
}

const nothingCounted = {
  submissions: 0,
  events: 0,
  companies: 0,
  lastSubmissionAt: null,
  chain: notFollowed,
};

/**
 * Throws `database_newer` or `database_older`, or `database_damaged` when only the version number
 * differs and everything else is this version's.
 */
function requireKnown(database: Database.Database, version: number): void {
  try {
    requireSupported(version, migrations);
  } catch (error) {
    throw hasPartsOf(database, migrations.at(-1)?.version ?? 0) ? damaged('version') : error;
  }
}

/**
 * Counts the rows of a history of any version, by the tables that all versions have; null when it
 * cannot be read.
 */
export function readCounts(path: string): HistoryCounts | null {
  try {
    using database = openReader(path);
    return countHistory(database, readVersion(database));
  } catch {
    return null;
  }
}

/** Counts the rows of a history. */
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
