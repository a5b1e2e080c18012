import { chmodSync, closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
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

/** The thread's task: check a history, or copy it and check the copy. */
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

/** The thread's start data: its task, and a flag (0, then 1) that asks it to stop. */
export interface BackupOrder {
  readonly task: BackupTask;
  readonly stop: Int32Array;
}

export type BackupAnswer =
  | {
      readonly ok: true;
      readonly counts: HistoryCounts;
      readonly chain: ChainFindings;
    }
  | { readonly ok: false; readonly error: CallError };

const { task, stop } = workerData as BackupOrder;

/** Stops the work between two statements when the flag is set. */
function checkpoint(): void {
  if (Atomics.load(stop, 0) !== 0) throw new ZubiError('backup_failed', { cause: 'ended' });
}

type CopyTask = Extract<BackupTask, { kind: 'copy' }>;

function toCheck({ keys, known }: ChainGround = { keys: [], known: null }): Partial<ChainCheck> {
  return { checkpoint, known, verify: keys.length === 0 ? null : verifyWith(toKeys(keys)) };
}

/** Pages copied between two checks of the flag. */
const pagesAtOnce = 4096;

async function answer(task: BackupTask): Promise<BackupAnswer> {
  try {
    const { chain, ...counts } =
      task.kind === 'check'
        ? checkHistory(task.path, task.level, toCheck(task.ground))
        : await copy(task);
    return { ok: true, counts, chain };
  } catch (error) {
    return { ok: false, error: toCallError(error) };
  }
}

/**
 * Copies one snapshot. The read transaction stays open from the check to the last page, so the copy
 * is what was checked, and the copy and other writers do not wait for each other. Removes a partial
 * copy.
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
 * Reads the copy again from disk and compares its counts with the source's. Leaves one file without
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

// The thread ends only when asked, so that it does not end while another thread starts.
parentPort?.once('message', () => parentPort?.close());
parentPort?.postMessage(await answer(task));
