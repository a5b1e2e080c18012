import type { Overview } from '../../../contract/overview.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { monthOf } from '../../platform/filing-period.ts';
import type { Core, Handlers } from '../core.ts';
import { fillMonths, monthsUpTo } from './overview-months.ts';
import { readAuthorizations, readMonths, readWithErrors } from './overview-rows.ts';
import { countWaiting, readWaiting, type WaitingState, waitingStates } from './waiting.ts';

/** Months in the chart, and rows of each state in the lists of what needs attention. */
const monthCount = 12;
const shownOfState = 20;

/** Over all quarters, the months and what needs attention. */
export function overviewHandlers(core: Core) {
  return {
    'overview.get': async () => {
      const { environment } = core.connection.configured();
      return readOverview(core, environment === 'none' ? 'production' : environment);
    },
  } satisfies Partial<Handlers>;
}

/** Reads the Overview of one environment. */
export async function readOverview(
  { clock, store }: Pick<Core, 'clock' | 'store'>,
  environment: ConnectionId,
): Promise<Overview> {
  const { queries } = store;
  const months = monthsUpTo(monthOf(clock()), monthCount);
  const [since = ''] = months;
  const rows = await readMonths(queries, environment, since);
  const withErrors = await readWithErrors(queries, environment, since);
  return {
    connection: environment,
    months: fillMonths(months, rows, withErrors),
    waiting: await readWaitingPart(queries, environment),
  };
}

async function readWaitingPart(
  queries: Core['store']['queries'],
  environment: ConnectionId,
): Promise<Overview['waiting']> {
  const count = (state: WaitingState) => countWaiting(queries, environment, state);
  const rows: SubmissionsTable[] = [];
  for (const state of waitingStates)
    rows.push(...(await readWaiting(queries, environment, state, shownOfState)));
  const pending = await readAuthorizations(
    queries,
    environment,
    'pending_validation',
    shownOfState,
  );
  const rejected = await readAuthorizations(queries, environment, 'rejected', shownOfState);
  return {
    counts: {
      unknown: await count('unknown'),
      rejected: await count('rejected'),
      partiallyAccepted: await count('partially_accepted'),
      failed: await count('failed'),
    },
    submissions: rows.map(toWaiting),
    authorizationCounts: { pending_validation: pending.count, rejected: rejected.count },
    authorizations: [...rejected.first, ...pending.first],
  };
}

function toWaiting(row: SubmissionsTable): Overview['waiting']['submissions'][number] {
  return {
    id: row.id,
    state: row.state,
    file: row.file_name,
    company: { id: row.company_id, fullName: row.company_name },
    book: { model: row.model, expenseType: row.expense_type },
    operation: row.operation,
    createdAt: row.created_at,
    incorrectRecords: row.incorrect_count,
  };
}
