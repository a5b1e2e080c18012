import type { AuthorizationEvent } from '../../../contract/authorization.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Transaction } from '../../platform/db/tables.ts';
import type { Core } from '../core.ts';
import {
  type AuthorizationRow,
  requireRow,
  type StandingChange,
  writeEvent,
} from './authorizations-table.ts';

/** An event of an authorization, and the columns that it changes. */
export interface Step {
  readonly kind: AuthorizationEvent['kind'];
  readonly to: AuthorizationEvent['to'];
  readonly uploadId: string | null;
  readonly data: AuthorizationEvent['data'];
  readonly change: StandingChange;
  /** The service's answer, where there was one. */
  readonly answerGzip?: Uint8Array | null;
}

/** The change that closes an upload. */
export const closed = { open_upload_id: null, open_as: null, open_code: null } as const;

/** The change that forgets the last decision: a new document waits for its own. */
export const withoutDecision = { decided_on: null, reason: null, expires_on: null } as const;

/**
 * Writes the step that `decide` returns for a company's row, in the transaction that read the row,
 * and notifies every host. `decide` throws when no step fits the row. Returns the row before.
 */
export async function takeStep(
  core: Core,
  companyId: string,
  decide: (row: AuthorizationRow, transaction: Transaction) => Step | Promise<Step>,
): Promise<AuthorizationRow> {
  const at = core.clock().toISOString();
  const { before, state } = await core.store.queries.transaction().execute(async (transaction) => {
    const row = await requireRow(transaction, companyId);
    const step = await decide(row, transaction);
    const event = {
      company_id: companyId,
      upload_id: step.uploadId,
      at,
      kind: step.kind,
      from_state: row.authorization,
      to_state: step.to,
      data: JSON.stringify(step.data),
      answer_gzip: step.answerGzip ?? null,
    };
    await writeEvent(transaction, event, step.change);
    return { before: row, state: step.to };
  });
  core.emit({ name: 'authorization.changed', payload: { companyId, state } });
  return before;
}

/**
 * Throws while an upload is under way or, unless a person confirmed it, while the outcome of one is
 * unknown.
 */
export function refuseWhileOpen(
  { full_name: name, open_as }: AuthorizationRow,
  isConfirmed = false,
): void {
  if (open_as === 'sending') throw new ZubiError('authorization_state', { name, state: 'sending' });
  if (open_as === 'unknown' && !isConfirmed)
    throw new ZubiError('authorization_unresolved', { name });
}
