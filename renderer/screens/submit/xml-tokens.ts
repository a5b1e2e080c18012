/** A piece of a line of source: markup or the text between it. */
interface XmlToken {
  readonly kind: 'markup' | 'text';
  readonly text: string;
  /** Offset in the line, from 0. */
  readonly start: number;
}

/**
 * Splits a line that may be cut anywhere into markup and text; for display only, never for
 * checking.
 */
export function tokenizeXml(line: string): readonly XmlToken[] {
  const tokens: XmlToken[] = [];
  let start = 0;
  while (start < line.length) {
    const isMarkup = line[start] === '<';
    const end = isMarkup ? line.indexOf('>', start) + 1 : line.indexOf('<', start);
    const stop = end <= 0 ? line.length : end;
    tokens.push({ kind: isMarkup ? 'markup' : 'text', text: line.slice(start, stop), start });
    start = stop;
  }
  return tokens;
}

/** A marked line in three parts. */
interface MarkedLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/**
 * Marks the faulty value where it follows the place, else the opening tag at the place; null when
 * the place is not in the line. `markColumn` counts from 1.
 */
export function splitAtMark(
  line: string,
  markColumn: number | null,
  value: string | null,
): MarkedLine | null {
  if (markColumn === null || markColumn < 1 || markColumn > line.length) return null;
  const at = markColumn - 1;
  const tagEnd = line.indexOf('>', at) + 1;
  const found = value === null || value.trim() === '' ? -1 : line.indexOf(value.trim(), tagEnd);
  const closing = line.indexOf('<', tagEnd);
  const isInside = found >= 0 && (closing < 0 || found < closing);
  const [from, to] = isInside
    ? [found, found + (value?.trim().length ?? 0)]
    : [at, tagEnd > 0 ? tagEnd : line.length];
  return { before: line.slice(0, from), marked: line.slice(from, to), after: line.slice(to) };
}

interface ShownLine {
  readonly text: string;
  /** Whether the line's start is left out. */
  readonly cutStart: boolean;
}

/** Lines without the white space that all of them begin with; `markColumn` counts from 1. */
export function dedent<Line extends ShownLine>(
  lines: readonly Line[],
  markColumn: number | null,
): { readonly lines: readonly Line[]; readonly markColumn: number | null } {
  const indents = lines
    .filter(({ text, cutStart }) => cutStart || text.trim() !== '')
    .map(({ text, cutStart }) => (cutStart ? '' : (/^\s*/.exec(text)?.[0] ?? '')));
  const indent = commonPrefix(indents);
  return {
    lines: lines.map((line) => ({ ...line, text: line.text.slice(indent) })),
    markColumn: markColumn === null ? null : markColumn - indent,
  };
}

function commonPrefix([first = '', ...rest]: readonly string[]): number {
  let length = first.length;
  for (const each of rest) while (!each.startsWith(first.slice(0, length))) length -= 1;
  return length;
}
