import { type LedgerBook, ledgerBooks } from '../../../contract/ledger-books.ts';
import { ruleSet } from './data/rule-set.ts';
import type { Chapter } from './record.ts';
import type { RuleDescription } from './rule.ts';

/** What a row states only where it differs from most rules. */
type RuleTraits = Partial<
  Pick<RuleDescription, 'operations' | 'severity' | 'source' | 'needsWhole'>
>;

/** A row of the tables. */
export type RuleRow<Check> = readonly [
  id: string,
  chapters: readonly Chapter[],
  check: Check,
  traits?: RuleTraits,
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

/** The section of the ledger's document that holds most rules of a chapter. */
const sections: Readonly<Record<Chapter, string>> = {
  '140/2.1': '3.2.3.1',
  '140/2.2': '3.2.3.2',
  '240/2': '3.2.11',
};

/** The rule of a row. */
export function describeRule<Check>([id, chapters, check, traits = {}]: RuleRow<Check>) {
  const source = traits.source ?? chapters.map((chapter) => sections[chapter]).join(', ');
  return {
    operations: 'entries' as const,
    severity: 'error' as const,
    needsWhole: false,
    ...traits,
    id,
    chapters,
    source: id.startsWith('B4_') ? `Validaciones v${ruleSet.version}, ${source}` : source,
    validFrom: ruleSet.validFrom,
    check,
  };
}
