import { bisect } from '../bisect.ts';
import type { FormDefinition } from '../forms.ts';
import type { ElementIndex } from './element-index.ts';
import { childrenNamed, localName } from './elements.ts';

/**
 * Line and column, both from 1. Lines end at `\n`; a column counts code points, without the byte
 * order mark.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Makes a function that finds positions in UTF-8 bytes and remembers the last: cheap for places in
 * rising order.
 */
export function createPositionFinder(bytes: Uint8Array): (offset: number) => Position {
  const textStart = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let known = { offset: textStart, line: 1, lineStart: textStart };
  let counted = { offset: textStart, column: 1, lineStart: textStart };
  return (offset) => {
    if (offset < known.offset) known = { offset: textStart, line: 1, lineStart: textStart };
    let { line, lineStart } = known;
    for (let at = known.offset; at < offset; at += 1) {
      if (bytes[at] !== 0x0a) continue;
      line += 1;
      lineStart = at + 1;
    }
    known = { offset, line, lineStart };
    const resume = counted.lineStart === lineStart && counted.offset <= offset;
    let column = resume ? counted.column : 1;
    for (let at = resume ? counted.offset : lineStart; at < offset; at += 1) {
      if (((bytes[at] ?? 0) & 0xc0) !== 0x80) column += 1;
    }
    counted = { offset, column, lineStart };
    return { line, column };
  };
}

/** The records of a document: the indexes of their elements, in order. */
export function recordElements(
  elementIndex: ElementIndex,
  definition: FormDefinition,
): Uint32Array {
  const containers = childrenNamed(elementIndex, 0, definition.container);
  return Uint32Array.from(
    containers.flatMap((list) => childrenNamed(elementIndex, list, definition.record)),
  );
}

/** Number (from 1) of an element's record, or null; `records` comes from `recordElements`. */
export function recordNumberOf(
  elementIndex: ElementIndex,
  records: Uint32Array,
  element: number,
): number | null {
  const number = bisect(records.length, (at) => (records[at] ?? 0) > element);
  const record = records[number - 1];
  return record !== undefined && (elementIndex.after[record] ?? 0) > element ? number : null;
}

/** Path of an element without prefixes, the record's number in brackets. */
export function pathOf(elementIndex: ElementIndex, records: Uint32Array, element: number): string {
  const record = recordNumberOf(elementIndex, records, element);
  const recordElement = record === null ? -1 : records[record - 1];
  const stepOf = (at: number) =>
    `/${localName(elementIndex, at)}${at === recordElement ? `[${record}]` : ''}`;
  let path = stepOf(element);
  for (let at = element; at > 0; ) {
    at = elementIndex.parent[at] ?? 0;
    path = stepOf(at) + path;
  }
  return path;
}
