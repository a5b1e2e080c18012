import type { Text } from '@codemirror/state';
import type { Issue } from '../../../../contract/verdict.ts';
import { splitAtMark } from '../xml-tokens.ts';
import { type LineLayout, offsetOfColumn } from './line-layout.ts';

/** A fault in the shown document: a stretch of it, and its index among the listed faults. */
export interface FaultPlace {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly severity: Issue['severity'];
}

/**
 * The faults of the document, by their place; those without one are left out. Without a layout the
 * document is the checked text.
 */
export function placeFaults(
  doc: Text,
  issues: readonly Issue[],
  layout: LineLayout | null,
): readonly FaultPlace[] {
  const places = issues.flatMap((issue, index) => {
    const range = placeFault(doc, issue, layout);
    return range === null ? [] : [{ index, severity: issue.severity, ...range }];
  });
  return places.toSorted((one, other) => one.from - other.from || one.to - other.to);
}

function placeFault(
  doc: Text,
  issue: Issue,
  layout: LineLayout | null,
): { readonly from: number; readonly to: number } | null {
  if (issue.line === null) return null;
  const place = findPlace(doc, { line: issue.line, column: issue.column ?? 1 }, layout);
  if (place === null || place.line > doc.lines) return null;
  const line = doc.line(place.line);
  const parts = splitAtMark(line.text, place.offset + 1, issue.value);
  const from = line.from + (parts?.before.length ?? Math.min(place.offset, line.length));
  const to = Math.max(from, Math.min(line.to, from + (parts?.marked.length ?? 0)));
  if (to > from) return { from, to };
  // A place behind the line's last character: that character is marked.
  return { from: Math.max(line.from, line.to - 1), to: line.to };
}

function findPlace(doc: Text, at: { line: number; column: number }, layout: LineLayout | null) {
  if (layout !== null)
    return layout.place(at.line, at.column, (shown) =>
      shown <= doc.lines ? doc.line(shown).text : '',
    );
  if (at.line > doc.lines) return null;
  const offset = offsetOfColumn(doc.line(at.line).text, at.column);
  return { line: at.line, offset: offset ?? doc.line(at.line).length };
}
