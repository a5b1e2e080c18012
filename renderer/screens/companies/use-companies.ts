import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { CompanySort } from '../../../contract/company.ts';
import type { Output } from '../../../contract/methods.ts';
import { type CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { type CompanyChoice, toCompanyFilter } from './company-filter.ts';

/** Between two keys of a fast typist; an answer takes a few milliseconds. */
const typingMs = 40;
/** The first page opens the list; the others are large, because every loaded page is read again whenever a company changes. */
const firstPageSize = 200;
const pageSize = 1000;

/** The companies in pages, sorted and filtered by the core; typing is waited for. */
export function useCompanies(choice: CompanyChoice, sort: CompanySort) {
  const { bridge } = useHost();
  const [typed] = useDebouncedValue(choice.text.trim(), typingMs);
  const input = useMemo(() => {
    const filter = toCompanyFilter(choice, new Date());
    return { ...(typed === '' ? {} : { text: typed }), filter, sort };
  }, [choice, typed, sort]);
  const query = useInfiniteQuery<
    Output<'companies.list'>,
    CallFailure,
    { pages: Output<'companies.list'>[] },
    readonly unknown[],
    string | null
  >({
    queryKey: ['companies.list', { ...input, paged: true }],
    queryFn: ({ pageParam }) =>
      callMethod(bridge, 'companies.list', {
        ...input,
        cursor: pageParam,
        limit: pageParam === null ? firstPageSize : pageSize,
      }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const companies = useMemo(() => query.data?.pages.flatMap((page) => page.companies), [query.data]);
  return {
    companies,
    total: query.data?.pages[0]?.total ?? 0,
    more,
    error: query.error,
    isError: query.isError,
    refetch: query.refetch,
  };
}
