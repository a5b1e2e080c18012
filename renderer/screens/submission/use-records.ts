import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Output } from '../../../contract/methods.ts';
import type { RecordState } from '../../../contract/submission.ts';
import { type CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';

const pageSize = 200;

/** Record results of a submission in pages, in the order of the file. */
export function useRecords(id: string, states: readonly RecordState[] | undefined) {
  const { bridge } = useHost();
  const chosen = useMemo(() => (states === undefined ? {} : { states: [...states] }), [states]);
  const query = useInfiniteQuery<
    Output<'submissions.records'>,
    CallFailure,
    { pages: Output<'submissions.records'>[] },
    readonly unknown[],
    number
  >({
    queryKey: ['submissions.records', { id, ...chosen, paged: true }],
    queryFn: ({ pageParam }) =>
      callMethod(bridge, 'submissions.records', { id, ...chosen, offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const taken = pages.reduce((sum, one) => sum + one.records.length, 0);
      return page.records.length > 0 && taken < page.total ? taken : undefined;
    },
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    records: useMemo(() => query.data?.pages.flatMap((page) => page.records), [query.data]),
    more,
    hasMore: hasNextPage,
    error: query.error,
    refetch: () => void refetch(),
  };
}
