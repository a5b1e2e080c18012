import { describe, expect, it } from 'vitest';
import type { RecordValue } from '../../../../contract/record-form.ts';
import { makeDocuments } from '../../../../main/validator/extract/make-documents.ts';
import { readRecordForm } from '../../../../main/validator/extract/record-form.ts';
import { createLedgerEngine } from '../../../../main/validator/ledger-engine.ts';
import { walk } from '../../../../main/validator/schema/schema-model.ts';
import { readSchemaPackage } from '../../../../main/validator/schema/schema-package.ts';
import type { FormName } from '../../../fixtures/validator/forms.ts';
import { createGenerator } from '../../../fixtures/validator/generator.ts';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import { createRandom } from '../../../fixtures/validator/random.ts';
import { createCore } from '../core.ts';
import { assemble, drawPieces, encodings } from './pieces.ts';

const library = createLedgerEngine(readSchemaPackage());
const creations: readonly FormName[] = ['140-with-invoice', '140-without-invoice', '240-received'];

const toBytes = (xml: string | Uint8Array) => (typeof xml === 'string' ? Buffer.from(xml) : xml);

function open(xml: string | Uint8Array, record = 1) {
  const document = readRecordForm(toBytes(xml), record, library);
  if (document === null) throw new Error('not a form');
  return document;
}

function modify(xml: string | Uint8Array, values: readonly RecordValue[], record = 1): Buffer {
  const documents = makeDocuments(toBytes(xml), { kind: 'modify', record, values }, library);
  return Buffer.from(documents?.[0]?.bytes ?? []);
}

const change = (values: readonly RecordValue[], path: string, value: string) => [
  ...values.filter((each) => each.path !== path),
  { path, value },
];

describe('a record modified by its form', () => {
  it.each(encodings)('keeps its bytes but for the operation, unchanged, in $name', (encoding) => {
    const random = createRandom(encoding.name.length * 104_729);
    const core = createCore();
    for (let round = 0; round < 30; round += 1) {
      const pieces = drawPieces(random.pick(creations), random, { count: 3, encoding });
      const original = encoding.encode(assemble(pieces, () => true));
      const wanted = encoding.encode(assemble(pieces, (index) => index === 1, true));
      const { values, fields } = open(original, 2);
      const made = modify(original, values, 2);
      expect(open(made).values).toEqual(values);
      // Only an encoding other than UTF may rewrite the record, with the same content.
      if (encoding.name.startsWith('U')) expect(made.equals(wanted), `round ${round}`).toBe(true);

      const name = fields.find(({ path }) => path.endsWith('/ApellidosNombreRazonSocial'))?.path;
      const own = values.find(({ path }) => path === name);
      if (own === undefined) continue;
      const after = change(values, own.path, 'Ñoño & <Hijos> €');
      const renamed = modify(original, after, 2);
      expect(new Map(open(renamed).values.map(({ path, value }) => [path, value]))).toEqual(
        new Map(after.map(({ path, value }) => [path, value])),
      );
      expect(core.validate(renamed, 'schema')).toMatchObject({
        verdict: 'valid',
        form: { operation: 'modification' },
      });
    }
    core.dispose();
  });

  it('changes nothing but the changed value, whatever the lines of the file end with', () => {
    const xml = makeDocument('240-received', { seed: 3, records: 1, operation: 'M00' });
    for (const space of ['\n$1', '\r\n$1', '\n', '\n\n\t', '']) {
      const written = xml.replaceAll(/\n( *)/g, space);
      const path = 'DatosFactura/DescripcionOperacion';
      const made = modify(written, change(open(written).values, path, 'Otra'));
      expect(made.toString()).toBe(written.replace(/(<DescripcionOperacion>)[^<]*/, '$1Otra'));
    }
  });

  it('is read and written completely, whatever its schema allows', () => {
    const core = createCore();
    const generator = createGenerator(77_003);
    let tried = 0;
    for (let round = 0; round < 200; round += 1) {
      const { xml } = generator.valid(creations[round % 3] ?? '240-received');
      const validated = core.validate(xml, 'schema');
      // Operations other than creation and modification give none of these corrections.
      const operation = /<Operacion>(.*?)<\/Operacion>/s.exec(String(xml))?.[1] ?? '';
      if (validated.verdict !== 'valid' || !/^[AM].*0.*[01]/s.test(operation)) continue;
      tried += 1;
      const record = validated.records;
      const { values } = open(xml, record);
      const made = modify(xml, values.toReversed(), record);
      expect(open(made).values, `round ${round}`).toEqual(values);
      expect(core.validate(made, 'schema').verdict, `round ${round}`).toBe('valid');
    }
    expect(tried).toBeGreaterThan(100);
    core.dispose();
  });

  it('takes added values in the order of the schema, and loses removed ones', () => {
    const xml = makeDocument('240-received', { seed: 3, records: 2 });
    const { values } = open(xml);
    const line = values.filter(({ path }) => path.startsWith('IVA/DetalleIVA[1]/'));
    const more = [
      {
        path: 'OtraInformacionTrascendenciaTributaria/NumRegistroAcuerdoFacturacion',
        value: 'A-7',
      },
      ...line.map(({ path, value }) => ({ path: path.replace('[1]', '[9]'), value })),
      ...values,
    ];
    const made = modify(xml, more).toString();
    expect(made.match(/<DetalleIVA>/g)).toHaveLength(
      (makeDocument('240-received', { seed: 3, records: 1 }).match(/<DetalleIVA>/g)?.length ?? 0) +
        1,
    );
    const core = createCore();
    expect(core.validate(made, 'schema').verdict).toBe('valid');
    core.dispose();
    expect(modify(made, values).toString()).not.toContain('NumRegistroAcuerdo');
  });

  it('is identified by the values in its cancellation', () => {
    for (const form of creations) {
      const { fields } = open(makeDocument(form, { seed: 1, records: 1 }));
      const leaves = fields.filter(({ isIdentity, kind }) => isIdentity && kind !== 'group');
      const cancellation = library.schemas.find(({ entry }) =>
        entry.endsWith(`/${form}-cancellation.xsd`),
      );
      const model = library.model(cancellation?.id ?? '');
      const named = model === null ? [] : [...walk(model)];
      const inIdentity = named.filter(
        ({ path, model: { value } }) =>
          value !== null && path.some((name) => name === 'IDGasto' || name === 'IDRecibida'),
      );
      const names = (paths: readonly string[]) => [...new Set(paths)].toSorted();
      expect(names(leaves.map(({ path }) => path.split('/').at(-1) ?? ''))).toEqual(
        names(inIdentity.map(({ path }) => path.at(-1) ?? '')),
      );
    }
  });

  it('does not exist for a cancellation, without a record or for another file', () => {
    const cancellation = Buffer.from(
      makeDocument('240-received-cancellation', { seed: 1, records: 1 }),
    );
    expect(readRecordForm(cancellation, 1, library)).toBeNull();
    const creation = Buffer.from(makeDocument('240-received', { seed: 1, records: 1 }));
    expect(readRecordForm(creation, 2, library)).toBeNull();
    expect(readRecordForm(Buffer.from('<a/>'), 1, library)).toBeNull();
  });

  it('has the types of its values', () => {
    const { fields } = open(makeDocument('140-with-invoice', { seed: 1, records: 1 }));
    const kinds = Object.fromEntries(fields.map(({ path, kind }) => [path, kind]));
    expect(kinds).toMatchObject({
      'CabeceraFactura/FechaRecepcion': 'day',
      'CabeceraFactura/TipoFactura': 'code',
      'DatosFactura/ImporteTotalFactura': 'amount',
      'RentaIVA/DetalleRentaIVA': 'group',
      'RentaIVA/DetalleRentaIVA/TipoImpositivo': 'percentage',
      'RentaIVA/DetalleRentaIVA/Epigrafe': 'text',
    });
    expect(fields.find(({ path }) => path === 'RentaIVA/DetalleRentaIVA')).toMatchObject({
      min: 1,
      max: 100,
      isIdentity: false,
    });
  });
});
