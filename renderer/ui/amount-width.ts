/** In rem: a digit takes more, a point or a comma less. */
const perSign = 0.52;

/** As wide as the longest of these amounts in words, at least `least` rem. */
export function amountWidth(amounts: readonly string[], least: number): number {
  const signs = amounts.reduce((most, amount) => Math.max(most, amount.length), 0);
  return Math.max(least, Number((signs * perSign).toFixed(2)));
}
