import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { RecordResult, RecordState } from '../../../contract/submission.ts';
import { type Paging, usePages } from '../../api/pages.ts';

const pageSize = 200;

const paging: Paging<'submissions.records', RecordResult, number> = {
  first: 0,
  items: (page) => page.records,
  next: (page, loaded) => (page.records.length > 0 && loaded < page.total ? loaded : undefined),
};

/** Record results of a submission in pages, in the order of the file. */
export function useRecords(id: string, states: readonly RecordState[] | undefined, written = '') {
  const [text] = useDebouncedValue(written.trim(), 150);
  const chosen = useMemo(
    () => ({
      ...(states === undefined ? {} : { states: [...states] }),
      ...(text === '' ? {} : { text }),
    }),
    [states, text],
  );
  const { items, more, hasMore, error, refetch } = usePages('submissions.records', paging, {
    key: { id, ...chosen },
    input: (offset) => ({ id, ...chosen, offset, limit: pageSize }),
    keepPrevious: true,
  });
  return { records: items, more, hasMore, error, refetch: () => void refetch() };
}
