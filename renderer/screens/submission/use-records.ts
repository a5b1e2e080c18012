import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Output } from '../../../contract/methods.ts';
import type { RecordResult, RecordState } from '../../../contract/submission.ts';
import { type Paging, usePages } from '../../api/pages.ts';

const pageSize = 200;

/** A record, and what a later submission did with it, as far as the history knows. */
export interface ShownRecord extends RecordResult {
  readonly later: Output<'submissions.records'>['later'][number] | undefined;
}

const paging: Paging<'submissions.records', ShownRecord, number> = {
  first: 0,
  items: ({ records, later }) => {
    const steps = new Map(later.map((step) => [step.record, step]));
    return records.map((each) => ({ ...each, later: steps.get(each.record ?? 0) }));
  },
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
