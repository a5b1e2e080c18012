/** A line before and after, each in three parts: common beginning, difference, common end. */
interface DiffParts {
  readonly start: string;
  readonly removed: string;
  readonly added: string;
  readonly end: string;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/**
 * Finds the smallest different part in the middle of two texts; characters of two units stay whole.
 */
export function splitDiff(before: string, after: string): DiffParts {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  if (start > 0 && (isLowSurrogate(before, start) || isLowSurrogate(after, start))) start -= 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (end > 0 && isLowSurrogate(before, before.length - end)) end -= 1;
  return {
    start: before.slice(0, start),
    removed: before.slice(start, before.length - end),
    added: after.slice(start, after.length - end),
    end: before.slice(before.length - end),
  };
}

/**
 * Removes the spaces at the start of every line of both texts: they would push the change out of
 * view.
 */
export function withoutIndent(texts: readonly [string, string]): readonly [string, string] {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  if (!Number.isFinite(indent) || indent === 0) return texts;
  const strip = (text: string) =>
    text
      .split('\n')
      .map((line) => (line.trim() === '' ? line.trimStart() : line.slice(indent)))
      .join('\n');
  return [strip(texts[0]), strip(texts[1])];
}
