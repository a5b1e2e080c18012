import type { ValueModel } from '../../main/validator/schema/schema-model.ts';

const repeat = (unit: string, counts: readonly number[]) =>
  counts.map((count) => unit.repeat(count));
const upTo = (last: number) => Array.from({ length: last + 1 }, (_, count) => count);

const digits = [
  ...repeat('1', upTo(14)),
  ...repeat('0', [1, 2, 4, 7, 8, 12, 13]),
  ...repeat('9', [2, 3, 4, 5, 8, 9, 12, 13, 20]),
];
const numbers = [
  '-0',
  '+0',
  '-1',
  '+1',
  '--1',
  '+-1',
  '1-',
  '1.',
  '1.5',
  '1.50',
  '1.500',
  '.5',
  '1.5.5',
  '1,5',
  '1e2',
  '1 ',
  ' 1',
  '1 1',
  '1\n',
  '\t1',
  '1\u00a0',
  '100.00',
  '99.5',
  '0.0',
  '-5.25',
  '+999999999999.99',
  '-999999999999.999',
  '999.99',
  '1000.5',
  '0x1F',
  'INF',
  'NaN',
  '2147483647',
  '2147483648',
  '4294967297',
  '-2147483649',
  '18446744073709551617',
  '٣',
  '१',
  '１',
  '٣٣٣٣',
  '²',
  '½',
  '٠٩.٥',
  '−1',
  '𝟏',
];
const dates = [
  '01-02-2026',
  '1-2-2026',
  '01-02-26',
  '2026-02-01',
  '01/02/2026',
  '01.02.2026',
  '99-99-9999',
  '0a-02-2026',
  ' 01-02-2026',
  '01-02-2026 ',
  '01-02-2026\n',
  '01-02-20261',
  '001-02-2026',
  '٠١-٠٢-٢٠٢٦',
  '01‐02‐2026',
  '01-022026',
  '01-02-2026T10:00:00',
  '--',
  '  -  -    ',
];
const letters = [
  'A',
  'z',
  '|',
  'Ñ',
  'ß',
  '[',
  '^',
  '_',
  '`',
  '{',
  '@',
  'À',
  '1',
  ' ',
  '-',
  '\u0130',
  'ſ',
  'K',
];
const taxIds = letters.flatMap((letter) => [
  `${letter}1234567${letter}`,
  `${letter}12345678`,
  `12345678${letter}`,
  `A1234567${letter}`,
  `${letter}1234567A`,
  `${letter}${letter}123456A`,
]);
const texts = [
  '',
  ' ',
  '  ',
  '\n',
  'x',
  'ñ',
  '&',
  '<b/>',
  ']]>',
  'S',
  's',
  'N',
  'n',
  'Y',
  'true',
  'null',
  '\u200b',
  '\ufeff',
  'a\u0301',
  '😀',
  'EL',
  'XI',
  'UK',
  'AN',
  'YU',
  'F7',
  'R6',
  '06',
  '10',
  '11',
  '14',
  '3.5',
  '9',
  '7',
  '0',
  'A02',
  'M02',
  'AN1',
  'C01',
  '1.0 ',
  '01',
  '07',
  '642',
  '64203',
  '630',
  '68',
  '683',
];

const generic: readonly string[] = [...digits, ...numbers, ...dates, ...taxIds, ...texts];

/**
 * Values to try in an element: generic ones, and those at both sides of every facet of the schema.
 */
export function probesFor(value: ValueModel): string[] {
  return [
    ...new Set([
      ...generic,
      ...value.facets.flatMap(({ name, value: limit }) => aroundFacet(name, limit)),
    ]),
  ];
}

function aroundFacet(name: string, limit: string): string[] {
  const count = Number(limit);
  switch (name) {
    case 'enumeration':
      return [
        limit,
        ` ${limit}`,
        `${limit} `,
        `${limit}\n`,
        limit.toLowerCase(),
        `${limit}${limit}`,
        limit.slice(0, -1),
        `0${limit}`,
        `${limit}0`,
      ];
    case 'maxLength':
    case 'length':
      return ['x', ' ', '1', 'ñ', '😀', '\n', 'a\u0301'].flatMap((unit) =>
        repeat(unit, [count - 1, count, count + 1]),
      );
    case 'minInclusive':
    case 'maxInclusive':
      return upTo(4).flatMap((step) => [
        `${count - 2 + step}`,
        `0${count - 2 + step}`,
        ` ${count - 2 + step} `,
        `${count - 2 + step}.0`,
        `+${count - 2 + step}`,
      ]);
    case 'pattern':
      return [];
    default:
      throw new Error(`no probes for the facet ${name}`);
  }
}

/** Every pair of capital letters: a country too many or too few shows. */
export const letterPairs: readonly string[] = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((first) =>
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((second) => first + second),
);

/**
 * Every number from 0 to 999 with and without leading zeros, and the five-digit concepts with their
 * neighbours.
 */
export const codeNumbers: readonly string[] = [
  ...new Set(
    upTo(999).flatMap((number) => [
      String(number),
      String(number).padStart(2, '0'),
      String(number).padStart(3, '0'),
    ]),
  ),
  ...upTo(99).map((number) => String(64_200 + number)),
];

/**
 * A value that the schema accepts, for elements that are not being tried. Throws when no candidate
 * fits.
 */
export function sampleOf({ facets }: ValueModel): string {
  const enumerated = facets.find(({ name }) => name === 'enumeration');
  if (enumerated !== undefined) return enumerated.value;
  const fits = (text: string) => facets.every((facet) => fitsFacet(text, facet.name, facet.value));
  const found = ['text', '7', '2026', '12345678Z', '01-02-2026'].find(fits);
  if (found === undefined) throw new Error(`no sample for ${JSON.stringify(facets)}`);
  return found;
}

function fitsFacet(text: string, name: string, limit: string): boolean {
  switch (name) {
    case 'pattern':
      return new RegExp(`^(?:${limit})$`, 'u').test(text);
    case 'maxLength':
      return text.length <= Number(limit);
    case 'length':
      return text.length === Number(limit);
    case 'minInclusive':
      return Number(text) >= Number(limit);
    case 'maxInclusive':
      return Number(text) <= Number(limit);
    default:
      return false;
  }
}
