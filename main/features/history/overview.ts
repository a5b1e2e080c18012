import type { Overview } from '../../../contract/overview.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import {
  filingPeriodAt,
  localDateOf,
  monthOf,
  periodBefore,
} from '../../platform/filing-period.ts';
import { isBizkaia } from '../connection/public.ts';
import type { Core, Handlers } from '../core.ts';
import {
  countSilentCompanies,
  countUnsentByCompany,
  readMonths,
  readOpenAuthorizations,
  readPeriods,
} from './overview-rows.ts';
import { fillMonths, monthsUpTo, summariseCompanies, sumUp } from './overview-summary.ts';
import { type QuarterMethod, quarterHandlers } from './quarter/quarter-handlers.ts';
import {
  countWaiting,
  countWaitingByCompany,
  readWaiting,
  type WaitingState,
  waitingStates,
} from './waiting.ts';

/** Months in the chart, and submissions of each state in the list of what waits. */
const monthCount = 12;
const waitingShownOfState = 20;
const countLimit = 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** The Overview: the quarter, its companies, the months, what waits for a person. */
export function overviewHandlers(core: Core): Handlers<'overview.get' | QuarterMethod> {
  return {
    ...quarterHandlers(core),
    'overview.get': async () => {
      const { environment } = core.connection.configured();
      return readOverview(core, environment === 'none' ? 'production' : environment);
    },
  };
}

/** Reads the Overview of one environment. */
export async function readOverview(
  { clock, store }: Pick<Core, 'clock' | 'store'>,
  environment: ConnectionId,
): Promise<Overview> {
  const { queries } = store;
  const now = clock();
  const period = filingPeriodAt(now);
  const periods = [period];
  for (let count = 0; count < 4; count += 1) periods.unshift(periodBefore(periods[0] ?? period));
  const month = monthOf(now);
  const [since = month] = monthsUpTo(month, monthCount);
  const ids = periods.map(({ id }) => id);
  const rows = await readPeriods(queries, environment, ids);
  const open = await countWaitingByCompany(queries, environment, period.id);
  const unsent = await countUnsentByCompany(queries, environment);
  const companies = summariseCompanies(rows, period.id, { open, unsent });
  const daysLeft = Math.round((Date.parse(period.deadline) - Date.parse(localDateOf(now))) / dayMs);
  return {
    quarter: { ...period, daysLeft },
    companies,
    silentCompanies: await countSilent(queries, environment, ids),
    totals: sumUp(companies),
    months: fillMonths(await readMonths(queries, environment, since), month, monthCount),
    waiting: await readWaitingPart(queries, environment),
  };
}

/** Only companies of Bizkaia have anything to send. */
async function countSilent(
  queries: Core['store']['queries'],
  environment: ConnectionId,
  periods: readonly string[],
): Promise<number> {
  const rows = await countSilentCompanies(queries, environment, periods);
  return rows
    .filter(({ territory }) => isBizkaia(territory))
    .reduce((sum, row) => sum + row.companies, 0);
}

async function readWaitingPart(
  queries: Core['store']['queries'],
  environment: ConnectionId,
): Promise<Overview['waiting']> {
  const count = (state: WaitingState) => countWaiting(queries, environment, state, countLimit);
  const rows: SubmissionsTable[] = [];
  for (const state of waitingStates)
    rows.push(...(await readWaiting(queries, environment, state, waitingShownOfState)));
  const authorizations = await readOpenAuthorizations(queries, environment);
  return {
    counts: {
      unknown: await count('unknown'),
      rejected: await count('rejected'),
      partiallyAccepted: await count('partially_accepted'),
      failed: await count('failed'),
    },
    submissions: rows.map(toWaiting),
    authorizations: authorizations.map((row) => ({
      companyId: row.id,
      fullName: row.full_name,
      state: row.authorization,
    })),
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
