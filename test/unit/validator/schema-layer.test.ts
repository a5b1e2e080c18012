import { afterAll, describe, expect, it } from 'vitest';
import { forms } from '../../fixtures/validator/forms.ts';
import { createGenerator } from '../../fixtures/validator/generator.ts';
import { cleanDocument, createCore, replaced } from './core.ts';
import { type Change, changes, invoice } from './schema-changes.ts';

const core = createCore();
afterAll(() => core.dispose());

// holds X4
describe('the schema layer', () => {
  it.each(forms.map(({ name }) => name))('accepts a clean %s', (name) => {
    expect(core.validate(cleanDocument(name, 20))).toMatchObject({
      verdict: 'valid',
      issues: [],
      records: 20,
    });
  });

  it.each<Change>(changes)('reports %s', (_name, from, to, code, params, document = invoice) => {
    const validation = core.validate(replaced(document, from, to), 'schema');
    expect(validation).toMatchObject({
      verdict: 'invalid',
      kind: 'ledger_form',
      issueCounts: { error: 1 },
    });
    expect(validation.issues[0]).toMatchObject({ layer: 'schema', severity: 'error', code });
    expect(validation.issues[0]?.params).toMatchObject(params);
  });

  it('shows no English text of the engine for any fault of the generator', () => {
    const codes = new Set<string>();
    const generator = createGenerator(20_260_101);
    for (const { name } of forms) {
      for (let index = 0; index < 150; index += 1) {
        const { issues } = core.validate(generator.mutant(name).xml, 'schema');
        for (const { code, params } of issues) {
          codes.add(code);
          const told = Object.entries(params).filter(([key]) => key !== 'value');
          expect(JSON.stringify(told)).not.toMatch(
            /Element '|not allowed|facet|type definition|expected\./i,
          );
        }
      }
    }
    expect(
      [...codes].filter((code) => code.endsWith('_other') || code === 'xml_malformed'),
    ).toEqual([]);
    expect(codes.size).toBeGreaterThan(15);
  });

  it('lists every fault, at most a thousand of them, with the real total', () => {
    const wrong = cleanDocument('240-received', 1200).replaceAll(
      '<FechaRecepcion>',
      '<FechaRecepcion>x',
    );
    const { issues, issueCounts } = core.validate(wrong);
    expect(issueCounts).toEqual({ error: 1200, warning: 0, info: 0 });
    expect(issues.map(({ record }) => record)).toEqual(
      Array.from({ length: 1000 }, (_, n) => n + 1),
    );
  });

  it('has the ledger’s code for the refusal of its schema', () => {
    const wrong = replaced(invoice, '<Version>1.0', '<Version>2.0');
    expect(core.firstIssue(wrong)).toMatchObject({ layer: 'schema', ledgerCode: 'B4_1000001' });
  });

  it.each([
    ['240-received', 'TipoFactura', 'R1', 'schema_code_invoice_type'],
    ['240-received', 'ClaveRegimenIvaOpTrascendencia', '14', 'schema_code_key'],
    ['140-with-invoice', 'ClaveRegimenIvaOpTrascendencia', '06', 'schema_code_key'],
    ['140-without-invoice', 'Concepto', '642', 'schema_code_concept_642'],
    ['140-without-invoice', 'Concepto', '699', 'schema_code_concept'],
    ['240-received', 'CompraBienesCorrientesGastosBienesInversion', 'X', 'schema_code_purchase'],
    ['240-received', 'InversionSujetoPasivo', 'X', 'schema_code'],
  ] as const)('%s: explains the codes of %s', (form, element, value, code) => {
    const right = new RegExp(`<${element}>[^<]*`);
    const wrong = replaced(cleanDocument(form), right, `<${element}>${value}`);
    expect(core.firstIssue(wrong)).toMatchObject({ code, value, params: { element, value } });
  });

  it.each([
    ['EL', 'schema_country', { expected: 'GR' }],
    ['XI', 'schema_country', { expected: 'GB' }],
    ['UK', 'schema_country', { expected: 'GB' }],
    ['ZZ', 'schema_code', {}],
  ])('says how CodigoPais names the country that others write %s', (value, code, params) => {
    const foreign = `<IDOtro><CodigoPais>${value}</CodigoPais><IDType>04</IDType><ID>X1</ID></IDOtro>`;
    const wrong = replaced(
      invoice,
      /(<EmisorFacturaRecibida>\s*)<NIF>[^<]*<\/NIF>/,
      `$1${foreign}`,
    );
    expect(core.firstIssue(wrong)).toMatchObject({
      code,
      params: { element: 'CodigoPais', value, ...params },
    });
  });

  it('counts the records when they exceed the limit of the ledger', () => {
    const one = /<FacturaRecibida>.*?<\/FacturaRecibida>/s.exec(invoice)?.[0] ?? '';
    const many = replaced(
      invoice,
      '</FacturasRecibidas>',
      `${one.repeat(9_999)}</FacturasRecibidas>`,
    );
    const { issues, records } = core.validate(many, 'schema');
    expect(records).toBe(10_002);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({
      code: 'schema_too_many_records',
      params: { count: 10_002, limit: 10_000 },
      record: 10_001,
    });
  });

  it('quotes a value with the spaces that are its fault', () => {
    const wrong = replaced(invoice, /<BaseImponible>[^<]*/, '<BaseImponible> 72.86 ');
    expect(core.firstIssue(wrong)).toMatchObject({ code: 'schema_amount', value: ' 72.86 ' });
  });

  it('quotes a value of any length in 200 characters', () => {
    const long = replaced(invoice, /<NumFactura>[^<]*/, `<NumFactura>${'9'.repeat(500_000)}`);
    const { value, params } = core.firstIssue(long);
    expect(value).toHaveLength(200);
    expect(params).toEqual({ element: 'NumFactura', length: 500_000, limit: 20 });
  });
});
