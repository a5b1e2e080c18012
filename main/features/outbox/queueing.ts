import type { Transaction } from 'kysely';
import { ZubiError } from '../../../contract/errors.ts';
import { isUniqueFault } from '../../platform/db/errors.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Core } from '../core.ts';
import { addEvent, insertBatch, insertSubmission } from '../submissions/public.ts';
import type { Draft } from './drafting.ts';

/** Files written between two yields to other work. */
export const filesInOneGo = 10;

/** Creates a batch for the files of one call. */
export async function openBatch(
  core: Core,
  transaction: Transaction<Tables>,
  { environment }: Pick<Draft, 'environment'>,
): Promise<string> {
  const id = core.newId();
  await insertBatch(transaction, { id, environment, created_at: core.clock().toISOString() });
  return id;
}

/**
 * Queues a draft, without its records, and returns its sequence. `queued` holds what a person
 * agreed to repeat.
 */
export async function enqueue(
  transaction: Transaction<Tables>,
  draft: Draft,
  queued: { readonly repeats: string | null; readonly guard?: string },
): Promise<number> {
  const sequence = await insertOnce(transaction, draft);
  const at = draft.created_at;
  const checked = { schema: draft.schema_id, records: draft.record_count };
  await addEvent(transaction, draft.id, { at, kind: 'checked', data: checked });
  await addEvent(transaction, draft.id, { at, kind: 'queued', data: queued });
  return sequence;
}

/** The unique index refuses a document that is queued or under way already. */
async function insertOnce(transaction: Transaction<Tables>, draft: Draft): Promise<number> {
  try {
    return await insertSubmission(transaction, draft);
  } catch (error) {
    if (!isUniqueFault(error)) throw error;
    throw new ZubiError('file_already_queued', { name: draft.file_name }, { cause: error });
  }
}
