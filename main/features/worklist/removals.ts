import { toCallError } from '../../platform/call-error.ts';
import type { Core, Handlers } from '../core.ts';
import { withOriginals } from './file-origins.ts';
import { discardFiles } from './intake.ts';
import { listRemoved, setRemoved } from './worklist-table.ts';

/** How long a removal can be undone. */
const undoMs = 10_000;
/** A person who undoes in the last moment is not late. */
const graceMs = 2_000;

/** Removed files, until they are discarded. */
interface Removals {
  readonly handlers: Handlers<'submissions.remove' | 'submissions.restore'>;
  idle(): Promise<void>;
  /** Discards nothing any more; the next start does. */
  stop(): Promise<void>;
}

/**
 * State: the timers of what is to be discarded, and the work that is under way. With `go` it begins
 * with what an earlier run removed.
 */
export function createRemovals(core: Core, { go }: { readonly go: boolean }): Removals {
  const timers = new Set<NodeJS.Timeout>();
  let working: Promise<unknown> = Promise.resolve();

  function discardNow(): void {
    working = working
      .then(() => discardDue(core))
      .then((isLeft) => {
        if (isLeft) discardLater();
      })
      .catch((error: unknown) => {
        core.log.error('removed_files_not_discarded', { code: toCallError(error).code });
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

  if (go) discardNow();
  return {
    handlers: {
      'submissions.remove': async ({ fileIds }) => {
        const ids = await core.store.queries
          .transaction()
          .execute(async (transaction) =>
            setRemoved(
              transaction,
              await withOriginals(transaction, fileIds),
              core.clock().toISOString(),
            ),
          );
        core.emit({ name: 'worklist.changed', payload: { fileIds: ids } });
        discardLater();
        return { fileIds: ids, undoMs };
      },
      'submissions.restore': async ({ fileIds }) => {
        const ids = await setRemoved(core.store.queries, fileIds, null);
        core.emit({ name: 'worklist.changed', payload: { fileIds: ids } });
        return { fileIds: ids };
      },
    },
    idle: async () => void (await working),
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await working;
    },
  };
}

/** Gives back whether some are left. A time to come is of a clock that was set back. */
async function discardDue(core: Core): Promise<boolean> {
  const now = core.clock().getTime();
  const removed = await listRemoved(core.store.queries);
  const due = removed.filter(({ removed_at }) => {
    const ageMs = now - Date.parse(removed_at);
    return ageMs >= undoMs || ageMs < 0;
  });
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) await discardFiles(core, ids);
  return due.length < removed.length;
}
