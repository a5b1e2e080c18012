import { afterAll, expect, it } from 'vitest';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import { createCore } from '../core.ts';
import { offersOf } from './fixing.ts';

const core = createCore();
afterAll(() => core.dispose());

const document = makeDocument('240-received', { seed: 3, records: 400 });
const offered = (xml: string | Uint8Array) => offersOf(core, xml).map(({ fix }) => fix);

it('a word between elements, however far behind the marks, is left for a person', () => {
  const marked = document.replace('</FacturaRecibida>', '</FacturaRecibida>;');
  expect(offered(marked)).toEqual(['stray_text']);
  const end = marked.lastIndexOf('<FacturaRecibida>');
  expect(end).toBeGreaterThan(200_000);
  expect(offered(`${marked.slice(0, end)}pagada ${marked.slice(end)}`)).toEqual([]);
});

it('a value with a long comment inside is left for a person', () => {
  const withComment = (length: number) =>
    document.replace(/<ImporteTotalFactura>(-?\d+)\./, (_, whole: string) => {
      return `<ImporteTotalFactura>${whole},<!--${'x'.repeat(length)}-->`;
    });
  expect(offered(withComment(10))).toEqual(['decimal_comma']);
  expect(offered(withComment(6000))).toEqual([]);
});

it('a Spanish identifier with a comment beside it is left for a person', () => {
  const withId = (comment: string) =>
    document.replace(
      /(<EmisorFacturaRecibida>)[\s\S]*?(\s*<ApellidosNombreRazonSocial>)/,
      `$1<IDOtro><CodigoPais>ES</CodigoPais>${comment}<IDType>02</IDType><ID>A99800476</ID></IDOtro>$2`,
    );
  expect(offered(withId(''))).toEqual(['spanish_id']);
  expect(offered(withId('<!-- see the paper -->'))).toEqual([]);
});

it('a CDATA section of a small encoding never gets a reference as text', () => {
  const [, first = ''] = /<NumFactura>([^<]*)/.exec(document) ?? [];
  const blank = document
    .replace(`<NumFactura>${first}`, '<NumFactura>A\u00d1O-7')
    .replace(/<DescripcionOperacion>[^<]*/, '<DescripcionOperacion><![CDATA[ ]]>');
  const narrow = Buffer.from(blank.replace('UTF-8', 'ISO-8859-1'), 'latin1');
  expect(offered(narrow)).toEqual([]);
});
