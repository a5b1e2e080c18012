import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Input, MethodName, Output } from '../../contract/methods.ts';
import { type CallFailure, callMethod } from './bridge.ts';
import { useHost } from './queries.ts';

/** How a method is read in pages. `Place` is the start of a page: a cursor or an offset. */
export interface Paging<Name extends MethodName, Item, Place> {
  readonly first: Place;
  readonly items: (page: Output<Name>) => readonly Item[];
  /**
   * The start of the page after this one, given the number of loaded items; undefined after the
   * last.
   */
  readonly next: (page: Output<Name>, loaded: number) => Place | undefined;
}

export interface PageOptions<Name extends MethodName, Place> {
  /** The key of this reading among others of the same method. */
  readonly key: object;
  readonly input: (place: Place) => Input<Name>;
  /** Shows the last answer while a new key loads. */
  readonly keepPrevious?: boolean;
  /** Forgets the answer with the screen. */
  readonly forget?: boolean;
}

/**
 * A reading of the core in pages, cached by method name and key. `paging` is a constant: a new one
 * collects the items again.
 */
export function usePages<Name extends MethodName, Item, Place>(
  name: Name,
  paging: Paging<Name, Item, Place>,
  options: PageOptions<Name, Place>,
) {
  const { bridge } = useHost();
  const query = useInfiniteQuery<
    Output<Name>,
    CallFailure,
    { pages: Output<Name>[] },
    readonly unknown[],
    { place: Place }
  >({
    queryKey: [name, { ...options.key, paged: true }],
    queryFn: ({ pageParam }) => callMethod(bridge, name, options.input(pageParam.place)),
    initialPageParam: { place: paging.first },
    getNextPageParam: (page, pages) => {
      const loaded = pages.reduce((sum, one) => sum + paging.items(one).length, 0);
      const place = paging.next(page, loaded);
      return place === undefined ? undefined : { place };
    },
    placeholderData: (previous) => (options.keepPrevious === true ? previous : undefined),
    ...(options.forget === true ? { gcTime: 0 } : {}),
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    items: useMemo(() => data?.pages.flatMap((page) => paging.items(page)), [data, paging]),
    firstPage: data?.pages[0],
    more,
    hasMore: hasNextPage,
    isFetching: query.isFetching,
    /** True for the answer of an earlier key. */
    isPlaceholder: query.isPlaceholderData,
    error: query.error,
    isError: query.isError,
    refetch: query.refetch,
  };
}
