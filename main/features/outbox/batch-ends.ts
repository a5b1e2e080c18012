import { toCallError } from '../../platform/call-error.ts';
import type { Core } from '../core.ts';
import { countFiles, isBatchMoving, sumBatches } from '../submissions/public.ts';

/**
 * Emits that a batch has come to rest, once each time, even when several of its submissions end
 * together.
 */
export type BatchEnds = ReturnType<typeof createBatchEnds>;

/** State: the touched batches, and what was last emitted for each batch. */
export function createBatchEnds(core: Pick<Core, 'store' | 'emit' | 'log'>) {
  const touched = new Set<string>();
  const emitted = new Map<string, string>();
  const lookAt = async (id: string) => {
    if (await isBatchMoving(core.store.queries, id)) return;
    const sums = await sumBatches(core.store.queries, [id]);
    const { waiting: _, ...counts } = countFiles(sums);
    // Sent again, a file may end as before, later.
    const lastEnd = sums
      .flatMap(({ finished_at }) => finished_at ?? [])
      .toSorted()
      .at(-1);
    const text = JSON.stringify({ ...counts, lastEnd });
    if (emitted.get(id) === text) return;
    emitted.set(id, text);
    core.emit({ name: 'batch.ended', payload: { batchId: id, ...counts } });
  };
  return {
    /** Called when a submission of the batch has ended, was cancelled, or is held. */
    touch(batchId: string | null) {
      if (batchId !== null) touched.add(batchId);
    },
    /** Looks which of the touched batches have come to rest. */
    look() {
      for (const batchId of touched)
        lookAt(batchId).catch((error: unknown) =>
          core.log.warn('batch_end_not_told', { code: toCallError(error).code }),
        );
      touched.clear();
    },
  };
}
