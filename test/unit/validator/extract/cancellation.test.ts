import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { formNameOf } from '../../../../contract/ledger-books.ts';
import { makeDocuments } from '../../../../main/validator/extract/make-documents.ts';
import { readRecordSummaries } from '../../../../main/validator/extract/read-records.ts';
import { createLedgerEngine } from '../../../../main/validator/ledger-engine.ts';
import { readSchemaPackage } from '../../../../main/validator/schema/schema-package.ts';
import { toXmlText } from '../../../../main/validator/xml/references.ts';
import type { FormName } from '../../../fixtures/validator/forms.ts';
import { createGenerator } from '../../../fixtures/validator/generator.ts';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import { createCore } from '../core.ts';

const library = createLedgerEngine(readSchemaPackage());
const { schemas } = library;
const creations: readonly FormName[] = ['140-with-invoice', '140-without-invoice', '240-received'];

function cancel(xml: string | Uint8Array, records: readonly number[]): Uint8Array | null {
  const bytes = typeof xml === 'string' ? Buffer.from(xml) : xml;
  return makeDocuments(bytes, { kind: 'cancel', records }, library)?.[0]?.bytes ?? null;
}

/** The texts of a document by element name, read by another parser than the tested one. */
function textsOf(xml: Uint8Array): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', () => {
    text = '';
  });
  const collect = (chunk: string) => {
    text += chunk;
  };
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.on('closetag', ({ name }) => {
    texts.set(name, [...(texts.get(name) ?? []), text]);
    text = '';
  });
  parser.write(Buffer.from(xml).toString('utf8')).close();
  return texts;
}

/** Any characters that a document can have, more often the difficult ones. */
const allowed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '&',
        '<',
        '>',
        '"',
        "'",
        '\r',
        '\n',
        '\t',
        '\r\n',
        ']]>',
        '&amp;',
        '&#13;',
        '<!--',
        ' ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.integer({ min: 1, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => toXmlText(text) !== null);

const byReference = (text: string) =>
  [...text].map((character) => `&#x${character.codePointAt(0)?.toString(16)};`).join('');

// holds X8
describe('a cancellation', () => {
  it('has the same content as another parser’s, for 10,000 strings', () => {
    const documents = 20;
    const each = 500;
    const strings = fc.sample(allowed, { numRuns: documents * each, seed: 42 });
    expect(strings).toHaveLength(10_000);
    for (let document = 0; document < documents; document += 1) {
      const own = strings.slice(document * each, (document + 1) * each);
      let at = 0;
      const xml = makeDocument('240-received', { seed: 3, records: each }).replaceAll(
        /<NumFactura>\d+<\/NumFactura>/g,
        (whole) =>
          at < each ? `<NumFactura>${byReference(own[at++] ?? whole)}</NumFactura>` : whole,
      );
      const made = cancel(
        xml,
        own.map((_, index) => index + 1),
      );
      expect(textsOf(made ?? new Uint8Array()).get('NumFactura')).toEqual(own);
    }
  });

  it('contains no character that XML forbids', () => {
    for (const code of [0, 1, 8, 0x0b, 0x0c, 0x1f, 0xd800, 0xdfff, 0xfffe, 0xffff]) {
      expect(toXmlText(`a${String.fromCharCode(code)}b`), code.toString(16)).toBeNull();
    }
    expect(toXmlText('a\ufffd\u{10ffff}\t')).toBe('a\ufffd\u{10ffff}\t');
  });

  it.each(creations)('of %s names exactly the requested records, and is valid', (form) => {
    const core = createCore();
    const xml = makeDocument(form, { seed: 21, records: 60 });
    const all = readRecordSummaries(Buffer.from(xml), schemas) ?? [];
    for (const chosen of [all.map(({ record }) => record), [60, 3, 41]]) {
      const made = cancel(xml, chosen) ?? new Uint8Array();
      expect(core.validate(made)).toMatchObject({
        verdict: 'valid',
        records: chosen.length,
        form: { operation: 'cancellation' },
        fiscalYear: 2026,
        taxpayer: core.validate(xml).taxpayer,
      });
      const wanted = chosen.map((record) => {
        const key = all[record - 1]?.key;
        // Of an expense without invoice the counterparty is no part of its identity.
        return form === '140-without-invoice' ? { ...key, issuer: null } : key;
      });
      expect(readRecordSummaries(made, schemas)?.map(({ key }) => key)).toEqual(wanted);
    }
    core.dispose();
  });

  it.each(creations)('of %s is the one of the fixture', (form) => {
    const records = 40;
    const made = cancel(
      makeDocument(form, { seed: 8, records }),
      Array.from({ length: records }, (_, index) => index + 1),
    );
    const known = makeDocument(`${form}-cancellation` as FormName, { seed: 8, records });
    expect(Buffer.from(made ?? []).toString()).toBe(known);
  });

  it('is valid for every document that the schema allows, foreign issuers too', () => {
    const core = createCore();
    const generator = createGenerator(815);
    let foreign = 0;
    for (let round = 0; round < 300; round += 1) {
      const { xml, form } = generator.valid(creations[round % 3] ?? '240-received');
      const { records, verdict } = core.validate(xml, 'schema');
      if (verdict !== 'valid') continue;
      const made = cancel(
        xml,
        Array.from({ length: records }, (_, index) => index + 1),
      );
      expect(core.validate(made ?? '', 'schema'), `${form} ${round}`).toMatchObject({
        verdict: 'valid',
        records,
      });
      const [source, result] = [textsOf(Buffer.from(xml)), textsOf(made ?? new Uint8Array())];
      if (form !== '140-without-invoice')
        expect(result.get('IDType')).toEqual(source.get('IDType'));
      foreign += result.get('IDType')?.length ?? 0;
    }
    expect(foreign).toBeGreaterThan(20);
    core.dispose();
  });

  it('is not made from a cancellation, nor for missing records', () => {
    const text = makeDocument('240-received-cancellation', { seed: 8, records: 2 });
    expect(cancel(text, [1])).toBeNull();
    const creation = makeDocument('240-received', { seed: 8, records: 2 });
    expect(cancel(creation, [3])).toBeNull();
    expect(cancel(creation, [])).toBeNull();
    expect(cancel(creation.replaceAll(/<NumFactura>.*<\/NumFactura>/g, ''), [1])).toBeNull();
  });
});

describe('of several forms of a cancellation', () => {
  const own = schemas.filter(({ form }) => formNameOf(form) === '240-received-cancellation');
  const other = own.map((schema) => ({ ...schema, namespace: 'urn:other' }));
  const scoped = (fiscalYears: readonly number[] | null, from: number | null) =>
    other.map((schema) => ({ ...schema, scope: { fiscalYears, from } }));

  it.each([
    ['the first', other, true],
    ['one for its fiscal year', scoped([2026], null), true],
    ['not one for another fiscal year', scoped([2027], null), false],
    [
      'one for its fiscal year, though an older one',
      scoped([2026], null).map((schema) => ({ ...schema, validFrom: '2020-01-01' })),
      true,
    ],
    ['one whose first day is past', scoped(null, 20260101), true],
    ['not one that is not in force yet', scoped(null, 29990101), false],
  ])('a document gets %s', (_, chosen, isOther) => {
    expect(chosen).toHaveLength(1);
    const xml = Buffer.from(makeDocument('240-received', { seed: 1, records: 1 }));
    const both = { ...library, schemas: [...chosen, ...schemas] };
    const documents = makeDocuments(xml, { kind: 'cancel', records: [1] }, both);
    const text = Buffer.from(documents?.[0]?.bytes ?? []).toString();
    expect(text).toContain(isOther ? '"urn:other"' : `"${own[0]?.namespace}"`);
  });
});
