import { ZubiError } from '../../../../contract/errors.ts';
import { ledgerBooks } from '../../../../contract/ledger-books.ts';
import { toAmount, toCents } from '../../../../contract/money.ts';
import type { QuarterCompany, QuarterMatrix } from '../../../../contract/quarter.ts';
import { quarterStandings } from '../../../../contract/quarter-standings.ts';
import {
  type FilingPeriod,
  filingPeriodAt,
  localDateOf,
  periodAfter,
  periodBefore,
  periodOf,
} from '../../../platform/filing-period.ts';
import type { Core, Handlers } from '../../core.ts';
import { addMarks } from './marks-table.ts';
import { barCount, type Facts, memoryCount, readFacts } from './quarter-facts.ts';
import { type OwnCompany, readActiveCompanies } from './quarter-rows.ts';
import {
  type CompanyFacts,
  filedBooks,
  isCreation,
  type QuarterFacts,
  toCells,
  worstOf,
} from './quarter-standing.ts';

const dayMs = 24 * 60 * 60 * 1000;

export type QuarterMethod = 'quarter.get' | 'quarter.setNothing';

/** The quarter: its matrix, and what has nothing to file. */
export function quarterHandlers(core: Core): Handlers<QuarterMethod> {
  return {
    'quarter.get': ({ period }) => readQuarter(core, period),
    'quarter.setNothing': async ({ companyIds, period, books, nothing }) => {
      const { queries } = core.store;
      const { environment } = core.connection.configured();
      const known = new Set(
        environment === 'none'
          ? []
          : (await readActiveCompanies(queries, environment)).map(({ id }) => id),
      );
      const stranger = companyIds.find((id) => !known.has(id));
      if (stranger !== undefined) throw new ZubiError('company_unknown', { id: stranger });
      const at = core.clock().toISOString();
      const kind = nothing ? ('nothing' as const) : ('something' as const);
      const named = books ?? ledgerBooks.map(({ name }) => name);
      const marks = companyIds.flatMap((id) =>
        named.map((book) => ({ company_id: id, period, book, at, kind })),
      );
      await queries.transaction().execute((transaction) => addMarks(transaction, marks));
      core.emit({ name: 'companies.changed', payload: {} });
      return {};
    },
  };
}

/** The matrix of the connection in force; of the current quarter unless another is named. */
export async function readQuarter(
  core: Pick<Core, 'clock' | 'store' | 'connection'>,
  periodId: string | undefined,
): Promise<QuarterMatrix> {
  const { environment } = core.connection.configured();
  const current = filingPeriodAt(core.clock());
  const period = periodId === undefined ? current : periodOf(periodId);
  const periods = [period];
  while (periods.length < barCount + memoryCount)
    periods.unshift(periodBefore(periods[0] ?? period));
  const found =
    environment === 'none' ? null : await readFacts(core, environment, { periods, current });
  const companies = found?.companies.flatMap((company) => describe(company, found) ?? []) ?? [];
  return {
    quarter: describeQuarter(core, period, current),
    companies: companies.toSorted(
      (one, other) => rank.indexOf(one.standing) - rank.indexOf(other.standing),
    ),
    ready: found === null ? { fileIds: [], companies: 0 } : listReady(found),
  };
}

const rank: readonly string[] = quarterStandings;

function describeQuarter(
  { clock }: Pick<Core, 'clock'>,
  period: FilingPeriod,
  current: FilingPeriod,
): QuarterMatrix['quarter'] {
  const today = Date.parse(localDateOf(clock()));
  return {
    ...period,
    daysLeft: Math.round((Date.parse(period.deadline) - today) / dayMs),
    isCurrent: period.id === current.id,
    previous: periodBefore(period).id,
    next: period.id < current.id ? periodAfter(period).id : null,
  };
}

/** Null for what was no company of the office in that quarter and has filed nothing in it. */
function describe(company: OwnCompany, found: Facts): QuarterCompany | null {
  const { periods } = found;
  const facts: CompanyFacts = {
    isIndividual: company.is_individual === 1,
    obstacle: found.obstacleOf(company),
  };
  const since = localDateOf(new Date(company.created_at));
  const perQuarter = periods.map(({ id }) => found.factsOf(company.id, id));
  const cellsAt = (index: number) => {
    const own = perQuarter[index];
    const period = periods[index];
    if (own === undefined || period === undefined) return null;
    const isThere = since <= period.deadline || own.totals.length + own.waiting.length > 0;
    const before = perQuarter.slice(index - memoryCount, index);
    return isThere
      ? toCells(
          facts,
          own,
          before.flatMap(({ totals }) => filedBooks(totals)),
        )
      : null;
  };
  const quarters = periods.slice(memoryCount).map((_, index) => cellsAt(memoryCount + index));
  const cells = quarters.at(-1);
  const now = perQuarter.at(-1);
  if (cells == null || now === undefined) return null;
  return {
    ...{ id: company.id, fullName: company.full_name, taxId: company.tax_id, code: company.code },
    ...{ group: company.client_group, adviser: company.adviser },
    authorization: company.authorization,
    standing: worstOf(cells),
    cells,
    ...sumOf(now, found, company.id),
    bars: quarters.map((own) => (own === null ? null : worstOf(own))),
  };
}

/** New records and their sum; what was corrected or sent again counts once. */
function sumOf(
  { totals, waiting, files }: QuarterFacts,
  { refused, countedIds }: Facts,
  companyId: string,
): Pick<QuarterCompany, 'records' | 'amount'> {
  const gone = refused.get(companyId) ?? { records: 0, cents: 0 };
  const parts = [
    ...totals
      .filter(({ form }) => isCreation(form))
      .map((row) => ({ records: row.records, cents: row.amount_cents })),
    // What was taken in part is among the totals.
    ...waiting
      .filter(({ form, state }) => isCreation(form) && state !== 'partially_accepted')
      .map((row) => ({ records: row.record_count, cents: centsOf(row.amount) })),
    ...files
      .filter(
        ({ operation, submission_id }) =>
          operation === 'creation' && !countedIds.has(submission_id ?? ''),
      )
      .map((file) => ({ records: file.records, cents: centsOf(file.amount) })),
  ];
  if (parts.length === 0) return { records: null, amount: null };
  const records = parts.reduce((sum, part) => sum + part.records, -gone.records);
  const cents = parts.reduce((sum, part) => sum + part.cents, -gone.cents);
  return { records, amount: toAmount(cents) };
}

const centsOf = (amount: string | null): number => Number(toCents(amount ?? '0') ?? 0n);

function listReady({ companies, files, obstacleOf }: Facts): QuarterMatrix['ready'] {
  const own = companies
    .filter((company) => obstacleOf(company) === null)
    .map(({ id }) => (files.get(id) ?? []).filter(({ is_faulty }) => is_faulty === 0));
  return {
    fileIds: own.flatMap((ready) => ready.map(({ id }) => id)),
    companies: own.filter((ready) => ready.length > 0).length,
  };
}
