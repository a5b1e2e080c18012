import type { BatchCounts } from '../../../contract/batch.ts';
import { batchStates, countOf, countText, signOf } from '../../shared/history/batch-states.ts';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import styles from './batch.module.css';

/** The number of files in each state, without zeros. */
export function BatchPills({ counts }: { readonly counts: Readonly<Partial<BatchCounts>> }) {
  const { t } = useTexts();
  return (
    <span className={styles.pills}>
      {batchStates.map((state) =>
        countOf(counts, state.count) === 0 ? null : (
          <Pill key={state.count} tone={state.tone} sign={signOf(state)}>
            {countText(t, state.count, countOf(counts, state.count))}
          </Pill>
        ),
      )}
    </span>
  );
}
