/**
 * Values of sentences that say how many there are, or how many there may be: they are written as numbers are in the language. A year, a line, a row and other numbers
 * that name a thing are none.
 */
export const amounts: ReadonlySet<string> = new Set([
  ...['count', 'total', 'done', 'shown', 'length', 'seconds'],
  ...['limit', 'limitMiB', 'limitMegabytes', 'limitMegapixels'],
]);
