import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ImportMapping, ImportPreview } from '../../../contract/company-import.ts';
import type { EventPayload } from '../../../contract/events.ts';
import type { Output } from '../../../contract/methods.ts';
import { CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';

const pageSize = 200;

interface Wanted {
  readonly file: File;
  /** Token of a file that was taken already, when its passphrase is asked for. */
  readonly fileId: string | null;
  readonly passphrase?: string;
}

/** How far an import is, while one is told of. */
export function useImportProgress(): EventPayload<'import.progressed'> | null {
  const { bridge } = useHost();
  const [progress, setProgress] = useState<EventPayload<'import.progressed'> | null>(null);
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event.name === 'import.progressed') setProgress(event.payload);
      }),
    [bridge],
  );
  return progress;
}

/** Opens a table of companies: takes the file in and has it read, with its passphrase where it is sealed. */
export function useOpenTable() {
  const { bridge } = useHost();
  const [fileId, setFileId] = useState<string | null>(null);
  const open = useMutation<ImportPreview, CallFailure, Wanted>({
    mutationFn: async ({ file, fileId: known, passphrase }) => {
      let token = known;
      if (token === null) {
        const taken = await bridge.takeFiles([file]);
        if (!taken.ok) throw new CallFailure(taken.error);
        token = taken.value[0]?.fileId ?? '';
        setFileId(token);
      }
      return callMethod(bridge, 'companies.importPreview', {
        fileId: token,
        limit: 1,
        ...(passphrase === undefined ? {} : { passphrase }),
      });
    },
  });
  // What was opened is held in the core's memory: it is let go of when the page is left.
  useEffect(() => {
    if (fileId === null) return;
    return () => void bridge.call('companies.discardImport', { fileId });
  }, [bridge, fileId]);
  const { mutate } = open;
  const start = useCallback((file: File) => mutate({ file, fileId: null }), [mutate]);
  return {
    start,
    unseal: (passphrase: string) => {
      if (open.variables !== undefined) mutate({ file: open.variables.file, fileId, passphrase });
    },
    reset: open.reset,
    file: open.variables?.file ?? null,
    isPending: open.isPending,
    error: open.error,
    preview: open.data,
  };
}

/** What an import would do, row by row, in pages. */
export function useImportRows(fileId: string, mapping: ImportMapping, onlyFaulty: boolean) {
  const { bridge } = useHost();
  const query = useInfiniteQuery<
    ImportPreview,
    CallFailure,
    { pages: ImportPreview[] },
    readonly unknown[],
    number
  >({
    queryKey: ['companies.importPreview', { fileId, mapping, onlyFaulty }],
    queryFn: ({ pageParam }) =>
      callMethod(bridge, 'companies.importPreview', {
        ...{ fileId, mapping, onlyFaulty },
        ...{ offset: pageParam, limit: pageSize },
      }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return loaded < page.total ? loaded : undefined;
    },
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return { rows, more, first: query.data?.pages[0], error: query.error, isFetching: query.isFetching };
}

export type Stored = Output<'companies.importFile'>;
