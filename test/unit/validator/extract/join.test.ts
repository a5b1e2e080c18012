import { expect, it } from 'vitest';
import { makeDocuments } from '../../../../main/validator/extract/make-documents.ts';
import { readRecordForm } from '../../../../main/validator/extract/record-form.ts';
import { createLedgerEngine } from '../../../../main/validator/ledger-engine.ts';
import { readSchemaPackage } from '../../../../main/validator/schema/schema-package.ts';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import { createCore } from '../core.ts';
import { encodings } from './pieces.ts';

const library = createLedgerEngine(readSchemaPackage());
const toBytes = (document: string | Uint8Array) =>
  typeof document === 'string' ? Buffer.from(document) : document;
const join = (documents: readonly (string | Uint8Array)[], maxBytes = 1e6) => {
  const [first, ...others] = documents.map(toBytes);
  const order = { kind: 'join', others, maxBytes } as const;
  return makeDocuments(first ?? new Uint8Array(), order, library);
};
const books = ['140-with-invoice', '140-without-invoice', '240-received'] as const;
const document = (book: (typeof books)[number], firstRecord: number, records = 2) =>
  makeDocument(book, { seed: 9, records, firstRecord });

it.each(books)('documents of %s become one, valid and with every record in order', (book) => {
  const core = createCore();
  const parts = [document(book, 0), document(book, 2, 1), document(book, 3)];
  const made = join(parts);
  expect(made).toMatchObject([{ records: 5, joined: 3 }]);
  const bytes = made?.[0]?.bytes ?? new Uint8Array();
  expect(core.validate(bytes)).toMatchObject({ records: 5, issueCounts: { error: 0 } });
  // The first keeps its bytes; the layout of the generator is that of one long document.
  expect(Buffer.from(bytes).toString()).toBe(document(book, 0, 5));
  core.dispose();
});

it.each(encodings)('the first keeps its encoding, $name, and takes any text', (encoding) => {
  const core = createCore();
  const say = (text: string, words: string) =>
    text.replace(/(<DescripcionOperacion>)[^<]*/, `$1${words}`);
  const plain = document('240-received', 0).replaceAll(/[^\0-\x7f]/g, '');
  const first = say(plain, encoding.hard).replace('UTF-8', encoding.declared);
  const second = say(document('240-received', 2), 'ñ€😀 &amp; más');
  const own = encoding.encode(first);
  const made = join([own, second])?.[0]?.bytes ?? new Uint8Array();
  expect(Buffer.from(made).subarray(0, 400)).toEqual(Buffer.from(own).subarray(0, 400));
  expect(core.validate(made)).toMatchObject({ records: 4, issueCounts: { error: 0 } });
  const path = 'DatosFactura/DescripcionOperacion';
  const { values = [] } = readRecordForm(made, 3, library) ?? {};
  expect(values).toContainEqual({ path, value: 'ñ€😀 & más' });
  core.dispose();
});

it('what no file may hold together stays apart, in its order', () => {
  const [one, other] = [document('240-received', 0), document('240-received', 2)];
  const joined = (documents: readonly string[], maxBytes?: number) =>
    join(documents, maxBytes)?.map((made) => made.joined);
  // A record twice, another year, operation or taxpayer, too many bytes, a prefix, CDATA.
  expect(joined([one, one, other])).toEqual([1, 2]);
  expect(joined([one, other.replace('>2026</Ejercicio>', '>2025</Ejercicio>')])).toEqual([1, 1]);
  expect(joined([one, other.replace('>A00<', '>M00<')])).toEqual([1, 1]);
  expect(joined([one, other.replace(/<NIF>[^<]*/, '<NIF>A99800476')])).toEqual([1, 1]);
  expect(joined([one, other], one.length + other.length - 1)).toEqual([1, 1]);
  const strange = other.replace(/<NumFactura>([^<]*)/, '<NumFactura><![CDATA[$1]]>');
  expect(joined([one, strange])).toEqual([1, 1]);
  expect(joined([strange, one])).toEqual([2]);
  expect(join([one, 'no document'])).toBeNull();
});

it('a file holds 10,000 records', () => {
  const [long, more] = [
    document('140-without-invoice', 0, 9999),
    document('140-without-invoice', 9999),
  ];
  expect(join([long, more], 1e9)?.map(({ records }) => records)).toEqual([9999, 2]);
});
