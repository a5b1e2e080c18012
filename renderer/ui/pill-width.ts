/** In rem: a letter of a pill; its padding, its sign and the gap between; a head's arrow. */
const [perLetter, around, arrow] = [0.42, 2.7, 1.1];

const longest = (words: Iterable<string>) =>
  [...words].reduce((most, { length }) => Math.max(most, length), 0);

/** In rem: as wide as the longest of these pills and the column's head, and no wider. */
export function pillWidth(words: Iterable<string>, head: string): number {
  const rem = Math.max(longest(words) * perLetter + around, head.length * perLetter + arrow);
  return Number(rem.toFixed(1));
}
