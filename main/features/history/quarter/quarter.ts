import { daysBetween } from '../../../../contract/days.ts';
import { dayOf } from '../../../../contract/formats.ts';
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
import {
  type Facts,
  memoryCount,
  type QuarterSource,
  readFacts,
  shownCount,
} from './quarter-facts.ts';
import type { OwnCompany } from './quarter-rows.ts';
import { type CompanyFacts, filedBooks, toCells, worstOf } from './quarter-standing.ts';
import { nothingCounted, sumWithAccounting } from './quarter-sum.ts';

/** The matrix of the connection in force, for the current quarter unless another is named. */
export async function readQuarter(
  core: QuarterSource,
  periodId: string | undefined,
): Promise<QuarterMatrix> {
  const current = filingPeriodAt(core.clock());
  const period = periodId === undefined ? current : periodOf(periodId);
  const quarter = describeQuarter(core, period, current);
  const facts = await readFacts(core, { period, summed: 1 });
  if (facts === null)
    return { quarter, companies: [], ready: { fileIds: [], companies: 0 }, elsewhere: [] };
  const companies = facts.companies.flatMap((company) => describeCompany(company, facts) ?? []);
  return {
    quarter,
    companies: companies.toSorted(
      (one, other) => rank.indexOf(one.standing) - rank.indexOf(other.standing),
    ),
    ready: listReady(facts, period),
    elsewhere: countElsewhere(facts, period),
  };
}

/** The last four quarters of one company; none for an inactive company. */
export async function readCompanyQuarters(
  core: QuarterSource,
  companyId: string,
): Promise<CompanyQuarter[]> {
  const period = filingPeriodAt(core.clock());
  const found = await readFacts(core, { period, summed: shownCount, companyId });
  const company = found?.companies.find(({ id }) => id === companyId);
  if (found === null || company === undefined) return [];
  return quartersOf(company, found).map(({ period: { id, year, quarter }, facts, cells }) =>
    cells === null
      ? { id, year, quarter, standing: null, cells: [], accounting: null, ...nothingCounted }
      : { id, year, quarter, standing: worstOf(cells), cells, ...sumWithAccounting(facts) },
  );
}

const rank: readonly string[] = quarterStandings;

/** A quarter with the days until its deadline. */
export function withDaysLeft({ clock }: Pick<Core, 'clock'>, period: FilingPeriod) {
  return { ...period, daysLeft: daysBetween(dayOf(clock()), period.deadline) };
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
function describeCompany(company: OwnCompany, found: Facts): QuarterCompany | null {
  const quarters = quartersOf(company, found);
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
    ...sumWithAccounting(last.facts),
    bars: quarters.map(({ cells }) => (cells === null ? null : worstOf(cells))),
  };
}

interface OwnQuarter {
  readonly period: FilingPeriod;
  readonly facts: ReturnType<Facts['factsOf']>;
  /** Its books; null before the company was added. */
  readonly cells: QuarterCell[] | null;
}

/** The shown quarters of a company. */
function quartersOf(
  company: OwnCompany,
  { periods, totalsOf, factsOf, obstacleOf }: Facts,
): OwnQuarter[] {
  const own: CompanyFacts = {
    isIndividual: company.is_individual === 1,
    obstacle: obstacleOf(company),
  };
  const filed = periods.map(({ id }) => filedBooks(totalsOf(company.id, id)));
  return periods.slice(memoryCount).map((period, shown) => {
    const facts = factsOf(company.id, period.id);
    const count = facts.totals.length + facts.waiting.length + facts.files.length;
    const isThere = count > 0 || isBy(company.created_at, period.deadline);
    const before = filed.slice(shown, memoryCount + shown).flat();
    return { period, facts, cells: isThere ? toCells(own, facts, before) : null };
  });
}

/** Whether an instant is on that day in Bizkaia, or earlier. */
function isBy(instant: string, day: string): boolean {
  const utcDay = instant.slice(0, 10);
  // The day in Bizkaia is the UTC day or the next. The exact day takes a hundred times as long.
  return utcDay < day || (utcDay === day && dayOf(new Date(instant)) === day);
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
