/** In rem: a pill's padding, its sign and the gap between. */
const around = 2.45;
/** In rem: a letter of a head, and its arrow. */
const [headLetter, arrow] = [0.42, 1.1];
/** In rem: the size of a pill's letters. */
const letterSize = 12.5 / 16;

/** Widths of letters by their size, in the window's font; any other is as wide as a capital. */
const widths: ReadonlyMap<string, number> = new Map(
  [
    ['ijlI ', 0.27],
    ['’.,:·', 0.32],
    ['tfr1', 0.4],
    ['s-', 0.55],
    ['akxzcJ7L', 0.58],
    ['evyFhnouE5', 0.61],
    ['bdpqg23689', 0.64],
    ['PRSZBT04', 0.67],
    ['mwM', 0.91],
    ['W', 1.02],
  ].flatMap(([letters, width]) =>
    [...String(letters)].map((letter) => [letter, Number(width)] as const),
  ),
);
const capital = 0.75;

/** Accents take no room. */
const lettersOf = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** In rem: a text in one line, in letters of so many rem. */
export function textWidth(text: string, size = letterSize): number {
  const sizes = [...lettersOf(text)].map((letter) => widths.get(letter) ?? capital);
  return sizes.reduce((sum, each) => sum + each, 0) * size;
}

/** In rem: as wide as the widest of these pills and the column's head, and hardly wider. */
export function pillWidth(words: Iterable<string>, head: string): number {
  const widest = [...words].reduce((most, word) => Math.max(most, textWidth(word)), 0);
  const rem = Math.max(widest + around, head.length * headLetter + arrow);
  return Number(rem.toFixed(1));
}
