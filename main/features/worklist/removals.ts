import { toCallError } from '../../platform/call-error.ts';
import type { Transaction } from '../../platform/db/tables.ts';
import type { Core, Handlers } from '../core.ts';
import { withOriginals } from './file-origins.ts';
import { checkFiles, discardChosen } from './intake.ts';
import { readWorklist } from './worklist.ts';
import { joinRemovals, listRemoved, setRemoved } from './worklist-table.ts';

/** How long a removal can be undone. */
const undoMs = 10_000;
/** Tolerance for an undo at the last moment. */
const graceMs = 2_000;

const toIso = (time: number): string => new Date(time).toISOString();

/**
 * Removed files, until they are discarded. State: their timers, and the work under way. With `go`
 * it starts with the removals of an earlier run.
 */
export function createRemovals(core: Core, { go }: { readonly go: boolean }) {
  const timers = new Set<NodeJS.Timeout>();
  let working: Promise<void> = Promise.resolve();

  /** One after the other; an error is logged as `failure`. */
  function run(failure: string, work: () => Promise<void>): void {
    working = working.then(work).catch((error: unknown) => {
      core.log.error(failure, { code: toCallError(error).code });
    });
  }

  function discardNow(isFirst = false): void {
    run('removed_files_not_discarded', async () => {
      if (await discardDue(core, isFirst)) discardLater();
    });
  }

  /** Files that were removed before they had been checked. */
  function checkNow(fileIds: readonly string[]): void {
    run('restored_files_not_checked', async () => {
      const files = await readWorklist(core, fileIds);
      const unchecked = files.flatMap(({ id, judged }) => (judged === null ? [id] : []));
      if (unchecked.length > 0) await checkFiles(core, unchecked);
    });
  }

  function discardLater(): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      discardNow();
    }, undoMs + graceMs);
    timer.unref();
    timers.add(timer);
  }

  if (go) discardNow(true);
  return {
    handlers: {
      'submissions.remove': async ({ fileIds }) => {
        const now = core.clock().getTime();
        const [since, at] = [toIso(now - undoMs), toIso(now)];
        const { ids, joined } = await core.store.queries
          .transaction()
          .execute(async (transaction) => {
            const gone = await withOriginals(transaction, fileIds);
            const ids = await setRemoved(transaction, gone, at);
            return { ids, joined: await joinRemovals(transaction, { since, at }) };
          });
        core.emit({ name: 'worklist.changed', payload: { fileIds: ids } });
        discardLater();
        return { ...joined, undoMs };
      },
      'submissions.restore': async ({ fileIds }) => {
        const ids = await setRemoved(core.store.queries, fileIds, null);
        core.emit({ name: 'worklist.changed', payload: { fileIds: ids } });
        checkNow(ids);
        return { fileIds: ids };
      },
    } satisfies Partial<Handlers>,
    idle: () => working,
    /** Discards nothing from now on; the next start does. */
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await working;
    },
  };
}

/**
 * Returns whether some are left. A time in the future comes from a clock that was set back: at a
 * start nobody can undo such a removal any more.
 */
async function discardDue(core: Core, isFirst: boolean): Promise<boolean> {
  const now = core.clock().getTime();
  let isAnyLeft = false;
  const choose = async (transaction: Transaction) => {
    const removed = await listRemoved(transaction);
    const due = removed.filter(({ removed_at }) => {
      const ageMs = now - Date.parse(removed_at);
      return ageMs >= undoMs || (isFirst && ageMs < 0);
    });
    isAnyLeft = due.length < removed.length;
    return due.map(({ id }) => id);
  };
  // Their originals were removed with them; one that was dropped again since is not.
  await discardChosen(core, choose, 'stay');
  return isAnyLeft;
}
