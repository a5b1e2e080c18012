import { createOffsetFinder, encodeAscii, type OffsetDocument } from '../extract/offsets.ts';
import type { Encoding } from '../xml/encoding.ts';

/** Replaces a range of the UTF-8 text; `from` equal to `to` inserts. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly instead: string;
}

/** Copies the text of another range here, with the edits inside that range. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly source: { readonly from: number; readonly to: number };
}

export type Edit = Replacement | Move;

type Piece = { readonly from: number; readonly to: number } | { readonly text: string };

/** Order in the text; of two edits that begin together, insertions first, then the wider. */
export function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((a, b) => a.from - b.from || rank(a) - rank(b) || b.to - a.to);
}

function rank({ from, to }: Edit): number {
  return from === to ? 0 : 1;
}

/** The text between two offsets as pieces of the original and of replacements; edits in order. */
function piecesOf(
  edits: readonly Edit[],
  from: number,
  to: number,
  within: Edit | null = null,
): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (let index = firstFrom(edits, from); index < edits.length; index += 1) {
    const edit = edits[index];
    if (edit === undefined || edit.from > to) break;
    const isContainer = 'source' in edit && edit.from === within?.from && edit.to === within.to;
    if (isContainer || edit.to > to || edit.from < at || (edit.from === to && from !== to))
      continue;
    if (at < edit.from) pieces.push({ from: at, to: edit.from });
    if ('source' in edit) {
      const { source } = edit;
      for (const piece of piecesOf(edits, source.from, source.to, { ...source, instead: '' }))
        pieces.push(piece);
    } else if (edit.instead !== '') pieces.push({ text: edit.instead });
    at = edit.to;
  }
  if (at < to) pieces.push({ from: at, to });
  return pieces;
}

function firstFrom(edits: readonly Edit[], from: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A part of the text after the edits, which are in order. */
export function editedText(
  utf8: Uint8Array,
  edits: readonly Edit[],
  from: number,
  to: number,
): string {
  return piecesOf(edits, from, to)
    .map((piece) => ('text' in piece ? piece.text : decode(utf8, piece.from, piece.to)))
    .join('');
}

function decode(utf8: Uint8Array, from: number, to: number): string {
  return Buffer.from(utf8.buffer, utf8.byteOffset + from, to - from).toString('utf8');
}

/** A document after its edits. */
export interface EditedDocument {
  readonly bytes: Uint8Array;
  /**
   * Turns an offset of the text before into one of the text after; null for removed text. Both in
   * UTF-8.
   */
  readonly offsetAfter: (offset: number) => number | null;
}

/**
 * Applies edits, in order and without overlap: all other bytes stay as they are, in the document's
 * own encoding.
 */
export function applyEdits(document: OffsetDocument, edits: readonly Edit[]): EditedDocument {
  const utf8 = document.elementIndex.bytes;
  // The finder skips the byte order mark of an encoding other than UTF-8.
  const start =
    document.encoding === 'UTF-8' || document.encoding === 'US-ASCII' ? 0 : document.bomBytes;
  const pieces = piecesOf(edits, 0, utf8.length);
  const original = originalOffsets(document, pieces);
  const parts: Uint8Array[] = [document.bytes.subarray(0, start)];
  const copies: { from: number; to: number; at: number }[] = [];
  let at = 0;
  for (const piece of pieces) {
    if ('text' in piece) {
      const text = writable(piece.text, document.encoding);
      parts.push(encode(text, document));
      at += Buffer.byteLength(text, 'utf8');
    } else {
      parts.push(document.bytes.subarray(original.get(piece.from), original.get(piece.to)));
      copies.push({ ...piece, at });
      at += piece.to - piece.from;
    }
  }
  copies.sort((a, b) => a.from - b.from);
  return {
    bytes: new Uint8Array(Buffer.concat(parts)),
    offsetAfter: (offset) => find(copies, offset),
  };
}

function originalOffsets(
  document: OffsetDocument,
  pieces: readonly Piece[],
): ReadonlyMap<number, number> {
  const wanted = pieces.flatMap((piece) => ('text' in piece ? [] : [piece.from, piece.to]));
  const finder = createOffsetFinder(document);
  return new Map(wanted.toSorted((a, b) => a - b).map((offset) => [offset, finder(offset)]));
}

function find(
  copies: readonly { from: number; to: number; at: number }[],
  offset: number,
): number | null {
  let low = 0;
  let high = copies.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const copy = copies[middle];
    if (copy === undefined) break;
    if (offset < copy.from) high = middle - 1;
    else if (offset >= copy.to) low = middle + 1;
    else return copy.at + offset - copy.from;
  }
  return null;
}

/** A character that a small encoding may lack is written as a reference. */
function writable(text: string, encoding: Encoding): string {
  if (encoding === 'UTF-8' || encoding.startsWith('UTF-16')) return text;
  return text.replace(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}

function encode(text: string, document: OffsetDocument): Uint8Array {
  switch (document.encoding) {
    case 'UTF-8':
      return Buffer.from(text, 'utf8');
    case 'UTF-16LE':
      return Buffer.from(text, 'utf16le');
    case 'UTF-16BE':
      return Buffer.from(text, 'utf16le').swap16();
    default:
      return encodeAscii(text, document);
  }
}
