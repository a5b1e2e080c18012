import { type FilingPeriod, periodBefore, periodOfFile } from '../../../platform/filing-period.ts';
import { companyObstacles } from '../../authorizations/public.ts';
import { isBizkaia } from '../../connection/public.ts';
import type { Core } from '../../core.ts';
import { listCorrectedBy, listUnsentFiles, type UnsentFile } from '../../worklist/public.ts';
import { findPerhapsEmptied, readRecordChanges } from './changed-records.ts';
import { readConfirmedRecords } from './confirmed-records.ts';
import { listNothing } from './marks-table.ts';
import {
  type OwnCompany,
  readActiveCompanies,
  readRefusedRecords,
  readTotals,
  readWaitingOf,
  type WaitingRow,
} from './quarter-rows.ts';
import { type CompanyFacts, isCreation, type QuarterFacts } from './quarter-standing.ts';
import type { SumFacts } from './quarter-sum.ts';
import { listAccountingTotals } from './totals-table.ts';

/** Quarters that are shown, and earlier ones that decide which books a company has to file. */
export const shownCount = 4;
export const memoryCount = 4;

/** Where a quarter is read from. */
export type QuarterSource = Pick<Core, 'clock' | 'store' | 'connection'>;

/** What is known of all companies over some quarters. */
export type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>;

interface FactsAsked {
  /** The last quarter that is shown. */
  readonly period: FilingPeriod;
  /** The quarters, from the last, whose records and totals are read. */
  readonly summed: number;
  /** The company whose changed records are read; all companies where none is named. */
  readonly companyId?: string;
}

/** Reads the facts of the connection in force; null without one. */
export async function readFacts(core: QuarterSource, { period, summed, companyId }: FactsAsked) {
  const { environment } = core.connection.configured();
  if (environment === 'none') return null;
  const { queries } = core.store;
  const periods = [period];
  while (periods.length < shownCount + memoryCount)
    periods.unshift(periodBefore(periods[0] ?? period));
  const ids = periods.map(({ id }) => id);
  const shown = ids.slice(memoryCount);
  const latest = ids.slice(-summed);
  const earlier = shown.slice(0, -summed);
  const companies = await readActiveCompanies(queries, environment);
  const totals = groupBoth(await readTotals(queries, ids));
  const marks = groupBoth(await listNothing(queries, shown));
  const companyIds = companyId === undefined ? undefined : [companyId];
  const emptied = { periods: earlier, companyIds: await findPerhapsEmptied(queries, earlier) };
  const changes = groupBoth([
    ...(await readRecordChanges(queries, environment, { periods: latest, companyIds })),
    ...(await readRecordChanges(queries, environment, emptied)),
  ]);
  const confirmed = groupBoth(
    await readConfirmedRecords(queries, environment, { periods: shown, companyIds }),
  );
  const refused = groupBoth(await readRefusedRecords(queries, environment, latest));
  const accounting = groupBoth(await listAccountingTotals(queries, latest));
  const waiting = await readWaitingOf(queries, environment, shown);
  const unsent = await listUnsentFiles(queries, environment);
  const isCorrected = await correctionsAmong(core, unsent);
  const counted = waiting.filter(
    (row) => isCreation(row.form) && (row.state === 'partially_accepted' || !isCorrected(row)),
  );
  const countedIds = new Set<string | null>(counted.map(({ id }) => id));
  const now = core.clock();
  const files = unsent.map((file) => {
    const countsInOrigin = countedIds.has(file.submission_id);
    const { id } = periodOfFile({ period: file.period, fiscalYear: file.fiscal_year }, now);
    return { ...file, period: id, countsInOrigin };
  });
  const filesOf = groupBoth(files);
  const open = groupBoth(
    waiting
      .filter((row) => !isCorrected(row))
      .map((row) => ({ ...row, countsInOrigin: countedIds.has(row.source_id) })),
  );
  return {
    periods,
    companies: companies.filter((company) => isBizkaia(company.territory_name)),
    totalsOf: totals,
    /** Every unsent file, with the quarter that it counts for. */
    files,
    /** What is known of a company in a quarter. */
    factsOf: (id: string, quarter: string): QuarterFacts & SumFacts => ({
      totals: totals(id, quarter),
      waiting: open(id, quarter),
      files: filesOf(id, quarter),
      nothing: new Set(marks(id, quarter).map(({ book }) => book)),
      changes: changes(id, quarter),
      confirmed: confirmed(id, quarter),
      refused: refused(id, quarter),
      accounting: accounting(id, quarter)[0],
    }),
    obstacleOf: obstaclesIn(core),
  };
}

/** Which submissions a file on the list corrects: it replaces what it corrects. */
async function correctionsAmong({ store }: QuarterSource, unsent: readonly UnsentFile[]) {
  const sound = unsent.filter((file) => file.is_faulty === 0);
  const corrected = await listCorrectedBy(
    store.queries,
    sound.map(({ id }) => id),
  );
  // Only a file of the same operation has the refused records that the ledger lacks.
  return ({ id, operation, incorrect_count, other_count }: WaitingRow): boolean =>
    corrected.get(id)?.has(operation) === true ||
    (corrected.has(id) && incorrect_count === other_count);
}

function groupBoth<Row extends { readonly company_id: string; readonly period: string }>(
  rows: readonly Row[],
): (companyId: string, period: string) => readonly Row[] {
  const groups = Map.groupBy(rows, ({ company_id }) => company_id);
  return (companyId, period) => groups.get(companyId)?.filter((row) => row.period === period) ?? [];
}

function obstaclesIn(core: QuarterSource) {
  const obstacleOf = companyObstacles(core);
  return (company: OwnCompany): CompanyFacts['obstacle'] => {
    const obstacle = obstacleOf(company);
    if (obstacle === null) return null;
    return obstacle === 'company_without_key' ? 'keyless' : 'authorization';
  };
}
