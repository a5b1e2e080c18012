import { useDebouncedValue } from '@mantine/hooks';
import type { FixOffer } from '../../../../contract/methods/fixes.ts';
import type { Issue } from '../../../../contract/verdict.ts';
import type { WorklistFile } from '../../../../contract/worklist.ts';
import { useMethod } from '../../../api/queries.ts';
import { offersOf, wishOf } from './offers.ts';
import styles from './value-change.module.css';

/** A preview checks the whole fixed file: a large one is left to the dialog. */
const largestBytes = 1_000_000;
/** Characters of the longest value that a card shows. */
const longestValue = 60;
/** While a person goes from fault to fault, nothing is checked. */
const restMs = 150;

interface ValueChangeProps {
  readonly file: WorklistFile;
  readonly offers: readonly FixOffer[];
  readonly issue: Issue;
}

/** Before and after of a fault's fix, where it changes one value; nothing otherwise. */
export function ValueChange({ file, offers, issue }: ValueChangeProps) {
  const [rested] = useDebouncedValue(issue, restMs);
  const own = offersOf(offers, rested);
  const { data } = useMethod(
    'submissions.previewFix',
    { fileId: file.id, chosen: [...wishOf(own, rested).chosen], limit: 2 },
    { enabled: own.length > 0 && rested.line !== null && file.sizeBytes <= largestBytes },
  );
  const change = data?.total === 1 && rested === issue ? data.changes[0] : undefined;
  if (change === undefined || !isValue(change.before) || !isValue(change.after)) return null;
  return (
    <span className={styles.change} data-testid="value-change">
      <del className={styles.before}>{change.before}</del>
      <span aria-hidden> → </span>
      <ins className={styles.after}>{change.after}</ins>
    </span>
  );
}

function isValue(text: string): boolean {
  return text !== '' && text.length <= longestValue && !text.includes('\n');
}
