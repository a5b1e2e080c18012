import { useMutation, useMutationState } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportMapping, ImportPreview, ImportRow } from '../../../contract/company-import.ts';
import type { EventPayload } from '../../../contract/events.ts';
import type { Input } from '../../../contract/methods.ts';
import { type CallFailure, callMethod, takeFile } from '../../api/bridge.ts';
import { type Paging, usePages } from '../../api/pages.ts';
import { useHost } from '../../api/queries.ts';

const pageSize = 200;

const rowPaging: Paging<'companies.importPreview', ImportRow, number> = {
  first: 0,
  items: (page) => page.rows,
  next: (page, loaded) => (loaded < page.total ? loaded : undefined),
};
const noRows: readonly ImportRow[] = [];

interface Wanted {
  readonly file: File;
  /** Token of a file that was received before its passphrase. */
  readonly fileId: string | null;
  readonly passphrase?: string;
}

/** Whether an export is sealed, and its passphrase is still missing. */
export const wantsPassphrase = ({ error }: CallFailure): boolean =>
  error.code === 'import_format' && error.details.reason === 'passphrase_wanted';

/** The token of the file being imported, also one whose page was left; null without any. */
export function useRunningImport(): string | null {
  const [fileId = null] = useMutationState({
    filters: { mutationKey: ['companies.importFile'], status: 'pending' },
    select: ({ state }) => (state.variables as Input<'companies.importFile'>).fileId,
  });
  return fileId;
}

/** The progress of the running import of a file. */
export function useImportProgress(fileId: string): EventPayload<'import.progressed'> | null {
  const { bridge } = useHost();
  const [progress, setProgress] = useState<EventPayload<'import.progressed'> | null>(null);
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event.name === 'import.progressed' && event.payload.fileId === fileId)
          setProgress(event.payload);
      }),
    [bridge, fileId],
  );
  return progress;
}

/**
 * Opens a table of companies: hands the file over and reads it, with its passphrase where it is
 * sealed.
 */
export function useOpenTable() {
  const { bridge } = useHost();
  const [fileId, setFileId] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  const open = useMutation<ImportPreview, CallFailure, Wanted>({
    mutationFn: async ({ file, fileId: known, passphrase }) => {
      let token = known;
      if (token === null) {
        token = (await takeFile(bridge, file)).fileId;
        // Another table was opened meanwhile: this one must not take its place.
        if (latest.current === file) setFileId(token);
        else void bridge.call('companies.discardImport', { fileId: token });
      }
      return callMethod(bridge, 'companies.importPreview', {
        fileId: token,
        limit: 1,
        ...(passphrase === undefined ? {} : { passphrase }),
      });
    },
  });
  // The core holds the opened file in memory: it is released when the page is left.
  useEffect(() => {
    if (fileId === null) return;
    return () => void bridge.call('companies.discardImport', { fileId });
  }, [bridge, fileId]);
  const { mutate } = open;
  return {
    /** `onFailure` is called for a file that is no table, or cannot be read. */
    start: (file: File, onFailure: () => void) => {
      latest.current = file;
      mutate(
        { file, fileId: null },
        { onError: (failure) => (wantsPassphrase(failure) ? undefined : onFailure()) },
      );
    },
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

/** The choice of rows to import. */
export interface TableChoice {
  /** Place of the sheet in the workbook; null without a workbook. */
  readonly sheet: number | null;
  /** Null: as the core proposes. */
  readonly mapping: ImportMapping | null;
  readonly hiddenRows: boolean;
}

/** A choice in the form of the core's methods. */
export const toInput = ({ sheet, mapping, hiddenRows }: TableChoice) => ({
  ...(sheet === null ? {} : { sheet }),
  ...(mapping === null ? {} : { mapping }),
  hiddenRows,
});

/** The result of an import, row by row, in pages. `isCurrent`: the answer is of this choice. */
export function useImportRows(fileId: string, choice: TableChoice, onlyFaulty: boolean) {
  const pages = usePages('companies.importPreview', rowPaging, {
    key: { fileId, choice, onlyFaulty },
    input: (offset) => ({ fileId, ...toInput(choice), onlyFaulty, offset, limit: pageSize }),
    keepPrevious: true,
    forget: true,
  });
  const { items, more, firstPage: first, error, isPlaceholder } = pages;
  return {
    rows: items ?? noRows,
    more,
    first,
    error,
    isCurrent: first !== undefined && !isPlaceholder,
  };
}
