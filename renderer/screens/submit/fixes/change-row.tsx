import type { FixChange } from '../../../../contract/methods/fixes.ts';
import { useTexts } from '../../../texts.ts';
import styles from './change-row.module.css';
import { splitDiff, withoutIndent } from './diff-parts.ts';

/** The name of the element that a path ends in. */
function fieldOf(path: string): string {
  return (
    path
      .split('/')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? ''
  );
}

/** One change: its place, the old text, and the new one. */
export function ChangeRow({ change }: { readonly change: FixChange }) {
  const { t, formats } = useTexts();
  const [before, after] = withoutIndent([
    change.lineBefore ?? change.before,
    change.lineAfter ?? change.after,
  ]);
  const { start, removed, added, end } = splitDiff(before, after);
  const place = [
    change.record === null
      ? null
      : t('panel.place.record', { record: formats.count(change.record) }),
    fieldOf(change.path),
    t('panel.place.line', {
      line: formats.count(change.line),
      column: formats.count(change.column),
    }),
  ].filter((part) => part !== null && part !== '');
  return (
    <li className={styles.change} data-testid="change">
      <span className={styles.place}>{place.join(' · ')}</span>
      <div className={styles.lines}>
        <del className={`${styles.line} ${styles.before}`}>
          <span className={styles.sign} aria-hidden="true">
            −
          </span>
          <code>
            {start}
            <b>{removed}</b>
            {end}
          </code>
        </del>
        <ins className={`${styles.line} ${styles.after}`}>
          <span className={styles.sign} aria-hidden="true">
            +
          </span>
          <code>
            {start}
            <b>{added}</b>
            {end}
          </code>
        </ins>
      </div>
    </li>
  );
}
