import type { AccountingTotalsTable } from '../../../platform/db/company-tables.ts';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import { type FilingPeriod, periodOfFile } from '../../../platform/filing-period.ts';
import { companyObstacles } from '../../authorizations/public.ts';
import { isBizkaia } from '../../connection/public.ts';
import type { Core } from '../../core.ts';
import { listCorrectedBy, listUnsentFiles, type UnsentFile } from '../../worklist/public.ts';
import { findPerhapsEmptied, readRecordChanges } from './changed-records.ts';
import { listNothing } from './marks-table.ts';
import {
  type OwnCompany,
  type RefusedParts,
  readActiveCompanies,
  readRefusedParts,
  readTotals,
  readWaitingOf,
  type WaitingRow,
} from './quarter-rows.ts';
import { type CompanyFacts, isCreation, type QuarterFacts } from './quarter-standing.ts';
import { listAccountingTotals } from './totals-table.ts';

/** Quarters that are shown, and earlier ones that decide which books a company has to file. */
export const barCount = 4;
export const memoryCount = 4;

/** Where a quarter is read from. */
export type QuarterSource = Pick<Core, 'clock' | 'store' | 'connection'>;

/** What is known of all companies over some quarters. */
export interface Facts {
  /** The last is the one that is shown. */
  readonly periods: readonly FilingPeriod[];
  readonly companies: readonly OwnCompany[];
  readonly factsOf: (companyId: string, period: string) => QuarterFacts;
  /** Every unsent file, by its quarter. */
  readonly files: ReadonlyMap<string, readonly UnsentFile[]>;
  readonly accountingOf: (companyId: string, period: string) => AccountingTotalsTable | undefined;
  readonly refusedOf: (companyId: string, period: string) => RefusedParts;
  /** Submissions whose refused records count, and not the files that correct them. */
  readonly countedIds: ReadonlySet<string>;
  readonly obstacleOf: (company: OwnCompany) => CompanyFacts['obstacle'];
}

/** Which quarters, and whose. */
export interface FactsAsked {
  readonly periods: readonly FilingPeriod[];
  /** The quarters, from the last, whose records and totals are read. */
  readonly summed: number;
  /** The company whose changed records are read; all companies where none is named. */
  readonly companyId?: string;
}

/** Reads the facts of the connection in force. */
export async function readFacts(
  core: QuarterSource,
  environment: ConnectionId,
  { periods, summed, companyId }: FactsAsked,
): Promise<Facts> {
  const { queries } = core.store;
  const ids = periods.map(({ id }) => id);
  const shown = ids.slice(memoryCount);
  const companies = await readActiveCompanies(queries, environment);
  const totals = groupBoth(await readTotals(queries, ids));
  const waiting = await readWaitingOf(queries, environment, shown);
  const unsent = await listUnsentFiles(queries, environment);
  const marks = groupBoth(await listNothing(queries, shown));
  const companyIds = companyId === undefined ? undefined : [companyId];
  const latest = ids.slice(-summed);
  const counted = { periods: latest, companyIds };
  const earlier = shown.slice(0, -summed);
  const emptied = { periods: earlier, companyIds: await findPerhapsEmptied(queries, earlier) };
  const changes = groupBoth([
    ...(await readRecordChanges(queries, environment, counted)),
    ...(await readRecordChanges(queries, environment, emptied)),
  ]);
  const refused = groupBoth(await readRefusedParts(queries, environment, latest));
  const accounting = groupBoth(await listAccountingTotals(queries, latest));
  // A correction on the list replaces what it corrects.
  const sound = unsent.filter((file) => file.is_faulty === 0);
  const corrected = await listCorrectedBy(
    queries,
    sound.map(({ id }) => id),
  );
  // Only a file of the same operation has the refused records that the ledger lacks.
  const isCorrected = ({ id, operation, incorrect_count, other_count }: WaitingRow) =>
    corrected.get(id)?.has(operation) === true ||
    (corrected.has(id) && incorrect_count === other_count);
  const open = groupBoth(waiting.filter((row) => !isCorrected(row)));
  const now = core.clock();
  const files = Map.groupBy(
    unsent,
    (file) => periodOfFile({ period: file.period, fiscalYear: file.fiscal_year }, now).id,
  );
  const filesOf = new Map(
    [...files].map(([period, own]) => [period, Map.groupBy(own, (file) => file.company_id)]),
  );
  return {
    periods,
    companies: companies.filter((company) => isBizkaia(company.territory_name)),
    factsOf: (companyId, period) => ({
      totals: totals(companyId, period),
      waiting: open(companyId, period),
      files: filesOf.get(period)?.get(companyId) ?? [],
      nothing: new Set(marks(companyId, period).map(({ book }) => book)),
      changes: changes(companyId, period),
    }),
    files,
    accountingOf: (companyId, period) => accounting(companyId, period)[0],
    refusedOf: (companyId, period) => refused(companyId, period)[0] ?? { records: 0, cents: 0 },
    countedIds: new Set(
      waiting
        .filter(
          (row) =>
            isCreation(row.form) && (row.state === 'partially_accepted' || !isCorrected(row)),
        )
        .map(({ id }) => id),
    ),
    obstacleOf: obstaclesIn(core),
  };
}

function groupBoth<Row extends { readonly company_id: string; readonly period: string }>(
  rows: readonly Row[],
): (companyId: string, period: string) => readonly Row[] {
  const groups = new Map<string, Map<string, Row[]>>();
  for (const [period, own] of Map.groupBy(rows, (row) => row.period))
    groups.set(
      period,
      Map.groupBy(own, (row) => row.company_id),
    );
  return (companyId, period) => groups.get(period)?.get(companyId) ?? [];
}

function obstaclesIn(core: QuarterSource): Facts['obstacleOf'] {
  const obstacleOf = companyObstacles(core);
  return (company) => {
    const obstacle = obstacleOf(company);
    if (obstacle === null) return null;
    return obstacle === 'company_without_key' ? 'keyless' : 'authorization';
  };
}
