import { bisect } from '../bisect.ts';
import { blankBefore, textBetween } from './bytes.ts';
import type { ElementIndex } from './element-index.ts';
import { endOfElement } from './elements.ts';
import type { Encoding } from './encoding.ts';
import { createOffsetFinder, type OffsetDocument } from './offsets.ts';

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

/** Removes an element with the white space before it. */
export function removalOf(elementIndex: ElementIndex, element: number): Replacement {
  const from = blankBefore(elementIndex.bytes, elementIndex.start[element] ?? 0);
  return { from, to: endOfElement(elementIndex, element), instead: '' };
}

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
  const first = bisect(edits.length, (index) => (edits[index]?.from ?? 0) >= from);
  for (let index = first; index < edits.length; index += 1) {
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

/** A part of the text after the edits, which are in order. */
export function editedText(
  utf8: Uint8Array,
  edits: readonly Edit[],
  from: number,
  to: number,
): string {
  return piecesOf(edits, from, to)
    .map((piece) => ('text' in piece ? piece.text : textBetween(utf8, piece.from, piece.to)))
    .join('');
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

/** Where the text at an offset was copied to; null when it was not. */
function find(
  copies: readonly { from: number; to: number; at: number }[],
  offset: number,
): number | null {
  const after = bisect(copies.length, (index) => (copies[index]?.from ?? 0) > offset);
  const copy = copies[after - 1];
  return copy !== undefined && offset < copy.to ? copy.at + offset - copy.from : null;
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
      return Buffer.from(text, 'latin1');
  }
}
