/**
 * Longer lines, in characters, are shown broken between their elements: nobody reads a document in
 * one line.
 */
export const maxLine = 2000;

/**
 * A long line in parts, one for each shown line. Starts count from 0: UTF-16 units, and code points
 * as a fault's column does.
 */
interface BrokenLine {
  readonly starts: readonly number[];
  readonly pointStarts: readonly number[];
  /** The number of blanks before each shown part. */
  readonly indents: readonly number[];
}

/** A place in the shown document: line from 1, offset in it in UTF-16 units from 0. */
interface ShownPlace {
  readonly line: number;
  readonly offset: number;
}

const deepest = 12;
/** The number of parts of a line in one step. */
const portion = 1000;

function countPoints(text: string, from: number, to: number): number {
  let points = 0;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) points += 1;
  }
  return points;
}

/**
 * The end of the markup that begins at `at`; comments, CDATA sections and instructions as a whole.
 */
function markupEnd(line: string, at: number): number {
  const closing = line.startsWith('<!--', at)
    ? '-->'
    : line.startsWith('<![CDATA[', at)
      ? ']]>'
      : line.startsWith('<?', at)
        ? '?>'
        : '>';
  const end = line.indexOf(closing, at + 1);
  return end < 0 ? line.length : end + closing.length;
}

/** `aside`: comments, CDATA sections, instructions; they may be part of a value. */
type Markup = 'opening' | 'closing' | 'whole' | 'aside';

function kindOf(line: string, at: number, end: number): Markup {
  const second = line[at + 1];
  if (second === '/') return 'closing';
  if (second === '?' || second === '!') return 'aside';
  return line[end - 2] === '/' ? 'whole' : 'opening';
}

/** Whether blanks between two pieces of markup could change a value: then they stay together. */
function belongTogether(before: Markup, next: Markup): boolean {
  if (before === 'opening') return next === 'closing' || next === 'aside';
  return before === 'aside' && next !== 'opening';
}

/**
 * Breaks a line between elements, never inside one or around its text. Each step ends with a
 * `yield`, so that a caller may pause.
 */
export function* breakLine(line: string): Generator<undefined, BrokenLine> {
  const broken = { starts: [0], pointStarts: [0], indents: [0] };
  let depth = 0;
  let before: Markup | null = null;
  let end = 0;
  for (let at = line.indexOf('<'); at >= 0; at = line.indexOf('<', end)) {
    const next = markupEnd(line, at);
    const kind = kindOf(line, at, next);
    if (kind === 'closing') depth = Math.max(0, depth - 1);
    if (before !== null && !belongTogether(before, kind) && line.slice(end, at).trim() === '') {
      const last = broken.starts.at(-1) ?? 0;
      broken.pointStarts.push((broken.pointStarts.at(-1) ?? 0) + countPoints(line, last, at));
      broken.starts.push(at);
      broken.indents.push(Math.min(depth, deepest) * 2);
      if (broken.starts.length % 500 === 0) yield;
    }
    if (kind === 'opening') depth += 1;
    before = kind;
    end = next;
  }
  return broken;
}

/**
 * Offset in UTF-16 units of a column that counts code points from 1; null when the line is shorter.
 */
export function offsetOfColumn(line: string, column: number): number | null {
  let offset = 0;
  for (let counted = 1; counted < column; counted += 1) {
    const point = line.codePointAt(offset);
    if (point === undefined) return null;
    offset += point > 0xffff ? 2 : 1;
  }
  return offset;
}

/** The relation of the file's lines to the shown ones. */
export class LineLayout {
  /** Shown line of each line of the file, from 1. */
  readonly #firsts: number[] = [];
  readonly #broken = new Map<number, BrokenLine>();
  #shown = 0;

  /** Whether any line is shown in parts. */
  get isBroken(): boolean {
    return this.#broken.size > 0;
  }

  /** Adds the file's next line as it is. */
  addLine(): void {
    this.#shown += 1;
    this.#firsts.push(this.#shown);
  }

  /** Adds the file's next line in parts; returns them as shown, some at a time. */
  *addBroken(line: string, broken: BrokenLine): Generator<string[], void> {
    const { starts, indents } = broken;
    this.#firsts.push(this.#shown + 1);
    this.#broken.set(this.#firsts.length, broken);
    this.#shown += starts.length;
    for (let first = 0; first < starts.length; first += portion) {
      const some = starts.slice(first, first + portion);
      yield some.map((start, index) => {
        const end = starts[first + index + 1] ?? line.length;
        return ' '.repeat(indents[first + index] ?? 0) + line.slice(start, end);
      });
    }
  }

  /**
   * A fault's place in the shown document; `lineText` returns a shown line. Null without such a
   * place.
   */
  place(line: number, column: number, lineText: (shown: number) => string): ShownPlace | null {
    const first = this.#firsts[line - 1];
    if (first === undefined) return null;
    const broken = this.#broken.get(line);
    const part = broken === undefined ? 0 : lastAtMost(broken.pointStarts, column - 1);
    const indent = broken?.indents[part] ?? 0;
    const within = column - (broken?.pointStarts[part] ?? 0);
    const offset = offsetOfColumn(lineText(first + part), indent + within);
    return offset === null ? null : { line: first + part, offset };
  }

  /** The file's line of a shown one; null for the later parts of a line. */
  fileLine(shown: number): number | null {
    if (!this.isBroken) return shown;
    const index = lastAtMost(this.#firsts, shown);
    return this.#firsts[index] === shown ? index + 1 : null;
  }
}

/** Index of the last of rising numbers that is at most `most`; 0 when all are above. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
