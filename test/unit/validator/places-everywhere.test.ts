import { afterAll, describe, expect, it } from 'vitest';
import { encodeAs, encodings, type TestEncoding } from '../../fixtures/validator/encodings.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { createCore } from './core.ts';

const core = createCore();
afterAll(() => core.dispose());

/** Replaces the nth match, counted from 1. */
function nth(text: string, pattern: RegExp, which: number, to: string): string {
  let seen = 0;
  return text.replace(pattern, (whole) => {
    seen += 1;
    return seen === which ? to : whole;
  });
}

/** A fault of each layer, in the header and in the last three records, with its place. */
function faulty(records: number): {
  text: string;
  expected: readonly (readonly [string, string, number])[];
} {
  const clean = makeDocument('240-received', { seed: 12, records });
  const told = [
    ['header_chapter', '<Capitulo>', 1],
    ['schema_date', '<FechaRecepcion>', records - 2],
    ['rule_B4_2000149', '<ImporteTotalFactura>', records - 1],
    ['schema_unexpected_expected', '<Claves>', records],
  ] as const;
  const header = clean.replace('<Capitulo>2<', '<Capitulo>1<');
  const date = nth(header, /<FechaRecepcion>[^<]*/g, records - 2, '<FechaRecepcion>ayer');
  const total = nth(
    date,
    /<ImporteTotalFactura>[^<]*/g,
    records - 1,
    '<ImporteTotalFactura>-99999.00',
  );
  const text = nth(total, /<DescripcionOperacion>[^<]*<\/DescripcionOperacion>\s*/g, records, '');
  return { text, expected: told };
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

const layouts: Readonly<Record<string, (text: string) => string>> = {
  pretty: (text) => text,
  'one line': (text) => text.replace(/>\s+</g, '><'),
  'line ends of two characters, tabs': (text) =>
    text.replaceAll('\n', '\r\n').replaceAll('  ', '\t'),
  CDATA: (text) => text.replace(/>([^<>\s][^<>]*)<\//g, '><![CDATA[$1]]></'),
  'comments and instructions everywhere': (text) =>
    text.replace(/(<\/?[A-Z]\w+>)/g, '<!-- ü <Gasto> -->$1<?from the books?>'),
  'another prefix': (text) => text.replaceAll('lroe:', 'ñ-1:').replace(':lroe=', ':ñ-1='),
  'an end of a tag inside an attribute': (text) =>
    text
      .replace('<lroe:', '<!-- > --><lroe:')
      .replace(' xmlns:lroe', `\n\txmlns:xsi="${instance}" \n xsi:schemaLocation="urn:a > 'b'"$&`),
  'beyond line 65,535': (text) => text.replace('<FacturasRecibidas>', `$&${'\n'.repeat(70_000)}`),
  'beyond line 65,535, of two characters, CDATA and comments': (text) =>
    text
      .replace(/>([^<>\s][^<>]*)<\//g, '><!-- \n --><![CDATA[$1]]></')
      .replace('<FacturasRecibidas>', `$&<!--${'\n'.repeat(70_000)}-->`)
      .replaceAll('\n', '\r\n'),
  'beyond column 65,535': (text) =>
    text.replace(/>\s+</g, '><').replace('<FacturasRecibidas>', `$&<!--${'ñ'.repeat(70_000)}-->`),
};

/** Line and column of the nth occurrence of a tag in the text. */
function placeOf(text: string, tag: string, occurrence: number): string {
  let at = -1;
  for (let seen = 0; seen < occurrence; seen += 1) at = text.indexOf(tag, at + 1);
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return `${before.split('\n').length}:${[...before.slice(start)].length + 1}`;
}

function declaredLength(encoding: TestEncoding): number {
  return encoding.startsWith('UTF-16') ? 'UTF-16'.length : encoding.replace(' with BOM', '').length;
}

function check(
  text: string,
  encoding: TestEncoding,
  expected: readonly (readonly [string, string, number])[],
) {
  // The declaration is rewritten, and stands on the first line of a document in one line too.
  const declared = encodeAs(text, encoding);
  const shift = declaredLength(encoding) - declaredLength('UTF-8');
  const found = core.validate(declared).issues;
  const places = found
    .filter(({ code }) => expected.some(([known]) => known === code))
    .map(({ code, line, column }) => `${code} ${line}:${(column ?? 0) - (line === 1 ? shift : 0)}`);
  expect(places).toEqual(
    expected.map(([code, tag, nthTag]) => `${code} ${placeOf(text, tag, nthTag)}`),
  );
}

describe.each(Object.keys(layouts))('the place of schema, header and rule faults: %s', (name) => {
  const { text, expected } = faulty(4);
  const laidOut = (layouts[name] ?? ((same) => same))(text);

  it.each(encodings)('in %s', (encoding) => {
    check(laidOut.replace(/[^\0-\xff]/g, 'ü'), encoding, expected);
  });
});

it('characters beyond the first plane count as one', () => {
  const { text, expected } = faulty(4);
  const wide = text
    .replace(/>\s+</g, '><')
    .replaceAll('<DescripcionOperacion>', '<DescripcionOperacion>😀');
  for (const encoding of ['UTF-8', 'UTF-16LE', 'UTF-16BE'] as const)
    check(wide, encoding, expected);
});

it.each(['UTF-8 with BOM', 'UTF-16BE'] as const)(
  'places are exact in 10,000 records, CRLF and tabs, in %s',
  (encoding) => {
    const { text, expected } = faulty(10_000);
    const laidOut = text.replaceAll('\n', '\r\n').replaceAll('  ', '\t');
    expect(laidOut.split('\n').length).toBeGreaterThan(200_000);
    check(laidOut, encoding, expected);
  },
  60_000,
);
