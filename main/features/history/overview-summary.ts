import { formNumbers, ledgerBooks } from '../../../contract/ledger-books.ts';
import { sumAmounts, toAmount } from '../../../contract/money.ts';
import type {
  Book,
  CompanyOverview,
  Overview,
  OverviewCounts,
} from '../../../contract/overview.ts';
import type { SubmissionStateColumn } from '../../platform/db/tables.ts';
import type { PeriodRow } from './overview-rows.ts';
import type { WaitingState } from './waiting.ts';

/** The forms of cancellations. */
const cancellations: ReadonlySet<number> = new Set(formNumbers({ operation: 'cancellation' }));

type CountRow = { readonly state: SubmissionStateColumn; readonly files: number };

/** Files by outcome. Files cancelled before they were sent do not count. */
function countStates(rows: readonly CountRow[]): OverviewCounts {
  const of = (...states: SubmissionStateColumn[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { files }) => sum + files, 0);
  return {
    accepted: of('accepted'),
    partiallyAccepted: of('partially_accepted'),
    rejected: of('rejected'),
    unknown: of('unknown'),
    failed: of('failed'),
    waiting: of('queued', 'sending'),
  };
}

/** A company's submissions in a state that wait for a person. */
type OpenRow = {
  readonly company_id: string;
  readonly state: WaitingState;
  readonly files: number;
};

/** A company's files on the worklist. */
type UnsentRow = { readonly company_id: string } & CompanyOverview['unsent'];

/**
 * Companies by their books: what they did in the quarter, what of it waits for a person, what is on
 * the worklist, and what they did earlier but not in this quarter.
 */
export function summariseCompanies(
  rows: readonly PeriodRow[],
  period: string,
  { open, unsent }: { readonly open: readonly OpenRow[]; readonly unsent: readonly UnsentRow[] },
): CompanyOverview[] {
  const openOf = Map.groupBy(open, (row) => row.company_id);
  const unsentOf = new Map(unsent.map((row) => [row.company_id, row]));
  const byCompany = Map.groupBy(rows, (row) => row.company_id);
  return [...byCompany.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const found = ledgerBooks.flatMap(({ model, expenseType }) => {
      const book = { model, expenseType };
      const forms = formNumbers(book);
      const inBook = own.filter(({ form }) => forms.includes(form));
      const summary = summariseBook(book, inBook, period);
      return summary ? [summary] : [];
    });
    if (found.length === 0) return [];
    const { rejected, partiallyAccepted, unknown, failed } = countStates(
      openOf.get(first.company_id) ?? [],
    );
    const waiting = { rejected, partiallyAccepted, unknown, failed };
    const { company_id: id, full_name: fullName, tax_id: taxId } = first;
    const { files = 0, faulty = 0 } = unsentOf.get(id) ?? {};
    return [{ id, fullName, taxId, books: found, waiting, unsent: { files, faulty } }];
  });
}

function summariseBook(
  book: Book,
  rows: readonly PeriodRow[],
  period: string,
): CompanyOverview['books'][number] | null {
  const now = rows.filter((row) => row.period === period);
  const sent = rows.filter((row) => !cancellations.has(row.form));
  const arrived = (row: PeriodRow) =>
    row.state === 'accepted' || row.state === 'partially_accepted';
  const before = sent.some((row) => row.period !== period && arrived(row));
  const done = sent.some(
    (row) =>
      row.period === period &&
      (arrived(row) || ['queued', 'sending', 'unknown'].includes(row.state)),
  );
  const missing = before && !done;
  if (now.length === 0 && !missing) return null;
  return { book, ...countStates(now), ...sumArrived(now.filter(arrived)), missing };
}

function sumArrived(rows: readonly PeriodRow[]): { records: number; amount: string } {
  return {
    records: rows.reduce((sum, row) => sum + row.records, 0),
    amount: toAmount(rows.reduce((sum, row) => sum + BigInt(row.amount_cents), 0n)),
  };
}

/** The totals of all companies. */
export function sumUp(companies: readonly CompanyOverview[]): Overview['totals'] {
  const all = companies.flatMap((company) => company.books);
  const sum = (of: (book: (typeof all)[number]) => number) =>
    all.reduce((total, book) => total + of(book), 0);
  return {
    accepted: sum((book) => book.accepted),
    partiallyAccepted: sum((book) => book.partiallyAccepted),
    rejected: sum((book) => book.rejected),
    unknown: sum((book) => book.unknown),
    failed: sum((book) => book.failed),
    waiting: sum((book) => book.waiting),
    records: sum((book) => book.records),
    amount: sumAmounts(all.map((book) => book.amount)),
    missingBooks: all.filter((book) => book.missing).length,
  };
}

/** Months, the oldest first, with zeros where there was nothing. */
export function fillMonths(
  rows: readonly (CountRow & { readonly month: string })[],
  last: string,
  count: number,
): Overview['months'] {
  const byMonth = Map.groupBy(rows, (row) => row.month);
  return monthsUpTo(last, count).map((month) => ({
    month,
    ...countStates(byMonth.get(month) ?? []),
  }));
}

/** `count` months that end with `last` (`2026-11`). */
export function monthsUpTo(last: string, count: number): string[] {
  const index = Number(last.slice(0, 4)) * 12 + Number(last.slice(5)) - 1;
  return Array.from({ length: count }, (_, position) => {
    const month = index - count + 1 + position;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
