import type { FaultyValue } from './fix.ts';

const edges = /^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/g;

/** White space and invisible characters around a value. */
export function withoutSpaces({ text }: FaultyValue): string {
  return text.replace(edges, '');
}

/** Removes the unit: `21,00 €`, `EUR 21.00`; of percentages `21 %`. */
export function withoutUnit(value: FaultyValue): string {
  const unit = isPercentage(value) ? /\s*%$/ : /^(?:€|EUR)\s*|\s*(?:€|EUR)$/gi;
  return value.text.replace(unit, '');
}

/**
 * Whether thousands are grouped beyond doubt: by spaces or apostrophes, by two different
 * separators, or by a repeated one. `1.234` is ambiguous.
 */
const grouped: readonly RegExp[] = [
  /^[+-]?[1-9]\d{0,2}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d*)?$/,
  /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/,
  /^[+-]?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/,
  /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){2,}$/,
  /^[+-]?[1-9]\d{0,2}(?:,\d{3}){2,}$/,
];
const groupMarks: readonly RegExp[] = [/[ \u00a0\u202f'’]/g, /\./g, /,/g, /\./g, /,/g];

/** `1.234,50` and `1 234.50` without the separators of thousands. */
export function withoutThousands({ text }: FaultyValue): string {
  const kind = grouped.findIndex((pattern) => pattern.test(text));
  const mark = groupMarks[kind];
  return mark === undefined ? text : text.replace(mark, '');
}

/** `21,0` with a point. `1,234` stays: as an amount it could be a thousand and more. */
export function withDecimalPoint(value: FaultyValue): string {
  const { text } = value;
  if (!/^[+-]?\d*,\d*$/.test(text) || !/\d/.test(text)) return text;
  return isEitherWay(value, ',') ? text : text.replace(',', '.');
}

/** `21.0000` with two decimals; decimals other than zero stay. */
export function withTwoDecimals(value: FaultyValue): string {
  if (isEitherWay(value, '.')) return value.text;
  return value.text.replace(/^([+-]?\d*\.\d{2})0+$/, '$1');
}

/**
 * Whether the separator of an amount can mean thousands: yes for `1.234`, no for `0.500` and
 * `1234.500`.
 */
function isEitherWay(value: FaultyValue, mark: '.' | ','): boolean {
  const pattern = mark === '.' ? /^[+-]?[1-9]\d{0,2}\.\d{3}$/ : /^[+-]?[1-9]\d{0,2},\d{3}$/;
  return !isPercentage(value) && pattern.test(value.text);
}

/** `.50` with its zero; leading zeros go when they make the number too long. */
export function withPlainZeros({ text }: FaultyValue): string {
  return text.replace(/^([+-]?)(?=[.,]\d)/, '$10').replace(/^([+-]?)0+(?=\d)/, '$1');
}

/** `21.00-`, `- 21.00` and the typographic minus; a percentage loses its plus. */
export function withPlainSign(value: FaultyValue): string {
  const text = value.text
    .replace(/^[−–]/u, '-')
    .replace(/^([+-])\s+/, '$1')
    .replace(/^(\d[\d.,]*)\s*[-−–]$/u, '-$1');
  return isPercentage(value) ? text.replace(/^\+/, '') : text;
}

/** `1.0` where a whole number is required. */
export function withoutDecimals({ text }: FaultyValue): string {
  return text.replace(/^(\d+)[.,]0*$/, '$1');
}

/**
 * `197 500` where only digits are allowed, and the year `2.026`. A point in an activity code may
 * belong to it.
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
