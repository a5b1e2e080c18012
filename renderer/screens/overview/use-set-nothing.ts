import type { QuarterCompany } from '../../../contract/quarter.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';

interface Marking {
  readonly companies: readonly QuarterCompany[];
  readonly period: string;
  /** Whether they have nothing to file, or have something after all. */
  readonly nothing: boolean;
  /** The sentence that says so. */
  readonly done: string;
  readonly onDone?: () => void;
}

/** Records whether companies have nothing to file in a quarter, and says so. */
export function useSetNothing() {
  const notify = useNotify();
  const mark = useCommand('quarter.setNothing', ['quarter.get'], { tells: 'all' });
  return {
    isSetting: mark.isPending,
    set({ companies, period, nothing, done, onDone }: Marking): void {
      // What was pressed may be gone before the answer: a callback of `mutate` would be lost.
      mark.mutateAsync({ companyIds: companies.map(({ id }) => id), period, nothing }).then(
        () => {
          onDone?.();
          notify({ tone: 'good', lines: [done] });
        },
        () => undefined,
      );
    },
  };
}
