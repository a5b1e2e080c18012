import { type LedgerBook, ledgerBooks } from '../../../contract/ledger-books.ts';
import { ruleSet } from './data/rule-set.ts';
import type { Chapter, Severity } from './record.ts';
import type { Rule } from './rule.ts';

/**
 * A row of the table: id, chapters, operations, severity, source, function, and `whole` for a rule
 * that is skipped while a part of the record is missing.
 */
export type RuleRow<Check> = readonly [
  string,
  readonly Chapter[],
  Rule['operations'],
  Severity,
  string,
  Check,
  'whole'?,
];

export const every: readonly Chapter[] = chaptersOf(() => true);
export const invoices: readonly Chapter[] = chaptersOf((book) => book.hasInvoices);
export const withInvoice: readonly Chapter[] = ['140/2.1'];
export const withoutInvoice: readonly Chapter[] = ['140/2.2'];
export const expenses: readonly Chapter[] = chaptersOf(({ model }) => model === '140');
export const received: readonly Chapter[] = ['240/2'];

function chaptersOf(isOf: (book: LedgerBook) => boolean): Chapter[] {
  return ledgerBooks.filter(isOf).map(({ chapterId }) => chapterId);
}

/** The rule of a row. */
export function describeRule<Check>([
  id,
  chapters,
  operations,
  severity,
  source,
  check,
  whole,
]: RuleRow<Check>) {
  const official = id.startsWith('B4_');
  return {
    id,
    chapters,
    operations,
    severity,
    source: official ? `Validaciones v${ruleSet.version}, ${source}` : source,
    validFrom: ruleSet.validFrom,
    validTo: null,
    needsWhole: whole === 'whole',
    check,
  };
}
