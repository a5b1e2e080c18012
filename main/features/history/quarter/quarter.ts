import { dayOf } from '../../../../contract/formats.ts';
import { toAmount, toCents } from '../../../../contract/money.ts';
import type {
  CompanyQuarter,
  QuarterCell,
  QuarterCompany,
  QuarterMatrix,
} from '../../../../contract/quarter.ts';
import { quarterStandings } from '../../../../contract/quarter-standings.ts';
import type { AccountingTotalsTable } from '../../../platform/db/company-tables.ts';
import {
  type FilingPeriod,
  filingPeriodAt,
  periodAfter,
  periodBefore,
  periodOf,
  runningPeriodAt,
} from '../../../platform/filing-period.ts';
import type { Core } from '../../core.ts';
import {
  barCount,
  type Facts,
  memoryCount,
  type QuarterSource,
  readFacts,
} from './quarter-facts.ts';
import type { OwnCompany, RefusedParts } from './quarter-rows.ts';
import {
  type CompanyFacts,
  filedBooks,
  isCreation,
  type QuarterFacts,
  toCells,
  worstOf,
} from './quarter-standing.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The matrix of the connection in force; of the current quarter unless another is named. */
export async function readQuarter(
  core: QuarterSource,
  periodId: string | undefined,
): Promise<QuarterMatrix> {
  const current = filingPeriodAt(core.clock());
  const period = periodId === undefined ? current : periodOf(periodId);
  const found = await readFound(core, period, 1);
  const companies = found?.companies.flatMap((company) => describe(company, found) ?? []) ?? [];
  return {
    quarter: describeQuarter(core, period, current),
    companies: companies.toSorted(
      (one, other) => rank.indexOf(one.standing) - rank.indexOf(other.standing),
    ),
    ready: found === null ? { fileIds: [], companies: 0 } : listReady(found, period),
    elsewhere: found === null ? [] : countElsewhere(found, period),
  };
}

async function readFound(
  core: QuarterSource,
  period: FilingPeriod,
  summed: number,
): Promise<Facts | null> {
  const { environment } = core.connection.configured();
  if (environment === 'none') return null;
  const periods = [period];
  while (periods.length < barCount + memoryCount)
    periods.unshift(periodBefore(periods[0] ?? period));
  return readFacts(core, environment, { periods, summed });
}

/** The last four quarters of one company; none of a company that is not worked for. */
export async function readCompanyQuarters(
  core: QuarterSource,
  companyId: string,
): Promise<CompanyQuarter[]> {
  const found = await readFound(core, filingPeriodAt(core.clock()), barCount);
  const company = found?.companies.find(({ id }) => id === companyId);
  if (found === null || company === undefined) return [];
  return cellsOf(company, found).map(({ period, cells }) => {
    const { id, year, quarter } = period;
    if (cells === null) {
      const empty = { standing: null, cells: [], records: null, amount: null, accounting: null };
      return { id, year, quarter, ...empty };
    }
    return { id, year, quarter, standing: worstOf(cells), cells, ...sumsOf(company, found, id) };
  });
}

const rank: readonly string[] = quarterStandings;

/** A quarter as the contract shows it. */
export function describeQuarter(
  { clock }: Pick<Core, 'clock'>,
  period: FilingPeriod,
  current: FilingPeriod,
): QuarterMatrix['quarter'] {
  const today = Date.parse(dayOf(clock()));
  return {
    ...period,
    daysLeft: Math.round((Date.parse(period.deadline) - today) / dayMs),
    isCurrent: period.id === current.id,
    previous: periodBefore(period).id,
    // Records of the running quarter may be sent before the deadline of the one before.
    next: period.id < runningPeriodAt(clock()).id ? periodAfter(period).id : null,
  };
}

/** Null for what was no company of the office in that quarter and has filed nothing in it. */
function describe(company: OwnCompany, found: Facts): QuarterCompany | null {
  const quarters = cellsOf(company, found);
  const last = quarters.at(-1);
  if (last?.cells == null) return null;
  return {
    ...{ id: company.id, fullName: company.full_name, taxId: company.tax_id, code: company.code },
    ...{ group: company.client_group, adviser: company.adviser },
    authorization: company.authorization,
    standing: worstOf(last.cells),
    cells: last.cells,
    ...sumsOf(company, found, last.period.id),
    bars: quarters.map(({ cells }) => (cells === null ? null : worstOf(cells))),
  };
}

/** A company's books in the shown quarters; null for a quarter before it was a company. */
function cellsOf(
  company: OwnCompany,
  { periods, factsOf, obstacleOf }: Facts,
): { readonly period: FilingPeriod; readonly cells: QuarterCell[] | null }[] {
  const own: CompanyFacts = {
    isIndividual: company.is_individual === 1,
    obstacle: obstacleOf(company),
  };
  const since = dayOf(new Date(company.created_at));
  const facts = periods.map(({ id }) => factsOf(company.id, id));
  const filed = facts.map(({ totals }) => filedBooks(totals));
  return periods.slice(memoryCount).map((period, shown) => {
    const now = facts[memoryCount + shown];
    if (now === undefined) return { period, cells: null };
    const count = now.totals.length + now.waiting.length + now.files.length;
    const isThere = since <= period.deadline || count > 0;
    const before = filed.slice(shown, memoryCount + shown).flat();
    return { period, cells: isThere ? toCells(own, now, before) : null };
  });
}

/** The totals of a quarter, and their difference from the accounting program. */
function sumsOf(
  { id }: OwnCompany,
  found: Facts,
  period: string,
): Pick<QuarterCompany, 'records' | 'amount' | 'accounting'> {
  const sum = sumOf(found.factsOf(id, period), found.countedIds, found.refusedOf(id, period));
  return { ...sum, accounting: compare(sum, found.accountingOf(id, period)) };
}

/** New records and their sum; what was corrected or sent again counts once. */
function sumOf(
  { totals, waiting, files }: QuarterFacts,
  countedIds: Facts['countedIds'],
  gone: RefusedParts,
): Pick<QuarterCompany, 'records' | 'amount'> {
  const parts = [
    ...totals
      .filter(({ form }) => isCreation(form))
      .map((row) => ({ records: row.records, cents: row.amount_cents })),
    // What was taken in part, and what may have been, is among the totals.
    ...waiting
      .filter(({ form, state }) => isCreation(form) && (state === 'rejected' || state === 'failed'))
      .map((row) => ({
        records: row.record_count,
        cents: row.amount === null ? null : centsOf(row.amount),
      })),
    ...files
      .filter(
        ({ operation, submission_id }) =>
          operation === 'creation' && !countedIds.has(submission_id ?? ''),
      )
      .map((file) => ({
        records: file.records,
        cents: file.amount === null ? null : centsOf(file.amount),
      })),
  ];
  if (parts.length === 0) return { records: null, amount: null };
  const records = parts.reduce((sum, part) => sum + part.records, -gone.records);
  const cents = parts.reduce<number | null>(
    (sum, part) => (sum === null || part.cents === null ? null : sum + part.cents),
    -gone.cents,
  );
  return { records, amount: cents === null ? null : toAmount(cents) };
}

/** How much more is here than the accounting program says; with no file it is all missing. */
function compare(
  { records, amount }: Pick<QuarterCompany, 'records' | 'amount'>,
  told: AccountingTotalsTable | undefined,
): QuarterCompany['accounting'] {
  if (told === undefined) return null;
  const isUnknown = records !== null && amount === null;
  return {
    records: told.records,
    amount: toAmount(told.amount_cents),
    difference: isUnknown ? null : toAmount(centsOf(amount ?? '0') - told.amount_cents),
  };
}

const centsOf = (amount: string): number => Number(toCents(amount) ?? 0n);

function listReady(
  { companies, files, obstacleOf }: Facts,
  period: FilingPeriod,
): QuarterMatrix['ready'] {
  const open = companies.filter((company) => obstacleOf(company) === null);
  const ids = new Set(open.map(({ id }) => id));
  const ready = (files.get(period.id) ?? []).filter(
    ({ company_id, is_faulty }) => is_faulty === 0 && ids.has(company_id),
  );
  return {
    fileIds: ready.map(({ id }) => id),
    companies: new Set(ready.map(({ company_id }) => company_id)).size,
  };
}

/** The other quarters that files of the list count for, the earliest first. */
function countElsewhere(
  { companies, files }: Facts,
  { id: shown }: FilingPeriod,
): QuarterMatrix['elsewhere'] {
  const ids = new Set(companies.map(({ id }) => id));
  return [...files.keys()].toSorted().flatMap((period) => {
    const own = (files.get(period) ?? []).filter(({ company_id }) => ids.has(company_id));
    if (period === shown || own.length === 0) return [];
    const { id, year, quarter } = periodOf(period);
    return { id, year, quarter, files: own.length };
  });
}
