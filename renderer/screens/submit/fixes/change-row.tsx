import type { FixChange } from '../../../../contract/methods/fixes.ts';
import { useTexts } from '../../../texts.ts';
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
    <li className="z-change" data-testid="change">
      <span className="z-change-place">{place.join(' · ')}</span>
      <div className="z-change-lines">
        <del className="z-change-line z-change-before">
          <span className="z-change-sign" aria-hidden="true">
            −
          </span>
          <code>
            {start}
            <b>{removed}</b>
            {end}
          </code>
        </del>
        <ins className="z-change-line z-change-after">
          <span className="z-change-sign" aria-hidden="true">
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
