import { type RawBuilder, sql } from 'kysely';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import type { SubmissionStateColumn } from '../../platform/db/tables.ts';
import { causedStates, isWaitingState, stillWaits } from './waiting.ts';

/** The nine forms as the column `form` counts them. */
const books = [
  { model: '140', expenseType: 'with_invoice', first: 0 },
  { model: '140', expenseType: 'without_invoice', first: 3 },
  { model: '240', expenseType: null, first: 6 },
] as const;
const operations = ['creation', 'modification', 'cancellation'] as const;

/** Numbers of the forms a filter lets through; null when it lets all of them. */
export function formsOf(filter: SubmissionFilter): readonly number[] | null {
  if (!filter.model && !filter.operation && !filter.expenseType) return null;
  return books
    .filter((book) => !filter.model || book.model === filter.model)
    .filter((book) => !filter.expenseType || book.expenseType === filter.expenseType)
    .flatMap((book) =>
      operations.flatMap((operation, index) =>
        !filter.operation || operation === filter.operation ? [book.first + index] : [],
      ),
    );
}

/**
 * States a filter lets through; null when it lets all of them, or all in which a submission may
 * wait.
 */
export function statesOf(filter: SubmissionFilter): readonly SubmissionStateColumn[] | null {
  const asked = filter.states?.length ? [...new Set(filter.states)] : null;
  return filter.waiting === true ? (asked?.filter(isWaitingState) ?? null) : asked;
}

/** Conditions on the columns that `submissions`, `waiting_submissions` and the totals share. */
export function plainConditions(filter: SubmissionFilter): RawBuilder<unknown> {
  const forms = formsOf(filter);
  const states = statesOf(filter);
  const conditions = [
    ...(filter.companyId ? [sql`company_id = ${filter.companyId}`] : []),
    ...(forms ? [sql`form in (${sql.join([...forms, -1])})`] : []),
    ...(states ? [sql`state in (${sql.join([...states, ''])})`] : []),
    ...causedBy(filter),
    sql`true`,
  ];
  return sql.join(conditions, sql` and `);
}

/** Conditions on a row of `submissions` that no column of its own answers. */
export function beyondColumns({ waiting, dismissed }: SubmissionFilter): RawBuilder<unknown> {
  const waits = waiting === true ? sql`and ${stillWaits}` : sql``;
  return dismissed === true ? sql`and dismissed_at is not null ${waits}` : waits;
}

/**
 * Submissions that are `unknown`, or `failed` where that state is asked for, for one reason. They
 * are few, so they are looked up once.
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
