import { dayOf } from '../../../../contract/formats.ts';
import { toAmount } from '../../../../contract/money.ts';
import type {
  CompanyQuarter,
  QuarterCell,
  QuarterCompany,
  QuarterMatrix,
} from '../../../../contract/quarter.ts';
import { quarterStandings } from '../../../../contract/quarter-standings.ts';
import {
  type FilingPeriod,
  filingPeriodAt,
  periodAfter,
  periodBefore,
  periodOf,
  runningPeriodAt,
} from '../../../platform/filing-period.ts';
import type { Core } from '../../core.ts';
import type { UnsentFile } from '../../worklist/public.ts';
import { centsOf } from './changed-records.ts';
import {
  barCount,
  type Facts,
  type FactsAsked,
  memoryCount,
  type QuarterSource,
  readFacts,
} from './quarter-facts.ts';
import type { OwnCompany } from './quarter-rows.ts';
import {
  type CompanyFacts,
  filedBooks,
  isCreation,
  type QuarterFacts,
  toCells,
  worstOf,
} from './quarter-standing.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The matrix of the connection in force, for the current quarter unless another is named. */
export async function readQuarter(
  core: QuarterSource,
  periodId: string | undefined,
): Promise<QuarterMatrix> {
  const current = filingPeriodAt(core.clock());
  const period = periodId === undefined ? current : periodOf(periodId);
  const quarter = describeQuarter(core, period, current);
  const found = await readFound(core, period, { summed: 1 });
  if (found === null)
    return { quarter, companies: [], ready: { fileIds: [], companies: 0 }, elsewhere: [] };
  const companies = found.companies.flatMap((company) => describe(company, found) ?? []);
  return {
    quarter,
    companies: companies.toSorted(
      (one, other) => rank.indexOf(one.standing) - rank.indexOf(other.standing),
    ),
    ready: listReady(found, period),
    elsewhere: countElsewhere(found, period),
  };
}

async function readFound(
  core: QuarterSource,
  period: FilingPeriod,
  asked: Pick<FactsAsked, 'summed' | 'companyId'>,
): Promise<Facts | null> {
  const { environment } = core.connection.configured();
  if (environment === 'none') return null;
  const periods = [period];
  while (periods.length < barCount + memoryCount)
    periods.unshift(periodBefore(periods[0] ?? period));
  return readFacts(core, environment, { periods, ...asked });
}

/** The last four quarters of one company; none for an inactive company. */
export async function readCompanyQuarters(
  core: QuarterSource,
  companyId: string,
): Promise<CompanyQuarter[]> {
  const asked = { summed: barCount, companyId };
  const found = await readFound(core, filingPeriodAt(core.clock()), asked);
  const company = found?.companies.find(({ id }) => id === companyId);
  if (found === null || company === undefined) return [];
  return cellsOf(company, found).map(({ period, cells }) => {
    const { id, year, quarter } = period;
    if (cells === null) {
      const empty = { standing: null, cells: [], accounting: null, ...nothingCounted };
      return { id, year, quarter, ...empty };
    }
    return { id, year, quarter, standing: worstOf(cells), cells, ...sumsOf(company, found, id) };
  });
}

const rank: readonly string[] = quarterStandings;

/** A quarter with the days until its deadline. */
export function withDaysLeft({ clock }: Pick<Core, 'clock'>, period: FilingPeriod) {
  const today = Date.parse(dayOf(clock()));
  return { ...period, daysLeft: Math.round((Date.parse(period.deadline) - today) / dayMs) };
}

/** A quarter as the contract shows it. */
function describeQuarter(
  { clock }: Pick<Core, 'clock'>,
  period: FilingPeriod,
  current: FilingPeriod,
): QuarterMatrix['quarter'] {
  return {
    ...withDaysLeft({ clock }, period),
    isCurrent: period.id === current.id,
    previous: periodBefore(period).id,
    // Records of the running quarter may be sent before the deadline of the one before.
    next: period.id < runningPeriodAt(clock()).id ? periodAfter(period).id : null,
  };
}

/** Null for a company that was not here in that quarter and filed nothing in it. */
function describe(company: OwnCompany, found: Facts): QuarterCompany | null {
  const quarters = cellsOf(company, found);
  const last = quarters.at(-1);
  if (last?.cells == null) return null;
  return {
    id: company.id,
    fullName: company.full_name,
    taxId: company.tax_id,
    code: company.code,
    group: company.client_group,
    adviser: company.adviser,
    authorization: company.authorization,
    standing: worstOf(last.cells),
    cells: last.cells,
    ...sumsOf(company, found, last.period.id),
    bars: quarters.map(({ cells }) => (cells === null ? null : worstOf(cells))),
  };
}

/** A company's books in the shown quarters; null for a quarter before it was added. */
function cellsOf(
  company: OwnCompany,
  { periods, factsOf, obstacleOf }: Facts,
): { readonly period: FilingPeriod; readonly cells: QuarterCell[] | null }[] {
  const own: CompanyFacts = {
    isIndividual: company.is_individual === 1,
    obstacle: obstacleOf(company),
  };
  const facts = periods.map(({ id }) => factsOf(company.id, id));
  const filed = facts.map(({ totals }) => filedBooks(totals));
  return periods.slice(memoryCount).map((period, shown) => {
    const now = facts[memoryCount + shown];
    if (now === undefined) return { period, cells: null };
    const count = now.totals.length + now.waiting.length + now.files.length;
    const isThere = count > 0 || isBy(company.created_at, period.deadline);
    const before = filed.slice(shown, memoryCount + shown).flat();
    return { period, cells: isThere ? toCells(own, now, before) : null };
  });
}

/** Whether an instant is on that day in Bizkaia, or earlier. */
function isBy(instant: string, day: string): boolean {
  const utcDay = instant.slice(0, 10);
  // The day in Bizkaia is the UTC day or the next. The exact day takes a hundred times as long.
  return utcDay < day || (utcDay === day && dayOf(new Date(instant)) === day);
}

type Sums = Pick<QuarterCompany, 'records' | 'amount' | 'unread'>;

const nothingCounted: Sums = { records: null, amount: null, unread: 0 };

/** The totals of a quarter, and their difference from those of the accounting program. */
function sumsOf(
  { id }: OwnCompany,
  found: Facts,
  period: string,
): Sums & Pick<QuarterCompany, 'accounting'> {
  const sum = sumOf(found, id, period);
  const told = found.accountingOf(id, period);
  if (told === undefined) return { ...sum, accounting: null };
  const { records, amount_cents: cents } = told;
  // Without a file, the whole accounting amount is the difference.
  const difference = sum.unread > 0 ? null : toAmount((centsOf(sum.amount) ?? 0) - cents);
  return { ...sum, accounting: { records, amount: toAmount(cents), difference } };
}

interface Part {
  readonly records: number;
  /** Null where an amount cannot be read. */
  readonly cents: number | null;
}

/** The records in their last state, and their sum; what was sent again counts once. */
function sumOf({ factsOf, countedIds, refusedOf }: Facts, id: string, period: string): Sums {
  const { totals, waiting, files, changes } = factsOf(id, period);
  const creations = files.filter(
    ({ operation, submission_id }) =>
      operation === 'creation' && !countedIds.has(submission_id ?? ''),
  );
  // A document on the list under two names is sent once.
  const listed = [...new Map(creations.map((row) => [row.sha256, row])).values()];
  const gone = refusedOf(id, period);
  const parts: Part[] = [
    ...totals
      .filter(({ form }) => isCreation(form))
      .map((row) => ({ records: row.records, cents: row.amount_cents })),
    // Partly accepted and unknown files are in the totals. One that was sent again is there twice.
    ...waiting
      .filter(
        ({ form, state, is_again }) => isCreation(form) && state === 'unknown' && is_again === 1,
      )
      .map((row) => ({ records: -row.record_count, cents: -(centsOf(row.amount) ?? 0) })),
    // A record that the ledger refused as a duplicate counts where it was taken.
    ...untaken(waiting, listed, countedIds).flatMap((row) => [
      { records: row.record_count, cents: centsOf(row.amount) },
      { records: -row.recorded_count, cents: -row.recorded_cents },
    ]),
    ...listed.map(newIn),
    ...changes,
  ];
  if (parts.length === 0) return nothingCounted;
  const records = parts.reduce((sum, part) => sum + part.records, -gone.records);
  const unread = parts.reduce(
    (sum, part) => (part.cents === null ? sum + part.records : sum),
    changes.reduce((sum, change) => sum + change.unread, 0),
  );
  const cents = parts.reduce((sum, part) => sum + (part.cents ?? 0), -gone.cents);
  return { records, amount: unread >= records && unread > 0 ? null : toAmount(cents), unread };
}

/** The new records of a file on the list; the others count where they were taken. */
function newIn({ records, amount, recorded_count, recorded_amount }: UnsentFile): Part {
  const [own, there] = [centsOf(amount), centsOf(recorded_amount)];
  if (recorded_count === null) return { records, cents: own };
  if (recorded_count >= records) return { records: 0, cents: 0 };
  const cents = own === null || there === null ? null : own - there;
  return { records: records - recorded_count, cents };
}

/**
 * Documents that were refused or not delivered, each once. Not among them: documents on the list,
 * documents that arrived in another submission, and corrections of a document that counts itself.
 */
function untaken(
  waiting: QuarterFacts['waiting'],
  listed: QuarterFacts['files'],
  countedIds: Facts['countedIds'],
): QuarterFacts['waiting'] {
  const there = new Set(listed.map(({ sha256 }) => sha256));
  const own = waiting.filter(
    ({ form, state, sha256, source_id, is_elsewhere }) =>
      isCreation(form) &&
      (state === 'rejected' || (state === 'failed' && is_elsewhere === 0)) &&
      !there.has(sha256) &&
      !countedIds.has(source_id ?? ''),
  );
  return [...new Map(own.map((row) => [row.sha256, row])).values()];
}

function listReady(
  { companies, files, obstacleOf }: Facts,
  period: FilingPeriod,
): QuarterMatrix['ready'] {
  const open = companies.filter((company) => obstacleOf(company) === null);
  const ids = new Set(open.map(({ id }) => id));
  const ready = files.filter(
    (file) => file.period === period.id && file.is_faulty === 0 && ids.has(file.company_id),
  );
  return {
    fileIds: ready.map(({ id }) => id),
    companies: new Set(ready.map(({ company_id }) => company_id)).size,
  };
}

/** The other quarters of files on the list, the earliest first. */
function countElsewhere(
  { companies, files }: Facts,
  shown: FilingPeriod,
): QuarterMatrix['elsewhere'] {
  const ids = new Set(companies.map(({ id }) => id));
  const others = files.filter(
    ({ period, company_id }) => period !== shown.id && ids.has(company_id),
  );
  const counts = [...Map.groupBy(others, ({ period }) => period)].map(([period, own]) => {
    const { id, year, quarter } = periodOf(period);
    return { id, year, quarter, files: own.length };
  });
  return counts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
