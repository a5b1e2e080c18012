import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import { buildDocument } from '../../../fixtures/validator/rules/builder.ts';
import { createCore } from '../core.ts';

const core = createCore();
afterAll(() => core.dispose());
const layersOf = (xml: string) =>
  core.validate(xml).issues.map(({ layer, code }) => `${layer} ${code}`);

describe('rules beside other faults', () => {
  it('check every record, also when the schema has a fault in one', () => {
    const xml = buildDocument('240-received', {
      records: [
        { NumFactura: '1', TipoFactura: 'F9' },
        { NumFactura: '2', FechaRecepcion: '09-01-2026' },
      ],
    });
    expect(layersOf(xml)).toEqual(['schema schema_code_invoice_type', 'rule rule_B4_2000109']);
  });

  it('check the same record, but not a value with a schema fault', () => {
    const xml = buildDocument('240-received', {
      edits: { FechaRecepcion: '09-01-2026' },
      lines: [{ TipoImpositivo: '21,0', CuotaIVASoportada: '50' }],
    });
    expect(layersOf(xml)).toEqual([
      'rule rule_B4_2000109',
      'rule rule_B4_2000149',
      'schema schema_decimal_comma',
    ]);
  });

  it.each([
    'TipoImpositivo',
    'CuotaIVADeducible',
    'CuotaIVASoportada',
    'BaseImponible',
    'SerieFactura',
  ])('do not use a misspelt %s', (name) => {
    const xml = buildDocument('140-with-invoice', { edits: { Codigo: 'R1', Tipo: 'I' } })
      .replaceAll(`<${name}>`, `<${name}s>`)
      .replaceAll(`</${name}>`, `</${name}s>`);
    expect(core.validate(xml).issues.map(({ layer }) => layer)).toEqual(['schema']);
  });

  it('do not use a year with a header fault', () => {
    const xml = buildDocument('240-received', { header: { Ejercicio: '0000' } });
    expect(layersOf(xml)).toEqual(['header header_year']);
  });

  it('do not use a missing tax id', () => {
    for (const form of ['140-with-invoice', '240-received-cancellation'] as const)
      expect(layersOf(buildDocument(form, { header: { NIF: null } }))).toEqual([
        'schema schema_unexpected_expected',
      ]);
  });

  it('are skipped when only the schema is wanted, and when it could not be applied', () => {
    const wrong = buildDocument('240-received', { edits: { FechaRecepcion: '09-01-2026' } });
    expect(core.validate(wrong, 'schema').verdict).toBe('valid');
    expect(layersOf(wrong.replaceAll('V1_0_1', 'V1_0_9'))).toEqual([
      'schema schema_root_namespace',
    ]);
  });

  it('do not read digits of other scripts as a date', () => {
    const xml = buildDocument('240-received', { edits: { FechaRecepcion: '١٢-٠١-٢٠٢٦' } });
    expect(layersOf(xml)).toEqual(['rule rule_B4_2000005']);
  });
});

describe('many faults', () => {
  it('are listed up to a thousand, errors first, and all counted', () => {
    const records = 1500;
    const xml = makeDocument('240-received', { seed: 5, records })
      .replaceAll(/<SerieFactura>[^<]*/g, '<SerieFactura>')
      .replace(/(.*)<FechaRecepcion>[^<]*/s, '$1<FechaRecepcion>01-01-2026');
    const { issues, issueCounts, verdict } = core.validate(xml);
    expect(issues).toHaveLength(1000);
    expect(issueCounts.warning).toBeGreaterThan(1300);
    expect(issues.at(-1)).toMatchObject({
      severity: 'error',
      ledgerCode: 'B4_2000109',
      record: records,
    });
    expect(verdict).toBe('invalid');
    const lines = issues.map(({ line }) => line ?? 0);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it('have exact places in one line, among comments, CDATA, prefixes and tabs', () => {
    const clean = buildDocument('240-received', {
      records: [{}, { NumFactura: '18', FechaRecepcion: '09-01-2026' }],
    });
    const start = clean.lastIndexOf('<FechaRecepcion>');
    const dressed = `${clean.slice(0, start)}<!-- ñ --> \t${clean.slice(start).replace('09-01-2026', '<![CDATA[09-01-]]>2026')}`;
    expect(core.validate(dressed).issues).toMatchObject([
      {
        ledgerCode: 'B4_2000109',
        record: 2,
        recordKey: { number: '18' },
        value: '09-01-2026',
        params: { received: '09-01-2026', issued: '10-01-2026' },
        line: 1,
        column: dressed.lastIndexOf('<FechaRecepcion>') + 1,
      },
    ]);
  });

  it('are reported once where that is enough: a quarter that is closed', () => {
    const xml = makeDocument('140-without-invoice', {
      seed: 2,
      records: 400,
      firstDay: '2025-01-02',
    });
    const infos = core.validate(xml).issues.filter(({ code }) => code === 'rule_APP_20');
    expect(infos).toMatchObject([
      { severity: 'info', params: { quarter: 1, year: 2025, records: 400 } },
    ]);
  });
});

const samples = new URL('../../../../../shared/lroe/samples/', import.meta.url);
const samplesPresent = existsSync(samples);
if (!samplesPresent)
  console.log('layers: ../shared/lroe/samples is not there; those files are left out');

describe.skipIf(!samplesPresent)('files of another program', () => {
  const errorsOf = (file: string) =>
    core
      .validate(readFileSync(new URL(file, samples)))
      .issues.filter(({ severity }) => severity === 'error')
      .map(({ ledgerCode }) => ledgerCode);

  // Its sample data: 3.2 of VAT on a base of 1.00, in an invoice for 89.36; and a person who keeps
  // book 240.
  it.each([
    ['barnetik-140-2.1-generated.xml', ['B4_2000124']],
    ['barnetik-140-2.2-generated.xml', []],
    ['barnetik-240-2-generated.xml', ['B4_1000006', 'B4_2000124']],
  ])('%s', (file, expected) => {
    expect(errorsOf(file)).toEqual(expect.arrayContaining(expected));
  });
});
