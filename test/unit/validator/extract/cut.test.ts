import { describe, expect, it } from 'vitest';
import { makeDocuments } from '../../../../main/validator/extract/make-documents.ts';
import type { MakeOrder } from '../../../../main/validator/extract/make-order.ts';
import { createLedgerEngine } from '../../../../main/validator/ledger-engine.ts';
import { readSchemaPackage } from '../../../../main/validator/schema/schema-package.ts';
import type { FormName } from '../../../fixtures/validator/forms.ts';
import { createGenerator } from '../../../fixtures/validator/generator.ts';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import { createRandom } from '../../../fixtures/validator/random.ts';
import { createCore } from '../core.ts';
import { assemble, drawPieces, encodings } from './pieces.ts';

const library = createLedgerEngine(readSchemaPackage());
const creations: readonly FormName[] = ['140-with-invoice', '140-without-invoice', '240-received'];
const make = (xml: Uint8Array | string, order: MakeOrder) =>
  makeDocuments(typeof xml === 'string' ? Buffer.from(xml) : xml, order, library);

describe('records cut out of a document', () => {
  it.each(encodings)('leave every other byte unchanged, in $name', (encoding) => {
    const random = createRandom(encoding.name.length * 7919);
    const core = createCore();
    for (let round = 0; round < 60; round += 1) {
      const pieces = drawPieces(random.pick(creations), random, {
        count: random.int(2, 7),
        encoding,
      });
      const count = pieces.records.length;
      const kept = Array.from({ length: count }, (_, index) => index).filter(() =>
        random.chance(0.5),
      );
      if (kept.length === 0) kept.push(random.int(0, count - 1));
      const isModified = random.chance(0.5);
      const original = encoding.encode(assemble(pieces, () => true));
      const [made] =
        make(original, {
          kind: 'keep',
          records: random.shuffle(kept).map((index) => index + 1),
          operation: isModified ? 'modification' : 'as_it_is',
        }) ?? [];
      const wanted = encoding.encode(assemble(pieces, (index) => kept.includes(index), isModified));
      expect(Buffer.from(made?.bytes ?? []).equals(wanted), `round ${round}`).toBe(true);
      expect(core.validate(original).verdict, `original ${round}`).not.toBe('invalid');
      expect(core.validate(made?.bytes ?? new Uint8Array()), `made ${round}`).toMatchObject({
        records: kept.length,
        form: { operation: isModified ? 'modification' : 'creation' },
        issueCounts: { error: 0 },
      });
    }
    core.dispose();
  });

  it('are still valid in any layout of the generator', () => {
    const core = createCore();
    const generator = createGenerator(4711);
    let tried = 0;
    for (let round = 0; round < 300; round += 1) {
      const { xml, form } = generator.valid(creations[round % 3] ?? '240-received');
      const validated = core.validate(xml, 'schema');
      if (validated.verdict !== 'valid' || validated.records < 2) continue;
      tried += 1;
      const [made] =
        make(xml, { kind: 'keep', records: [validated.records], operation: 'as_it_is' }) ?? [];
      expect(core.validate(made?.bytes ?? '', 'schema'), form).toMatchObject({
        verdict: 'valid',
        records: 1,
      });
    }
    expect(tried).toBeGreaterThan(50);
    core.dispose();
  });

  it('are the document itself when all are kept', () => {
    const xml = Buffer.from(makeDocument('240-received', { seed: 1, records: 3 }));
    const [made] = make(xml, { kind: 'keep', records: [1, 2, 3], operation: 'as_it_is' }) ?? [];
    expect(Buffer.from(made?.bytes ?? []).equals(xml)).toBe(true);
  });

  it('keep a modification, and each variant of creation, what it is', () => {
    const text = (operation: 'A01' | 'M00') =>
      makeDocument('240-received', { seed: 1, records: 2, operation });
    const operationOf = (operation: 'A01' | 'M00') => {
      const [made] =
        make(text(operation), { kind: 'keep', records: [2], operation: 'modification' }) ?? [];
      return /<Operacion>(...)</.exec(Buffer.from(made?.bytes ?? []).toString())?.[1];
    };
    expect(operationOf('M00')).toBe('M00');
    expect(operationOf('A01')).toBe('M01');
  });

  it.each([
    ['a record that is not there', [3]],
    ['no record', []],
    ['a number that is none', [0]],
    ['a fraction', [1.5]],
  ])('do not exist for %s', (_name, records) => {
    const xml = makeDocument('240-received', { seed: 1, records: 2 });
    expect(make(xml, { kind: 'keep', records, operation: 'as_it_is' })).toBeNull();
  });

  it('do not exist for a cancellation that would have to be a modification', () => {
    const xml = makeDocument('240-received-cancellation', { seed: 1, records: 2 });
    expect(make(xml, { kind: 'keep', records: [1], operation: 'modification' })).toBeNull();
    expect(make(xml, { kind: 'keep', records: [1], operation: 'as_it_is' })).toHaveLength(1);
  });

  it.each([
    ['a document with a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['something that is no XML', 'hello'],
    ['a form that is cut off', makeDocument('240-received', { seed: 1, records: 2 }).slice(0, -30)],
    ['another document', '<a/>'],
    ['nothing', ''],
  ])('do not exist for %s', (_name, xml) => {
    expect(make(xml, { kind: 'split', most: 1 })).toBeNull();
    expect(make(xml, { kind: 'cancel', records: [1] })).toBeNull();
  });
});

describe('a document split into files', () => {
  it('has each record once, in order, with the same header and end', () => {
    const random = createRandom(99);
    for (const encoding of encodings) {
      const pieces = drawPieces('240-received', random, { count: 7, encoding });
      const made =
        make(encoding.encode(assemble(pieces, () => true)), { kind: 'split', most: 3 }) ?? [];
      expect(made.map(({ records }) => records)).toEqual([3, 3, 1]);
      made.forEach(({ bytes }, part) => {
        const wanted = encoding.encode(assemble(pieces, (index) => Math.floor(index / 3) === part));
        expect(Buffer.from(bytes).equals(wanted), `${encoding.name} ${part}`).toBe(true);
      });
    }
  });

  it('may have far more records than one file', () => {
    const core = createCore();
    const xml = makeDocument('140-without-invoice', { seed: 2, records: 20_001 });
    expect(core.validate(xml).issues[0]?.code).toBe('schema_too_many_records');
    const made = make(xml, { kind: 'split', most: 10_000 }) ?? [];
    expect(made.map(({ records }) => records)).toEqual([10_000, 10_000, 1]);
    for (const { bytes, records } of made) {
      expect(core.validate(bytes)).toMatchObject({ records, issueCounts: { error: 0 } });
    }
    core.dispose();
  });
});
