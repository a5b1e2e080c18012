import { type RawBuilder, sql } from 'kysely';
import { formNumbers } from '../../../contract/ledger-books.ts';
import type { SubmissionFilter, SubmissionState } from '../../../contract/submission.ts';
import { causedStates, isWaitingState, stillWaits } from './waiting.ts';

/** Numbers of the forms that a filter allows; null for all forms. */
export function formsOf({ model, operation, expenseType }: SubmissionFilter): number[] | null {
  const isAsked = model ?? operation ?? expenseType;
  return isAsked === undefined ? null : formNumbers({ model, operation, expenseType });
}

/**
 * States that a filter allows; null for all states, or for all states in which a submission may
 * wait.
 */
export function statesOf(filter: SubmissionFilter): readonly SubmissionState[] | null {
  const asked = filter.states?.length ? [...new Set(filter.states)] : null;
  return filter.waiting === true ? (asked?.filter(isWaitingState) ?? null) : asked;
}

/**
 * Conditions on the columns that `submissions`, `waiting_submissions` and the totals share; the
 * totals of companies have no connection.
 */
export function plainConditions(filter: SubmissionFilter): RawBuilder<unknown> {
  const forms = formsOf(filter);
  const states = statesOf(filter);
  const conditions = [
    ...(filter.companyId ? [sql`company_id = ${filter.companyId}`] : []),
    ...(forms ? [sql`form in (${sql.join([...forms, -1])})`] : []),
    ...(states ? [sql`state in (${sql.join([...states, ''])})`] : []),
    ...(filter.connection === undefined ? [] : [sql`environment = ${filter.connection}`]),
    ...causedBy(filter),
    sql`true`,
  ];
  return sql.join(conditions, sql` and `);
}

/** Conditions on `submissions` beyond the columns that these tables share. */
export function beyondColumns({ waiting, dismissed }: SubmissionFilter): RawBuilder<unknown> {
  const waits = waiting === true ? sql`and ${stillWaits}` : sql``;
  return dismissed === true ? sql`and dismissed_at is not null ${waits}` : waits;
}

/**
 * Submissions with one cause: `unknown` ones, or those in the states asked for. They are few, so
 * they are looked up once.
 */
function causedBy({ cause, states }: SubmissionFilter): RawBuilder<unknown>[] {
  if (cause === undefined) return [];
  const asked = states?.length
    ? causedStates.filter((state) => states.includes(state))
    : ['unknown'];
  return [
    sql`sequence in (select waits.sequence from waiting_submissions as waits
      join submissions as ended on ended.sequence = waits.sequence
      where waits.state in (${sql.join([...asked, ''])}) and ended.answer_code = ${cause})`,
  ];
}
