import type { Text } from '@codemirror/state';
import { createBreath } from './breathing.ts';

const portion = 400_000;

/** A stretch of the document. */
interface FoundText {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds a text from a place on, around the end, without case. `isWanted` ends an abandoned search.
 * It never blocks the window, however long the document.
 */
export async function findText(
  doc: Text,
  wanted: string,
  { from, direction, isWanted }: { from: number; direction: 1 | -1; isWanted: () => boolean },
): Promise<FoundText | null> {
  const needle = wanted.toLowerCase();
  if (needle === '') return null;
  const breathe = createBreath();
  const stretches: [number, number][] =
    direction === 1
      ? [
          [from, doc.length],
          [0, from],
        ]
      : [
          [0, from],
          [from, doc.length],
        ];
  for (const [begin, end] of stretches) {
    for (const [start, stop] of portions(begin, end, direction)) {
      if (!isWanted()) return null;
      // A match across two portions belongs to the one where it begins.
      const text = doc
        .sliceString(start, Math.min(doc.length, stop + needle.length - 1))
        .toLowerCase();
      const at =
        direction === 1 ? text.indexOf(needle) : text.lastIndexOf(needle, stop - start - 1);
      if (at >= 0 && at < stop - start) return { from: start + at, to: start + at + needle.length };
      await breathe();
    }
  }
  return null;
}

function portions(begin: number, end: number, direction: 1 | -1): [number, number][] {
  const all: [number, number][] = [];
  for (let at = begin; at < end; at += portion) all.push([at, Math.min(end, at + portion)]);
  return direction === 1 ? all : all.reverse();
}
