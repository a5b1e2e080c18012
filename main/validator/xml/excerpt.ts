import { decodeText, findEncoding, toShownEncoding } from './encoding.ts';

/** Most characters shown of a line. */
const maxLineLength = 200;

/** The lines of a document around a place, as `submissions.excerpt` returns them. */
export interface Excerpt {
  lines: { line: number; text: string; cutStart: boolean; cutEnd: boolean }[];
  markColumn: number | null;
}

/**
 * Cuts the lines around a place out of a document in its own encoding. Lines over 200 characters
 * are cut around the column. `line` and `column` count from 1 as in issues; `markColumn` counts
 * UTF-16 units of the text.
 */
export function excerpt(
  xml: Uint8Array,
  place: { readonly line: number; readonly column: number; readonly around: number },
): Excerpt {
  const { encoding, bomBytes } = toShownEncoding(findEncoding(xml));
  const text = decodeText(xml, encoding, bomBytes);
  const wanted = linesOf(text, place.line - place.around, place.line + place.around);
  const marked = wanted.find(({ line }) => line === place.line);
  const offset = marked === undefined ? null : unitOffset(marked.text, place.column);
  const from = windowStart(marked?.text ?? '', offset ?? 0);
  return {
    lines: wanted.map(({ line, text: whole }) =>
      cutLine(line, whole, line === place.line ? from : 0),
    ),
    markColumn: offset === null ? null : offset - from + 1,
  };
}

function linesOf(text: string, first: number, last: number): { line: number; text: string }[] {
  const lines: { line: number; text: string }[] = [];
  let start = 0;
  for (let line = 1; line <= last && start <= text.length; line += 1) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    if (line >= first) lines.push({ line, text: text.slice(start, end).replace(/\r$/, '') });
    if (feed < 0) break;
    start = end + 1;
  }
  return lines;
}

/** Offset in UTF-16 units of a column in code points; null when the line is shorter. */
function unitOffset(text: string, column: number): number | null {
  let offset = 0;
  for (let counted = 1; counted < column; counted += 1) {
    const codePoint = text.codePointAt(offset);
    if (codePoint === undefined) return null;
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Start of the shown part of a long line: a third of it comes before the mark. */
function windowStart(text: string, offset: number): number {
  if (text.length <= maxLineLength) return 0;
  const latest = text.length - maxLineLength;
  const from = Math.min(latest, Math.max(0, offset - Math.floor(maxLineLength / 3)));
  return isLowSurrogate(text, from) ? from + 1 : from;
}

function cutLine(line: number, text: string, from: number): Excerpt['lines'][number] {
  const end = Math.min(text.length, from + maxLineLength);
  const to = isLowSurrogate(text, end) ? end - 1 : end;
  return { line, text: text.slice(from, to), cutStart: from > 0, cutEnd: to < text.length };
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
