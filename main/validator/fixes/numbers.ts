import type { FaultyValue } from './fix.ts';

const edges = /^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/g;

/** White space, and marks that cannot be seen, around a value. */
export function withoutSpaces({ text }: FaultyValue): string {
  return text.replace(edges, '');
}

/** `21,00 €`, `EUR 21.00`; for percentages `21 %`. */
export function withoutUnit(value: FaultyValue): string {
  const unit = isPercentage(value) ? /\s*%$/ : /^(?:€|EUR)\s*|\s*(?:€|EUR)$/gi;
  return value.text.replace(unit, '');
}

/**
 * Thousands are grouped beyond doubt: by spaces or apostrophes, by two marks that differ, or by one
 * that is there twice. `1.234` could be either.
 */
const grouped: readonly RegExp[] = [
  /^[+-]?[1-9]\d{0,2}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d*)?$/,
  /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/,
  /^[+-]?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/,
  /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){2,}$/,
  /^[+-]?[1-9]\d{0,2}(?:,\d{3}){2,}$/,
];
const groupMarks: readonly RegExp[] = [/[ \u00a0\u202f'’]/g, /\./g, /,/g, /\./g, /,/g];

/** `1.234,50` and `1 234.50` without the marks between thousands. */
export function withoutThousands({ text }: FaultyValue): string {
  const kind = grouped.findIndex((pattern) => pattern.test(text));
  const mark = groupMarks[kind];
  return mark === undefined ? text : text.replace(mark, '');
}

/** `21,0` with a point. `1,234` of an amount could be a thousand and more, and stays. */
export function withDecimalPoint(value: FaultyValue): string {
  const { text } = value;
  if (!/^[+-]?\d*,\d*$/.test(text) || !/\d/.test(text)) return text;
  return isEitherWay(value, ',') ? text : text.replace(',', '.');
}

/** `21.0000` with two decimals; decimals that are not zeros stay. */
export function withTwoDecimals(value: FaultyValue): string {
  if (isEitherWay(value, '.')) return value.text;
  return value.text.replace(/^([+-]?\d*\.\d{2})0+$/, '$1');
}

/**
 * Whether the mark of an amount can be read as that of thousands: `1.234`, but neither `0.500` nor
 * `1234.500`.
 */
function isEitherWay(value: FaultyValue, mark: '.' | ','): boolean {
  const pattern = mark === '.' ? /^[+-]?[1-9]\d{0,2}\.\d{3}$/ : /^[+-]?[1-9]\d{0,2},\d{3}$/;
  return !isPercentage(value) && pattern.test(value.text);
}

/** `.50` with its zero, and without zeros before the first digit where they make it too long. */
export function withPlainZeros({ text }: FaultyValue): string {
  return text.replace(/^([+-]?)(?=[.,]\d)/, '$10').replace(/^([+-]?)0+(?=\d)/, '$1');
}

/** `21.00-`, `- 21.00`, and the typographic minus; a percentage without its plus. */
export function withPlainSign(value: FaultyValue): string {
  const text = value.text
    .replace(/^[−–]/u, '-')
    .replace(/^([+-])\s+/, '$1')
    .replace(/^(\d[\d.,]*)\s*[-−–]$/u, '-$1');
  return isPercentage(value) ? text.replace(/^\+/, '') : text;
}

/** `1.0` where a whole number is wanted. */
export function withoutDecimals({ text }: FaultyValue): string {
  return text.replace(/^(\d+)[.,]0*$/, '$1');
}

/**
 * `197 500` where only digits are wanted, and the year `2.026`. A point in an activity's number may
 * be part of it.
 */
export function withoutMarks({ text, fault }: FaultyValue): string {
  if (fault.code === 'schema_year') return text.replace(/^(\d)[.,](\d{3})$/, '$1$2');
  return /^\d[\d \u00a0\u202f]*$/.test(text) ? text.replace(/\D/g, '') : text;
}

const percentages: ReadonlySet<string> = new Set([
  'TipoImpositivo',
  'TipoRecargoEquivalencia',
  'PorcentajeCompensacionREAGYP',
]);

export function isPercentage({ name, fault }: FaultyValue): boolean {
  return fault.code === 'schema_percentage' || percentages.has(name);
}
