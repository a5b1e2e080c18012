import { placeHash } from '../../router.ts';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { type FilterChoice, noFilter } from './history-filter.ts';

interface KeptHistory {
  /** The filters of the address: another address starts anew. */
  readonly query: string;
  readonly choice: FilterChoice;
}

/** The history's filters. */
export const keptHistory = keptPart<KeptHistory>(
  { query: '', choice: noFilter },
  { of: 'history' },
);

/** The address of the history as it was left. */
export function useHistoryHash(): string {
  const [{ query }] = useKept(keptHistory);
  return placeHash('history', null, query);
}
