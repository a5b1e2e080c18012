import { describe, expect, it } from 'vitest';
import { type FormName, forms } from '../fixtures/validator/forms.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { hasOfficial, judgeOfficial, judgeOurs } from './validators.ts';

const isOfficialThere = hasOfficial();

function expectVerdict(name: FormName, xml: string, isValid: boolean): void {
  using ours = judgeOurs(name);
  expect(ours.isValid(xml), 'ours').toBe(isValid);
  if (!isOfficialThere) return;
  using official = judgeOfficial(name);
  expect(official.isValid(xml), 'the ledger’s').toBe(isValid);
}

/** Writes the first element of the name `count` times. */
function repeatElement(xml: string, name: string, count: number): string {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`) + `</${name}>`.length;
  expect(start, name).toBeGreaterThan(0);
  return xml.slice(0, start) + xml.slice(start, end).repeat(count) + xml.slice(end);
}

/** One record that corrects another invoice, so that it has every repeated element. */
function correction(name: FormName): string {
  for (let seed = 1; ; seed++) {
    const xml = makeDocument(name, { seed, records: 1, layout: 'line' });
    if (xml.includes('<IDFacturaRectificadaSustituida>')) return xml;
  }
}

describe.each(forms)('records of $name', ({ name }) => {
  it.each([
    [0, false],
    [1, true],
    [10_000, true],
    [10_001, false],
  ])(
    '%i records: valid is %s',
    (records, isValid) => {
      expectVerdict(name, makeDocument(name, { seed: 1, records, layout: 'line' }), isValid);
    },
    30_000,
  );
});

describe.each([
  ['140-with-invoice', 'IDClave', 3],
  ['240-received', 'IDClave', 3],
  ['140-with-invoice', 'DetalleRentaIVA', 100],
  ['240-received', 'DetalleIVA', 1000],
  ['140-with-invoice', 'IDFacturaRectificadaSustituida', 100],
  ['240-received', 'IDFacturaRectificadaSustituida', 100],
] as const)('in %s, %s', (name, element, most) => {
  it.each([
    [0, false],
    [1, true],
    [most, true],
    [most + 1, false],
  ])('%i times: valid is %s', (count, isValid) => {
    expectVerdict(name, repeatElement(correction(name), element, count), isValid);
  });
});

describe('the same content written in another way', () => {
  it.each(forms)('a byte order mark and line ends change nothing in $name', ({ name }) => {
    const xml = makeDocument(name, { seed: 2, records: 3 });
    expectVerdict(name, `\ufeff${xml}`, true);
    expectVerdict(name, xml.replaceAll('\n', '\r\n'), true);
  });

  it.skipIf(!isOfficialThere)(
    'xsi:type with a type name of the ledger is the one known difference',
    () => {
      const types =
        'https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/batuz_TiposComplejos.xsd';
      const attributes = `xmlns:t="${types}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="t:Cabecera140Type"`;
      const xml = makeDocument('140-with-invoice', { seed: 1, records: 1 }).replace(
        '<Cabecera>',
        `<Cabecera ${attributes}>`,
      );
      using ours = judgeOurs('140-with-invoice');
      using official = judgeOfficial('140-with-invoice');
      expect([ours.isValid(xml), official.isValid(xml)]).toEqual([false, true]);
    },
  );
});
