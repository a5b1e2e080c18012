import { chmodSync, closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import { toKeys, verifyWith } from '../../platform/chain/evidence-key.ts';
import type { ChainGround } from '../../platform/chain/reached.ts';
import type { ChainCheck, ChainFindings } from '../../platform/db/chain-check.ts';
import {
  type CheckedHistory,
  type CheckLevel,
  checkHistory,
  checkOpen,
  type HistoryCounts,
} from '../../platform/db/check.ts';
import { openReader } from '../../platform/db/connection-settings.ts';

/**
 * What the thread is asked: to look at a history, or to copy one as it stands and look at the copy.
 */
export type BackupTask =
  | {
      readonly kind: 'check';
      readonly path: string;
      readonly level: CheckLevel;
      readonly ground?: ChainGround;
    }
  | {
      readonly kind: 'copy';
      readonly from: string;
      readonly to: string;
      readonly ground?: ChainGround;
    };

/**
 * What the thread starts with: its task, and the sign (0, then 1) that nobody waits for it any
 * longer.
 */
export interface BackupOrder {
  readonly task: BackupTask;
  readonly stop: Int32Array;
}

/** What it answers. */
export type BackupAnswer =
  | {
      readonly ok: true;
      readonly counts: HistoryCounts;
      readonly chain: ChainFindings;
      readonly sizeBytes: number;
    }
  | { readonly ok: false; readonly error: CallError };

const { task, stop } = workerData as BackupOrder;

/** Where the work can be given up between two statements. */
function checkpoint(): void {
  if (Atomics.load(stop, 0) !== 0) throw new ZubiError('backup_failed', { cause: 'ended' });
}

type CopyTask = Extract<BackupTask, { kind: 'copy' }>;

function toCheck({ keys, known }: ChainGround = { keys: [], known: null }): Partial<ChainCheck> {
  return { checkpoint, known, verify: keys.length === 0 ? null : verifyWith(toKeys(keys)) };
}

/** How much is copied between two looks at the sign. */
const pagesAtOnce = 4096;

async function answer(task: BackupTask): Promise<BackupAnswer> {
  try {
    const { chain, ...counts } =
      task.kind === 'check'
        ? checkHistory(task.path, task.level, toCheck(task.ground))
        : await copy(task);
    const path = task.kind === 'check' ? task.path : task.to;
    return { ok: true, counts, chain, sizeBytes: statSync(path).size };
  } catch (error) {
    return { ok: false, error: toCallError(error) };
  }
}

/**
 * One snapshot: the reading transaction stays open from the check to the last page, so that the
 * copy is what was checked, and whoever writes meanwhile is neither waited for nor kept waiting. A
 * copy that is not whole is removed.
 */
async function copy({ from, to, ground }: CopyTask): Promise<CheckedHistory> {
  const source = openReader(from);
  try {
    source.exec('begin');
    const checked = checkOpen(source, 'full', toCheck(ground));
    await source.backup(to, {
      progress: () => {
        checkpoint();
        return pagesAtOnce;
      },
    });
    const { chain: _, ...counts } = checked;
    verify(to, counts);
    return checked;
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${to}${end}`, { force: true });
    throw error;
  } finally {
    source.close();
  }
}

/**
 * The copy is read again from the disk and holds as much as its source. One file by itself, without
 * a log beside it.
 */
function verify(path: string, expected: HistoryCounts): void {
  chmodSync(path, 0o600);
  const database = new Database(path, { fileMustExist: true });
  try {
    database.pragma('journal_mode = DELETE');
    const { chain: _, ...found } = checkOpen(database, 'quick', { checkpoint });
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new ZubiError('backup_failed', { cause: 'counts' });
  } finally {
    database.close();
  }
  const descriptor = openSync(path, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

// It goes when it is told, so that it does not go while another thread is made.
parentPort?.once('message', () => parentPort?.close());
parentPort?.postMessage(await answer(task));
