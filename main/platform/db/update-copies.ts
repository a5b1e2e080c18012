import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { checkHistory } from './check.ts';
import { openReader } from './connection-settings.ts';
import { readVersion } from './migrate.ts';

const nameStart = 'zubi-before-update-';

/** Path of the copy made before an update at that instant. */
export function updateCopyPath(folder: string, at: Date): string {
  return join(folder, `${nameStart}${at.toISOString().replaceAll(/[:.]/g, '-')}.db`);
}

/**
 * The newest copy from before an update, if it is whole and equals the current history: a killed or
 * failed update left it, and a second copy would only take space. Null when there is none, or when
 * this cannot be decided (a history without a chain of evidence).
 */
export function findSameCopy(database: Database, folder: string): string | null {
  const names = readdirSync(folder).filter(
    (name) => name.startsWith(nameStart) && name.endsWith('.db'),
  );
  const newest = names.toSorted().at(-1);
  if (newest === undefined) return null;
  const path = join(folder, newest);
  const logs = ['-wal', '-shm'].map((end) => `${path}${end}`).filter((log) => !existsSync(log));
  try {
    return isSame(database, path) ? path : null;
  } catch {
    return null;
  } finally {
    // Reading a copy makes a log beside it.
    for (const log of logs) rmSync(log, { force: true });
  }
}

function isSame(database: Database, path: string): boolean {
  const copy = openReader(path);
  try {
    if (readVersion(copy) !== readVersion(database)) return false;
    const [link, own] = [lastLink(copy), lastLink(database)];
    if (link === null || link !== own || restOf(copy) !== restOf(database)) return false;
  } finally {
    copy.close();
  }
  checkHistory(path, 'quick');
  return true;
}

function lastLink(database: Database): string | null {
  const hasChain = database
    .prepare("select 1 from sqlite_schema where name = 'evidence_links'")
    .get();
  if (!hasChain) return null;
  const last = database
    .prepare('select id, hash from evidence_links order by id desc limit 1')
    .get();
  return JSON.stringify(last ?? 'none');
}

/**
 * What the chain's last link covers, and what follows from it: each change of these adds a link.
 */
const linked = new Set([
  ...[
    'documents',
    'submissions',
    'submission_events',
    'submission_records',
    'answers',
    'record_results',
  ],
  ...['evidence_links', 'chain_events'],
]);

/** A digest of everything else: companies, authorizations, the worklist. */
function restOf(database: Database): string {
  const hash = createHash('sha256');
  const tables = database
    .prepare<[], string>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
    )
    .pluck()
    .all();
  for (const name of tables.filter((each) => !linked.has(each) && !each.startsWith('sqlite_'))) {
    hash.update(`\n${name}`);
    const rows = database
      .prepare<[], readonly unknown[]>(`select * from "${name}"`)
      .raw()
      .iterate();
    for (const row of rows)
      for (const value of row)
        hash.update(Buffer.isBuffer(value) ? value : `\n${JSON.stringify(value)}`);
  }
  return hash.digest('hex');
}
