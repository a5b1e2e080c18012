import {
  type BookName,
  bookNames,
  findBook,
  formNumbers,
  ledgerBooks,
} from '../../../../contract/ledger-books.ts';
import type { QuarterCell } from '../../../../contract/quarter.ts';
import { type QuarterStanding, quarterStandings } from '../../../../contract/quarter-standings.ts';
import type { CompanyTotalsTable } from '../../../platform/db/tables.ts';
import type { UnsentFile } from '../../worklist/public.ts';
import type { RecordChange } from './changed-records.ts';
import type { WaitingRow } from './quarter-rows.ts';

const bookByForm: ReadonlyMap<number, BookName> = new Map(
  ledgerBooks.flatMap((book) => formNumbers(book).map((form) => [form, book.name] as const)),
);
const creations: ReadonlySet<number> = new Set(formNumbers({ operation: 'creation' }));
const cancellations: ReadonlySet<number> = new Set(formNumbers({ operation: 'cancellation' }));

/** Whether a form brings new records; the others change or cancel existing ones. */
export const isCreation = (form: number): boolean => creations.has(form);

/** The book of a file on the list. */
const bookOfUnsent = ({ model, expense_type: expenseType }: UnsentFile): BookName | undefined =>
  findBook({ model, expenseType })?.name;

/** The facts about a company in one quarter. */
export interface QuarterFacts {
  readonly totals: readonly CompanyTotalsTable[];
  readonly waiting: readonly WaitingRow[];
  /** On the list, for this quarter. */
  readonly files: readonly UnsentFile[];
  /** Books that have nothing to file. */
  readonly nothing: ReadonlySet<BookName>;
  /**
   * Changes of records that were modified or cancelled; in a quarter that is not summed, only where
   * all records of a book may be cancelled.
   */
  readonly changes: readonly RecordChange[];
  /** Records that the ledger has, although their submission counts as not delivered or refused. */
  readonly confirmed: readonly RecordChange[];
}

/** What applies to the company as a whole. */
export interface CompanyFacts {
  readonly isIndividual: boolean;
  /** Why nothing can be sent for it now. */
  readonly obstacle: 'authorization' | 'keyless' | null;
}

/** The books in which new or changed records were recorded. */
export function filedBooks(totals: readonly CompanyTotalsTable[]): BookName[] {
  return totals
    .filter((row) => hasArrived(row) && !cancellations.has(row.form))
    .flatMap(({ form }) => bookByForm.get(form) ?? []);
}

const hasArrived = ({ state }: CompanyTotalsTable): boolean =>
  state === 'accepted' || state === 'partially_accepted';

/**
 * The books that a company has to file: those it filed in the four quarters before. If it filed
 * none: those it has files of now, else those of its kind (for a person, expenses with invoice).
 */
function owedBooks(
  { isIndividual }: CompanyFacts,
  now: readonly BookName[],
  before: readonly BookName[],
): ReadonlySet<BookName> {
  if (before.length > 0) return new Set(before);
  if (now.length > 0) return new Set(now);
  return new Set([isIndividual ? '140-with-invoice' : '240-received']);
}

/** A company's books in a quarter, in the order of the ledger; `before`: filed earlier. */
export function toCells(
  company: CompanyFacts,
  facts: QuarterFacts,
  before: readonly BookName[],
): QuarterCell[] {
  const totals = Map.groupBy(facts.totals, ({ form }) => bookByForm.get(form));
  const waiting = Map.groupBy(facts.waiting, ({ form }) => bookByForm.get(form));
  const files = Map.groupBy(facts.files, bookOfUnsent);
  const changes = Map.groupBy(facts.changes, ({ form }) => bookByForm.get(form));
  const confirmed = Map.groupBy(facts.confirmed, ({ form }) => bookByForm.get(form));
  const now = bookNames.filter((name) => totals.has(name) || waiting.has(name) || files.has(name));
  const owed = owedBooks(company, now, before);
  return bookNames.flatMap((name) => {
    if (!owed.has(name) && !now.includes(name)) return [];
    const own: QuarterFacts = {
      totals: totals.get(name) ?? [],
      waiting: waiting.get(name) ?? [],
      files: files.get(name) ?? [],
      nothing: facts.nothing,
      changes: changes.get(name) ?? [],
      confirmed: confirmed.get(name) ?? [],
    };
    return toCell(name, company, own, owed.has(name)) ?? [];
  });
}

function toCell(
  book: BookName,
  { obstacle }: CompanyFacts,
  { totals, waiting, files, nothing, changes, confirmed }: QuarterFacts,
  isOwed: boolean,
): QuarterCell | null {
  const cell = (standing: QuarterStanding, count = 0, submissionId: string | null = null) => ({
    book,
    standing,
    count,
    submissionId,
  });
  for (const [state, standing] of waitingStandings) {
    const own = waiting.filter((row) => row.state === state);
    const [first] = own;
    if (first === undefined) continue;
    const records = own.reduce(
      (sum, row) => sum + row.incorrect_count + row.accepted_with_errors_count,
      0,
    );
    const count = standing === 'toCorrect' && records > 0 ? records : own.length;
    return cell(standing, count, own.length === 1 ? first.id : null);
  }
  const faulty = files.filter(({ is_faulty }) => is_faulty === 1).length;
  if (faulty > 0) return cell('faulty', faulty);
  // An unknown one that needs no attention is queued at the service.
  const isMoving = totals.some(({ state }) => movingStates.includes(state));
  const isFiled =
    confirmed.length > 0 || (filedBooks(totals).length > 0 && !isEmptied(totals, changes));
  const isMissing = isOwed && !isMoving && !isFiled && !nothing.has(book);
  if (obstacle !== null && (files.length > 0 || (isMissing && obstacle === 'authorization')))
    return cell(obstacle, files.length);
  if (files.length > 0) return cell('ready', files.length);
  const cancelled = totals.filter((row) => hasArrived(row) && cancellations.has(row.form));
  if (isMissing)
    return cell(
      'missing',
      cancelled.reduce((sum, row) => sum + row.files, 0),
    );
  if (isMoving) return cell('sent');
  if (isFiled) return cell('complete');
  // A cancellation alone counts as nothing filed; a book that need not be filed is left out.
  return isOwed ? cell('nothing') : null;
}

/** Whether all records that were created were cancelled. */
function isEmptied(totals: QuarterFacts['totals'], changes: QuarterFacts['changes']): boolean {
  const created = totals
    .filter((row) => hasArrived(row) && isCreation(row.form))
    .reduce((sum, { records }) => sum + records, 0);
  return created > 0 && changes.reduce((sum, { records }) => sum + records, created) <= 0;
}

const movingStates: readonly string[] = ['queued', 'sending', 'unknown'];

const waitingStandings = [
  ['rejected', 'rejected'],
  ['failed', 'failed'],
  ['partially_accepted', 'toCorrect'],
  ['unknown', 'unknown'],
] as const;

/** The most pressing of a company's books; “nothing” where it has none. */
export function worstOf(cells: readonly QuarterCell[]): QuarterStanding {
  return (
    quarterStandings.find((standing) => cells.some((cell) => cell.standing === standing)) ??
    'nothing'
  );
}
