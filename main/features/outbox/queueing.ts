import type { Transaction } from 'kysely';
import { ZubiError } from '../../../contract/errors.ts';
import { isUniqueFault } from '../../platform/db/errors.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Core } from '../core.ts';
import { addEvent, insertBatch, insertSubmission } from '../submissions/public.ts';
import type { Draft } from './drafting.ts';

/** How many files are written between two breaths. */
export const filesInOneGo = 10;

/** Gives what is sent now at one stroke an identity that lasts. */
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
 * Puts a draft into the queue, its records aside; gives back its sequence. `queued` says what a
 * person agreed to repeat.
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

/** The unique index says when this very document is queued or on its way already. */
async function insertOnce(transaction: Transaction<Tables>, draft: Draft): Promise<number> {
  try {
    return await insertSubmission(transaction, draft);
  } catch (error) {
    if (!isUniqueFault(error)) throw error;
    throw new ZubiError('file_already_queued', { name: draft.file_name }, { cause: error });
  }
}
