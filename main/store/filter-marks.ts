import type { SubmissionFilter } from '../../contract/submission.ts';
import { markedStates, marks } from './search-words.ts';
import type { SubmissionStateColumn } from './tables.ts';
import { isWaitingState } from './waiting.ts';

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

/**
 * States a filter lets through; null when it lets all of them, or all in which a submission may
 * wait.
 */
export function statesOf(filter: SubmissionFilter): readonly SubmissionStateColumn[] | null {
  const asked = filter.states?.length ? [...new Set(filter.states)] : null;
  return filter.waiting === true ? (asked?.filter(isWaitingState) ?? null) : asked;
}

/** Each kind: one of these marks must be there. */
export type Kinds = readonly (readonly number[])[];

/** More than these are not asked for one by one. */
const mostTogether = 9;

function stateNumbers(filter: SubmissionFilter): readonly number[] {
  const states = statesOf(filter) ?? [];
  return markedStates.flatMap((group, index) =>
    group.some((state) => states.includes(state)) ? [index] : [],
  );
}

/** Each by itself, as bits are kept. */
export const plainKinds = (filter: SubmissionFilter): Kinds => [
  ...(statesOf(filter) ? [stateNumbers(filter).map((number) => marks.state + number)] : []),
  ...formMarks(filter, formsOf(filter)),
];

export function marksOf(filter: SubmissionFilter): Kinds {
  const forms = formsOf(filter);
  const numbers = stateNumbers(filter);
  const states = statesOf(filter);
  if (forms && states && forms.length * numbers.length <= mostTogether)
    return [
      forms.flatMap((form) => numbers.map((number) => marks.formInState + 8 * form + number)),
    ];
  return plainKinds(filter);
}

function formMarks(filter: SubmissionFilter, forms: readonly number[] | null): Kinds {
  if (!forms) return [];
  const [only] = forms;
  if (only !== undefined && forms.length === 1) return [[marks.form + only]];
  const { model, operation, expenseType } = filter;
  const book = books.findIndex((each) =>
    expenseType ? each.expenseType === expenseType : each.model === model,
  );
  const ofBook = model === '140' && !expenseType ? marks.model140 : marks.book + book;
  return [
    ...(model || expenseType ? [[ofBook]] : []),
    ...(operation ? [[marks.operation + operations.indexOf(operation)]] : []),
  ];
}
