import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Output } from '../../../contract/methods.ts';
import type { Submission } from '../../../contract/submission.ts';
import { type Paging, usePages } from '../../api/pages.ts';
import { type FilterChoice, isChoosable, toSubmissionFilter } from './history-filter.ts';

const pageSize = 100;
/** Submissions to resolve or send again together are read whole. */
const wholePageSize = 1000;

/** A submission in a list. */
export interface ListedSubmission extends Submission {
  /** Whether it was corrected, sent again or closed, though not fully accepted. */
  readonly isSettled: boolean;
}

/** The submissions of an answer of `submissions.list`. */
export function toListed({
  submissions,
  settled,
}: Output<'submissions.list'>): readonly ListedSubmission[] {
  const over = new Set(settled);
  return submissions.map((each) => ({ ...each, isSettled: over.has(each.id) }));
}

const paging: Paging<'submissions.list', ListedSubmission, string | null> = {
  first: null,
  items: toListed,
  next: (page) => page.nextCursor ?? undefined,
};

/** The history in pages, newest first; typing is debounced. */
export function useHistory(choice: FilterChoice) {
  const [text] = useDebouncedValue(choice.text, 200);
  const filter = useMemo(() => toSubmissionFilter({ ...choice, text }), [choice, text]);
  const { items, firstPage, ...pages } = usePages('submissions.list', paging, {
    key: { filter },
    input: (cursor) => ({
      filter,
      cursor,
      limit: isChoosable(choice.state) ? wholePageSize : pageSize,
    }),
    keepPrevious: true,
  });
  return {
    submissions: items,
    total: firstPage?.total ?? 0,
    /** False when there are more than `total`: the count of a word search is capped. */
    totalIsExact: firstPage?.totalIsExact ?? true,
    /** Whether this is the answer to the current filters, and not to earlier ones. */
    isCurrent: text === choice.text && !pages.isPlaceholder,
    ...pages,
  };
}
