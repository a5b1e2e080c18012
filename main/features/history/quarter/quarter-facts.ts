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

/** What is known of all companies over some quarters, the last of which is shown. */
export type Facts = Awaited<ReturnType<typeof readFacts>>;

/** A file on the list, with the quarter that it counts for. */
type ListedFile = UnsentFile & { readonly period: string };

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
) {
  const { queries } = core.store;
  const ids = periods.map(({ id }) => id);
  const shown = ids.slice(memoryCount);
  const latest = ids.slice(-summed);
  const companies = await readActiveCompanies(queries, environment);
  const totals = groupBoth(await readTotals(queries, ids));
  const waiting = await readWaitingOf(queries, environment, shown);
  const marks = groupBoth(await listNothing(queries, shown));
  const companyIds = companyId === undefined ? undefined : [companyId];
  const earlier = shown.slice(0, -summed);
  const emptied = { periods: earlier, companyIds: await findPerhapsEmptied(queries, earlier) };
  const changes = groupBoth([
    ...(await readRecordChanges(queries, environment, { periods: latest, companyIds })),
    ...(await readRecordChanges(queries, environment, emptied)),
  ]);
  const refused = groupBoth(await readRefusedParts(queries, environment, latest));
  const accounting = groupBoth(await listAccountingTotals(queries, latest));
  const unsent = await listUnsentFiles(queries, environment);
  const isCorrected = await correctionsAmong(core, unsent);
  const open = groupBoth(waiting.filter((row) => !isCorrected(row)));
  const now = core.clock();
  const files = unsent.map((file): ListedFile => {
    const { period, fiscal_year: fiscalYear } = file;
    return { ...file, period: periodOfFile({ period, fiscalYear }, now).id };
  });
  const filesOf = groupBoth(files);
  const counted = waiting.filter(
    (row) => isCreation(row.form) && (row.state === 'partially_accepted' || !isCorrected(row)),
  );
  return {
    periods,
    companies: companies.filter((company) => isBizkaia(company.territory_name)),
    factsOf: (id: string, period: string): QuarterFacts => ({
      totals: totals(id, period),
      waiting: open(id, period),
      files: filesOf(id, period),
      nothing: new Set(marks(id, period).map(({ book }) => book)),
      changes: changes(id, period),
    }),
    /** Every unsent file. */
    files,
    accountingOf: (id: string, period: string) => accounting(id, period)[0],
    refusedOf: (id: string, period: string) => refused(id, period)[0] ?? { records: 0, cents: 0 },
    /** Submissions whose refused records count, and not the files that correct them. */
    countedIds: new Set(counted.map(({ id }) => id)),
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
  const groups = Map.groupBy(rows, ({ company_id, period }) => `${company_id} ${period}`);
  return (companyId, period) => groups.get(`${companyId} ${period}`) ?? [];
}

function obstaclesIn(core: QuarterSource) {
  const obstacleOf = companyObstacles(core);
  return (company: OwnCompany): CompanyFacts['obstacle'] => {
    const obstacle = obstacleOf(company);
    if (obstacle === null) return null;
    return obstacle === 'company_without_key' ? 'keyless' : 'authorization';
  };
}
