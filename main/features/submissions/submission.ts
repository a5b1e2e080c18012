import { ZubiError } from '../../../contract/errors.ts';
import { isQueuedThere } from '../../../contract/shown-state.ts';
import type { Submission, SubmissionState } from '../../../contract/submission.ts';
import { type ConnectionId, kindOf } from '../../platform/db/connection-id.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { Core } from '../core.ts';
import { findSubmission } from './submissions-table.ts';

/** Throws `submission_unknown`. */
export async function requireSubmission(core: Core, id: string): Promise<SubmissionsTable> {
  const row = await findSubmission(core.store.queries, id);
  if (!row) throw new ZubiError('submission_unknown', { id });
  return row;
}

/** What comes from a submission is only for its connection. Throws `submission_elsewhere`. */
export function requireSameConnection(
  inUse: { readonly environment: ConnectionId | 'none' },
  { environment }: Pick<SubmissionsTable, 'environment'>,
): void {
  if (environment !== inUse.environment)
    throw new ZubiError('submission_elsewhere', { environment });
}

export function emitChange(core: Core, id: string, state: SubmissionState): void {
  core.emit({ name: 'submission.changed', payload: { id, state } });
}

/** A row of the history as the contract shows it. */
export function toSubmission(row: SubmissionsTable): Submission {
  return {
    id: row.id,
    sha256: row.sha256,
    file: row.file_name,
    form: { model: row.model, operation: row.operation, expenseType: row.expense_type },
    fiscalYear: row.fiscal_year,
    period: row.period,
    taxpayer: { taxId: row.tax_id, name: row.taxpayer_name },
    company: { id: row.company_id, fullName: row.company_name },
    records: row.record_count,
    totals: { amount: row.amount, base: row.base, vat: row.vat, deductibleVat: row.deductible_vat },
    state: row.state,
    environment: kindOf(row.environment),
    connection: row.environment,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    finishedAt: row.finished_at,
    identifier: row.identifier,
    registrationNumber: row.registration_number,
    answerCode: row.answer_code,
    answerMessage: row.answer_message,
    recordCounts: {
      correct: row.correct_count,
      acceptedWithErrors: row.accepted_with_errors_count,
      incorrect: row.incorrect_count,
    },
    previousId: row.previous_id,
    attempts: row.attempts,
    nextAttemptAt:
      row.state === 'queued' || isQueuedThere(row.state, row.answer_code)
        ? row.next_attempt_at
        : null,
    heldBy: row.state === 'queued' ? row.held_by : null,
    batchId: row.batch_id,
    dismissedAt: row.dismissed_at,
  };
}
