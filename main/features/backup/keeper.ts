import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Backup } from '../../../contract/backup.ts';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { Output } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { ChainGround } from '../../platform/chain/reached.ts';
import { backupsFolder } from '../../platform/db/replaced-folders.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { writeWholeFile } from '../../platform/files/whole-file.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { listCopies, makeCopy, prepareBackups } from './copies.ts';
import { runBackupTask } from './run-task.ts';

/** Makes automatic copies and checks of the history, in a separate thread. */
export interface BackupKeeper {
  /**
   * Called when the application has started. The last run may have ended before it copied its last
   * events.
   */
  started(lastEventAt: string): void;
  /** Called when a history was too large to be checked before it was opened. */
  openedUnchecked(): void;
  /** Called when nothing of a batch is queued or on its way any more. */
  batchEnded(): void;
  /** Called when an error suggests damage. Checks the whole history and notifies of damage. */
  suspected(): void;
  /** Called when the list of copies has changed. */
  changed(): void;
  /** Called when a person has made an archive: the history has a copy again. */
  archived(): void;
  /** Why the last automatic copy was not made; null when it was, or an archive since. */
  fault(): CallError | null;
  /** Makes a copy. A second call waits for the first. Throws what `makeCopy` throws. */
  copyNow(): Promise<Backup>;
  /** Checks the whole history. Throws `database_damaged`. */
  checkNow(): Promise<Output<'backup.check'>>;
  /** Resolves when no copy is being made. */
  idle(): Promise<void>;
  /** Stops the task under way. A partial copy is removed. */
  stop(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Minimum pauses between automatic copies, and between automatic checks. */
const pauses = { startMs: dayMs, batchMs: 2 * 60 * 1000, checkMs: 7 * dayMs } as const;

const checkNoteSchema = z.object({ checkedAt: z.iso.datetime() });

interface KeeperOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (event: AppEvent) => void;
  /** Called when an automatic copy or check finds the history damaged. */
  readonly onDamage: (error: ZubiError) => void;
  /** Keys and known state that verify the chain of the history in force. */
  readonly forCheck: () => ChainGround;
}

/** State: the task under way, the number of copies asked for, and the timer of the next copy. */
export function createBackupKeeper(options: KeeperOptions): BackupKeeper {
  const { dataFolder, clock, log, emit, forCheck } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let later: NodeJS.Timeout | undefined;
  let copies = 0;
  let fault: CallError | null = null;
  const changed = () => emit({ name: 'backup.changed', payload: {} });
  const note = (found: CallError | null) => {
    fault = found;
    changed();
  };
  const inTurn = pLimit(1);
  const allDone = () => inTurn(async () => undefined);
  const copyNow = () => {
    copies += 1;
    return inTurn(copyHistory).finally(() => {
      copies -= 1;
    });
  };
  const copyHistory = async () => {
    const copy = await makeCopy(dataFolder, clock, { ground: forCheck(), signal });
    noteCheck(dataFolder, clock());
    log.info('backup_made', { sizeBytes: copy.sizeBytes });
    note(null);
    return copy;
  };
  const checkNow = () =>
    inTurn(() => checkWhole(dataFolder, clock, { ground: forCheck(), signal }));
  /** Runs a task without a caller: logs its errors and notifies of damage. */
  const byItself = (task: () => Promise<unknown>) => {
    task().catch((error: unknown) => {
      if (signal.aborted) return;
      const { code, details } = toCallError(error);
      log.warn('backup_failed', { code });
      if (code === 'database_damaged') options.onDamage(new ZubiError({ code, details }));
      else if (task === copyNow) note({ code: 'backup_failed', details: { cause: code } });
    });
  };
  return {
    started(lastEventAt) {
      const newestMs = newestAutomaticMs(dataFolder);
      const isChanged = Date.parse(lastEventAt) > newestMs;
      if (isChanged || isDue(clock(), newestMs, pauses.startMs)) byItself(copyNow);
      if (isDue(clock(), lastCheckMs(dataFolder), pauses.checkMs)) byItself(checkNow);
    },
    openedUnchecked() {
      const path = join(dataFolder, 'zubi.db');
      byItself(() => inTurn(() => runBackupTask({ kind: 'check', path, level: 'quick' }, signal)));
    },
    suspected: () => byItself(checkNow),
    changed,
    archived: () => note(null),
    fault: () => fault,
    batchEnded() {
      // A copy under way may have begun before the batch ended.
      const ageMs = copies > 0 ? 0 : clock().getTime() - newestAutomaticMs(dataFolder);
      clearTimeout(later);
      if (ageMs >= pauses.batchMs) byItself(copyNow);
      // Otherwise the batch is copied after the pause. The timer keeps no process alive.
      else later = setTimeout(() => byItself(copyNow), pauses.batchMs - Math.max(0, ageMs)).unref();
    },
    copyNow,
    checkNow,
    idle: allDone,
    async stop() {
      clearTimeout(later);
      stopping.abort();
      await allDone();
    },
  };
}

/** Checks the whole history, and notes when. Throws what `runBackupTask` throws. */
async function checkWhole(
  dataFolder: string,
  clock: Clock,
  { ground, signal }: { readonly ground: ChainGround; readonly signal: AbortSignal },
): Promise<Output<'backup.check'>> {
  const path = join(dataFolder, 'zubi.db');
  const order = { kind: 'check', path, level: 'full', ground } as const;
  const { submissions, chain } = await runBackupTask(order, signal);
  const checkedAt = clock();
  noteCheck(dataFolder, checkedAt);
  return { checkedAt: checkedAt.toISOString(), submissions, chain };
}

/** A time in the future was noted with a wrong clock, so the task is due. */
function isDue(now: Date, lastMs: number, everyMs: number): boolean {
  const ageMs = now.getTime() - lastMs;
  return ageMs >= everyMs || ageMs < 0;
}

function newestAutomaticMs(dataFolder: string): number {
  const newest = listCopies(dataFolder).find(({ kind }) => kind === 'automatic');
  return newest ? Date.parse(newest.createdAt) : Number.NEGATIVE_INFINITY;
}

const checkNotePath = (dataFolder: string): string =>
  join(backupsFolder(dataFolder), 'last-check.json');

function noteCheck(dataFolder: string, at: Date): void {
  prepareBackups(dataFolder);
  writeWholeFile(checkNotePath(dataFolder), JSON.stringify({ checkedAt: at.toISOString() }));
}

function lastCheckMs(dataFolder: string): number {
  const note = readJson(checkNotePath(dataFolder), checkNoteSchema);
  return note ? Date.parse(note.checkedAt) : Number.NEGATIVE_INFINITY;
}
