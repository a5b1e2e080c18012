import type { SubmissionFilter } from '../../contract/submission.ts';
import type { SubmissionStateColumn } from './tables.ts';
import { isWaitingState, waitingStates } from './waiting.ts';

/** The nine forms as the column `form` counts them. */
const books = [
  { model: '140', expenseType: 'with_invoice', first: 0 },
  { model: '140', expenseType: 'without_invoice', first: 3 },
  { model: '240', expenseType: null, first: 6 },
] as const;
const operations = ['creation', 'modification', 'cancellation'] as const;

/** Numbers of the forms a filter lets through; null when it lets all of them. */
export function formsOf(filter: SubmissionFilter): readonly number[] | null {
  if (!filter.model && !filter.operation && !filter.expenseType) return null;
  return books
    .filter((book) => !filter.model || book.model === filter.model)
    .filter((book) => !filter.expenseType || book.expenseType === filter.expenseType)
    .flatMap((book) =>
      operations.flatMap((operation, index) =>
        !filter.operation || operation === filter.operation ? [book.first + index] : [],
      ),
    );
}

/** States a filter lets through; null when it lets all of them. */
export function statesOf(filter: SubmissionFilter): readonly SubmissionStateColumn[] | null {
  const asked = filter.states?.length ? [...new Set(filter.states)] : null;
  if (filter.waiting !== true) return asked;
  return asked ? asked.filter(isWaitingState) : waitingStates;
}

/** Longest beginning that has an index; a longer word is cut to it and then compared by the table's own terms. */
const maxWords = 12;

/** The words of a search, as the index cuts them: runs of letters and digits. */
export function searchWords(text: string): string[] {
  return (text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords);
}

/** A search in the index's own language: every word is a beginning, and the marks of state, form and company must be there. */
export function toMatch(words: readonly string[], filter: SubmissionFilter): string {
  const mark = (kind: 's' | 'f' | 'c', value: string | number) => `"\ue000${kind}${value}"`;
  const oneOf = (marks: readonly string[]) => `(${marks.join(' OR ')})`;
  const states = statesOf(filter);
  const forms = formsOf(filter);
  return [
    ...words.map((word) => `"${word}"*`),
    ...(states ? [oneOf(states.map((state) => mark('s', state.replaceAll('_', ''))))] : []),
    ...(forms ? [oneOf(forms.map((form) => mark('f', form)))] : []),
    ...(filter.companyId ? [mark('c', Buffer.from(filter.companyId).toString('hex'))] : []),
  ].join(' AND ');
}
