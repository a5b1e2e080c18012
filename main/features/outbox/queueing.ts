import { setImmediate } from 'node:timers/promises';
import { ZubiError } from '../../../contract/errors.ts';
import { lastSubmission } from '../../platform/db/chain-rows.ts';
import { isUniqueFault } from '../../platform/db/errors.ts';
import type { Transaction } from '../../platform/db/tables.ts';
import type { Core } from '../core.ts';
import { addEvent, insertBatch, insertSubmission } from '../submissions/public.ts';
import type { Draft } from './drafting.ts';
import { beginRun } from './queue-table.ts';

/** Files written between two yields to other work. */
export const filesInOneGo = 10;

/**
 * Queues drafts by `queue`, in their order and as one step: all, or none where something was queued
 * since `lastSeen`, and then false. Drafts without a batch share a new one.
 */
export function queueTogether<Item extends { readonly draft: Draft }>(
  core: Core,
  { items, lastSeen }: { readonly items: readonly Item[]; readonly lastSeen: number },
  queue: (transaction: Transaction, item: Item) => Promise<void>,
): Promise<boolean> {
  return core.store.queries.transaction().execute(async (transaction) => {
    if ((await lastSubmission(transaction)) !== lastSeen) return false;
    await beginRun(transaction);
    let newBatch: string | null = null;
    for (const [index, item] of items.entries()) {
      const { draft } = item;
      if (draft.batch_id == null) newBatch ??= await openBatch(core, transaction, draft);
      const batch_id = draft.batch_id ?? newBatch;
      await queue(transaction, { ...item, draft: { ...draft, batch_id } });
      // Yields to other work: a call may hold a thousand files.
      if (index % filesInOneGo === filesInOneGo - 1) await setImmediate();
    }
    return true;
  });
}

async function openBatch(
  core: Core,
  transaction: Transaction,
  { environment }: Draft,
): Promise<string> {
  const id = core.newId();
  await insertBatch(transaction, { id, environment, created_at: core.clock().toISOString() });
  return id;
}

/**
 * Queues a draft, without its records, and returns its sequence. `queued` holds what a person
 * agreed to repeat. Throws `file_already_queued`.
 */
export async function enqueue(
  transaction: Transaction,
  draft: Draft,
  queued: { readonly repeats: string | null; readonly guard?: string },
): Promise<number> {
  const sequence = await insertOnce(transaction, draft);
  const at = draft.created_at;
  const { schema_id: schema, record_count: records, period, batch_id: batch = null } = draft;
  // The row's link has no quarter and no batch; this event's link has both.
  const checked = { schema, records, period, batch };
  await addEvent(transaction, draft.id, { at, kind: 'checked', data: checked });
  await addEvent(transaction, draft.id, { at, kind: 'queued', data: queued });
  return sequence;
}

/** The unique index refuses a document that is queued or under way already. */
async function insertOnce(transaction: Transaction, draft: Draft): Promise<number> {
  try {
    return await insertSubmission(transaction, draft);
  } catch (error) {
    if (!isUniqueFault(error)) throw error;
    throw new ZubiError('file_already_queued', { name: draft.file_name }, { cause: error });
  }
}
