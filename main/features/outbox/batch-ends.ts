import { toCallError } from '../../platform/call-error.ts';
import type { Core } from '../core.ts';
import { findBatch, isBatchMoving, sumBatches, toBatch } from '../submissions/public.ts';

/**
 * Emits that a batch has come to rest, once each time, even when several of its submissions end
 * together.
 */
export interface BatchEnds {
  /** Called when a submission of the batch has ended, was cancelled, or is held. */
  note(batchId: string): void;
}

/** State: what was last emitted for each batch. */
export function createBatchEnds(core: Pick<Core, 'store' | 'emit' | 'log'>): BatchEnds {
  const told = new Map<string, string>();
  const look = async (id: string) => {
    if (await isBatchMoving(core.store.queries, id)) return;
    const row = await findBatch(core.store.queries, id);
    if (!row) return;
    const { files, held, accepted, partiallyAccepted, withErrors, ...rest } = toBatch(
      row,
      await sumBatches(core.store.queries, [id]),
    );
    const { rejected, failed, unknown, queuedThere, cancelled } = rest;
    const counts = {
      ...{ files, held, accepted, partiallyAccepted, withErrors },
      ...{ rejected, failed, unknown, queuedThere, cancelled },
    };
    const text = JSON.stringify(counts);
    if (told.get(id) === text) return;
    told.set(id, text);
    core.emit({ name: 'batch.ended', payload: { batchId: id, ...counts } });
  };
  return {
    note(batchId) {
      look(batchId).catch((error: unknown) =>
        core.log.warn('batch_end_not_told', { code: toCallError(error).code }),
      );
    },
  };
}
