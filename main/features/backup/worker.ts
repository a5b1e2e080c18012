import { chmodSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type Reply, ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import { toKeys, verifyWith } from '../../platform/chain/evidence-key.ts';
import type { ChainGround } from '../../platform/chain/reached.ts';
import type { ChainCheck } from '../../platform/db/chain-check.ts';
import {
  type CheckedHistory,
  type CheckLevel,
  checkHistory,
  checkOpen,
} from '../../platform/db/check.ts';
import { disposable, openReader } from '../../platform/db/connection-settings.ts';
import { flushFile } from '../../platform/files/whole-file.ts';

/** The thread's task: check a history, or copy it and check the copy. */
export type BackupTask = (CheckTask | CopyTask) & { readonly ground?: ChainGround };
type CheckTask = { readonly kind: 'check'; readonly path: string; readonly level: CheckLevel };
type CopyTask = { readonly kind: 'copy'; readonly from: string; readonly to: string };

/** A task, and a flag (0, then 1) that asks the thread to stop. */
export interface BackupOrder {
  readonly task: BackupTask;
  readonly stop: Int32Array;
}

/** Called first: the thread has loaded its code. */
export function ready(): void {}

/** Does one task. The thread is ended afterwards. */
export async function answer({ task, stop }: BackupOrder): Promise<Reply<CheckedHistory>> {
  const { keys, known } = task.ground ?? { keys: [], known: null };
  const check: ChainCheck = {
    /** Stops the work between two statements when the flag is set. */
    checkpoint() {
      if (Atomics.load(stop, 0) !== 0) throw new ZubiError('backup_failed', { cause: 'ended' });
    },
    known,
    verify: keys.length === 0 ? null : verifyWith(toKeys(keys)),
  };
  try {
    const value =
      task.kind === 'check' ? checkHistory(task.path, task.level, check) : await copy(task, check);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, error: toCallError(error) };
  }
}

/** Pages copied between two checks of the flag. */
const pagesAtOnce = 4096;

/**
 * Copies one snapshot. The read transaction stays open from the check to the last page, so the copy
 * is what was checked, and the copy and other writers do not wait for each other. Removes a partial
 * copy.
 */
async function copy({ from, to }: CopyTask, check: ChainCheck): Promise<CheckedHistory> {
  using source = openReader(from);
  try {
    source.exec('begin');
    const checked = checkOpen(source, 'full', check);
    await source.backup(to, {
      progress: () => {
        check.checkpoint();
        return pagesAtOnce;
      },
    });
    verify(to, checked, check);
    return checked;
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${to}${end}`, { force: true });
    throw error;
  }
}

/**
 * Reads the copy again from disk and compares its counts with the source's. Leaves one file without
 * a log beside it.
 */
function verify(path: string, expected: CheckedHistory, { checkpoint }: ChainCheck): void {
  chmodSync(path, 0o600);
  {
    using database = disposable(new Database(path, { fileMustExist: true }));
    database.pragma('journal_mode = DELETE');
    // The quick check does not follow the chain.
    const found = { ...checkOpen(database, 'quick', { checkpoint }), chain: expected.chain };
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new ZubiError('backup_failed', { cause: 'counts' });
  }
  flushFile(path);
}
