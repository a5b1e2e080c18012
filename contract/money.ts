const decimal = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Cents of an amount (`"84310.22"` is 8431022n); null where the text is no amount. */
export function toCents(amount: string): bigint | null {
  const match = decimal.exec(amount);
  if (match === null) return null;
  const cents = BigInt(match[2] ?? '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0') || '0');
  return match[1] === '-' ? -cents : cents;
}

/** Whole cents as an amount: a decimal string with a dot and two digits. */
export function toAmount(cents: number | bigint): string {
  const exact = BigInt(cents);
  const digits = (exact < 0n ? -exact : exact).toString().padStart(3, '0');
  return `${exact < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Exact sum of amounts; null where there is none. A text that is no amount counts as zero. */
export function sumAmounts(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length === 0) return null;
  return toAmount(known.reduce((sum, amount) => sum + (toCents(amount) ?? 0n), 0n));
}
