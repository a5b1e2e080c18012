import { ZubiError } from '../../../../contract/errors.ts';
import { ledgerBooks } from '../../../../contract/ledger-books.ts';
import type { QuarterCompany } from '../../../../contract/quarter.ts';
import { settledStandings } from '../../../../contract/quarter-standings.ts';
import { toDownload } from '../../../platform/files/download.ts';
import { type FilingPeriod, filingPeriodAt, periodAfter } from '../../../platform/filing-period.ts';
import { loadTexts } from '../../../platform/texts.ts';
import { createStagedImports } from '../../companies/public.ts';
import type { Core, Handlers } from '../../core.ts';
import { writeCalendar } from './calendar.ts';
import { addMarks } from './marks-table.ts';
import { readCompanyQuarters, readQuarter, withDaysLeft } from './quarter.ts';
import { type OwnCompany, readActiveCompanies } from './quarter-rows.ts';
import { writeQuarter } from './quarter-workbook.ts';
import { readTotalsTable } from './totals-import.ts';
import { removeAccountingTotals, saveAccountingTotals } from './totals-table.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Deadlines in the calendar: those of a year. */
const deadlineCount = 4;

/** The quarter: its matrix and exports, the marks “nothing to file”, its calendar. */
export function quarterHandlers(core: Core) {
  const { queries } = core.store;
  const tables = createStagedImports(core);
  const textsIn = (language: Parameters<typeof loadTexts>[0] | undefined) =>
    loadTexts(language ?? core.settings.read().language);
  const changed = () => core.emit({ name: 'companies.changed', payload: {} });
  return {
    'quarter.get': ({ period }) => readQuarter(core, period),
    'quarter.company': async ({ id }) => ({ quarters: await readCompanyQuarters(core, id) }),
    'quarter.setNothing': async ({ companyIds, period, books, nothing }) => {
      requireAll(companyIds, await ownCompanies(core));
      const at = core.clock().toISOString();
      const kind = nothing ? ('nothing' as const) : ('something' as const);
      const named = books ?? ledgerBooks.map(({ name }) => name);
      const marks = companyIds.flatMap((id) =>
        named.map((book) => ({ company_id: id, period, book, at, kind })),
      );
      await queries.transaction().execute((transaction) => addMarks(transaction, marks));
      changed();
      return {};
    },
    'quarter.exportFile': async ({ period, companyIds, language }) => {
      const matrix = await readQuarter(core, period);
      const companies = choose(matrix.companies, companyIds);
      const bytes = writeQuarter(matrix.quarter, companies, textsIn(language));
      const { year, quarter } = matrix.quarter;
      const file = toDownload(`zubi-${year}-${quarter}T.xlsx`, xlsx, bytes);
      return { ...file, companies: companies.length };
    },
    'quarter.calendar': async () => {
      const { companies } = await readQuarter(core, undefined);
      const unfiled = companies.filter(({ standing }) => !settledStandings.includes(standing));
      const deadlines = nextDeadlines(core).map((period) => withDaysLeft(core, period));
      return { deadlines, unfiled: unfiled.length };
    },
    'quarter.calendarFile': async ({ language }) => {
      const text = writeCalendar(nextDeadlines(core), textsIn(language), core.clock());
      return toDownload('zubi-lroe.ics', 'text/calendar; charset=utf-8', text);
    },
    'quarter.importTotals': async ({ fileId, period }) => {
      const { table } = await tables.open(fileId, {});
      await tables.discard(fileId);
      const { totals, left } = readTotalsTable(table, await ownCompanies(core));
      const imported_at = core.clock().toISOString();
      const rows = totals.map(({ companyId, records, cents }) => ({
        company_id: companyId,
        period,
        records,
        amount_cents: cents,
        imported_at,
      }));
      await queries.transaction().execute((transaction) => saveAccountingTotals(transaction, rows));
      changed();
      return { companies: rows.length, left };
    },
    'quarter.removeTotals': async ({ period }) => {
      const { environment } = core.connection.configured();
      if (environment !== 'none') await removeAccountingTotals(queries, environment, period);
      changed();
      return {};
    },
  } satisfies Partial<Handlers>;
}

async function ownCompanies({ store, connection }: Core): Promise<readonly OwnCompany[]> {
  const { environment } = connection.configured();
  return environment === 'none' ? [] : readActiveCompanies(store.queries, environment);
}

/** Throws `company_unknown`. */
function requireAll(ids: readonly string[], companies: readonly { readonly id: string }[]): void {
  const known = new Set(companies.map(({ id }) => id));
  const stranger = ids.find((id) => !known.has(id));
  if (stranger !== undefined) throw new ZubiError('company_unknown', { id: stranger });
}

function choose(
  companies: readonly QuarterCompany[],
  ids: readonly string[] | undefined,
): readonly QuarterCompany[] {
  if (ids === undefined) return companies;
  requireAll(ids, companies);
  const byId = new Map(companies.map((company) => [company.id, company]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function nextDeadlines({ clock }: Pick<Core, 'clock'>) {
  const deadlines: FilingPeriod[] = [];
  for (let next = filingPeriodAt(clock()); deadlines.length < deadlineCount; ) {
    deadlines.push(next);
    next = periodAfter(next);
  }
  return deadlines;
}
