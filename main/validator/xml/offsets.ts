import type { ElementIndex } from './element-index.ts';
import type { Encoding } from './encoding.ts';

/** What offsets need of a document: its own bytes and its UTF-8 text in the element index. */
export interface OffsetDocument {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly bomBytes: number;
  readonly elementIndex: Pick<ElementIndex, 'bytes'>;
}

/**
 * Makes a function that turns offsets of the UTF-8 text into offsets of the original bytes. It only
 * goes forward: ask in rising order. In two-byte encodings a character takes two bytes, or four
 * when UTF-8 needs four; in all others but UTF-8 it takes one.
 */
export function createOffsetFinder(document: OffsetDocument): (offset: number) => number {
  const { encoding, bomBytes, elementIndex } = document;
  if (encoding === 'UTF-8' || encoding === 'US-ASCII') return (offset) => offset;
  const { bytes } = elementIndex;
  const wide = encoding === 'UTF-16LE' || encoding === 'UTF-16BE';
  let at = 0;
  let original = bomBytes;
  return (offset) => {
    if (offset < at) throw new RangeError('offsets must rise');
    for (; at < offset; at += 1) {
      const byte = bytes[at] ?? 0;
      if ((byte & 0xc0) === 0x80) continue;
      original += wide ? (byte >= 0xf0 ? 4 : 2) : 1;
    }
    return original;
  };
}
