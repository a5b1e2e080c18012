import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Output } from '../../../contract/methods.ts';
import { type CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { type FilterChoice, toSubmissionFilter } from './history-filter.ts';

const pageSize = 100;

/** The history in pages, newest first; typing is waited for. */
export function useHistory(choice: FilterChoice) {
  const { bridge } = useHost();
  const [text] = useDebouncedValue(choice.text, 200);
  const filter = useMemo(() => toSubmissionFilter({ ...choice, text }), [choice, text]);
  const query = useInfiniteQuery<
    Output<'submissions.list'>,
    CallFailure,
    { pages: Output<'submissions.list'>[] },
    readonly unknown[],
    string | null
  >({
    queryKey: ['submissions.list', { filter, paged: true }],
    queryFn: ({ pageParam }) =>
      callMethod(bridge, 'submissions.list', { filter, cursor: pageParam, limit: pageSize }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const submissions = useMemo(() => query.data?.pages.flatMap((page) => page.submissions), [query.data]);
  return {
    submissions,
    total: query.data?.pages[0]?.total ?? 0,
    /** False when there are more than `total`: what words find is not counted to its end. */
    totalIsExact: query.data?.pages[0]?.totalIsExact ?? true,
    more,
    isFetchingMore: isFetchingNextPage,
    error: query.error,
    isError: query.isError,
    refetch: query.refetch,
  };
}
