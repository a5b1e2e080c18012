import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Backup } from '../../../contract/backup.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { Output } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { ChainGround } from '../../platform/chain/reached.ts';
import { backupsFolder } from '../../platform/db/replaced-folders.ts';
import { writeWholeFile } from '../../platform/files/whole-file.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { listCopies, makeCopy, prepareBackups } from './copies.ts';
import { runBackupTask } from './run-task.ts';

/** Makes copies by itself and looks the history over, in a thread of its own. */
export interface BackupKeeper {
  /** Called when the application has started. */
  started(): void;
  /** Called when a history was too large to be looked at before it was opened. */
  openedUnchecked(): void;
  /** Called when nothing is queued or on its way any more. */
  batchEnded(): void;
  /** Something spoke of damage: it is looked at from end to end, and told when it is so. */
  suspected(): void;
  /** The copies are no longer those that were listed. */
  changed(): void;
  /** One copy at a time: a second wish waits for the first. Throws what `makeCopy` throws. */
  copyNow(): Promise<Backup>;
  /** Looks at the history from end to end. Throws `database_damaged`. */
  checkNow(): Promise<Output<'backup.check'>>;
  /** Resolves when no copy is being made. */
  idle(): Promise<void>;
  /** Gives up what is being made: a half copy is removed. */
  stop(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** How often copies are made by themselves, at most. */
const pauses = { startMs: dayMs, batchMs: 2 * 60 * 1000, checkMs: 7 * dayMs } as const;

const checkNoteSchema = z.object({ checkedAt: z.iso.datetime() });

/** State: the task under way, and the copy that waits for its time. */
export function createBackupKeeper(options: {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (event: AppEvent) => void;
  /** Told when the history was found damaged, in a copy or a check that nobody asked for. */
  readonly onDamage: (error: ZubiError) => void;
  /** With what the chain of the history in force is verified. */
  readonly forCheck: () => ChainGround;
}): BackupKeeper {
  const { dataFolder, clock, log, emit, forCheck } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Promise<unknown> = Promise.resolve();
  let later: NodeJS.Timeout | undefined;
  const inTurn = <Value>(task: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
  const copyNow = () =>
    inTurn(async () => {
      const copy = await makeCopy(dataFolder, clock, { ground: forCheck(), signal });
      noteCheck(dataFolder, clock());
      log.info('backup_made', { sizeBytes: copy.sizeBytes });
      emit({ name: 'backup.changed', payload: {} });
      return copy;
    });
  const checkNow = () =>
    inTurn(async () => {
      const path = join(dataFolder, 'zubi.db');
      const { counts, chain } = await runBackupTask(
        { kind: 'check', path, level: 'full', ground: forCheck() },
        signal,
      );
      const checkedAt = clock();
      noteCheck(dataFolder, checkedAt);
      return { checkedAt: checkedAt.toISOString(), submissions: counts.submissions, chain };
    });
  /** Nobody waits for it: what goes wrong is logged, and damage is told. */
  const byItself = (task: () => Promise<unknown>) => {
    task().catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      const { code, details } = toCallError(error);
      log.warn('backup_failed', { code });
      if (code === 'database_damaged') options.onDamage(new ZubiError({ code, details }));
    });
  };
  /** What lies ahead was noted when the clock was wrong, and says nothing. */
  const isDue = (lastMs: number, everyMs: number) => {
    const ageMs = clock().getTime() - lastMs;
    return ageMs >= everyMs || ageMs < 0;
  };
  return {
    started() {
      if (isDue(newestAutomaticMs(dataFolder), pauses.startMs)) byItself(copyNow);
      if (isDue(lastCheckMs(dataFolder), pauses.checkMs)) byItself(checkNow);
    },
    openedUnchecked() {
      const path = join(dataFolder, 'zubi.db');
      byItself(() =>
        inTurn(() => runBackupTask({ kind: 'check', path, level: 'quick' }, stopping.signal)),
      );
    },
    suspected: () => byItself(checkNow),
    changed: () => emit({ name: 'backup.changed', payload: {} }),
    batchEnded() {
      const ageMs = clock().getTime() - newestAutomaticMs(dataFolder);
      clearTimeout(later);
      if (ageMs >= pauses.batchMs) byItself(copyNow);
      // The batch is copied all the same, when the pause is over; it keeps no process alive.
      else later = setTimeout(() => byItself(copyNow), pauses.batchMs - Math.max(0, ageMs)).unref();
    },
    copyNow,
    checkNow,
    idle: async () => void (await last),
    async stop() {
      clearTimeout(later);
      stopping.abort();
      await last;
    },
  };
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
  const path = checkNotePath(dataFolder);
  if (!existsSync(path)) return Number.NEGATIVE_INFINITY;
  try {
    return Date.parse(checkNoteSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).checkedAt);
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}
