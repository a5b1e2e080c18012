import { afterAll, describe, expect, it } from 'vitest';
import { createLedgerEngine } from '../../../../main/validator/ledger-engine.ts';
import { readSchemaPackage } from '../../../../main/validator/schema/schema-package.ts';
import { validateDocument } from '../../../../main/validator/validate-document.ts';
import type { FormName } from '../../../fixtures/validator/forms.ts';
import { taxIds } from '../../../fixtures/validator/rules/bases.ts';
import { buildDocument, type Edited } from '../../../fixtures/validator/rules/builder.ts';
import { compensation } from '../../../fixtures/validator/rules/kinds.ts';

const engine = createLedgerEngine(readSchemaPackage());
afterAll(() => engine.dispose());
const validate = (xml: string) =>
  validateDocument(Buffer.from(xml), { checks: 'all', today: 20260410 }, engine);

type Slip = readonly [
  name: string,
  form: FormName,
  edited: Edited,
  severity: 'error' | 'warning',
  code: string,
];

const invoice = '140-with-invoice';
const received = '240-received';
const expense = '140-without-invoice';
const cancellation = '240-received-cancellation';
const correction = {
  Codigo: 'R1',
  Tipo: 'I',
  'IDFacturaRectificadaSustituida/NumFactura': '9',
  'IDFacturaRectificadaSustituida/FechaExpedicionFactura': '05-01-2026',
};
const foreign = { NIF: null, IDType: '02', ID: 'PT501964843' };

/** Faults that the schemas accept: one slip in a clean document, and its issue. */
const slips: readonly Slip[] = [
  ['31 February', received, { edits: { FechaRecepcion: '31-02-2026' } }, 'error', 'B4_2000005'],
  [
    '99-99-9999',
    invoice,
    { edits: { FechaExpedicionFactura: '99-99-9999' } },
    'error',
    'B4_2000005',
  ],
  [
    'reception before issue',
    received,
    { edits: { FechaRecepcion: '09-01-2026' } },
    'error',
    'B4_2000109',
  ],
  ['year 0000', invoice, { header: { Ejercicio: '0000' } }, 'error', 'B4_1000021'],
  ['year 9999', invoice, { header: { Ejercicio: '9999' } }, 'error', 'B4_1000021'],
  [
    'a year before Batuz',
    cancellation,
    { header: { Ejercicio: '2006' } },
    'warning',
    'rule_APP_06',
  ],
  [
    'a year far ahead',
    cancellation,
    { header: { Ejercicio: '2032' } },
    'warning',
    'rule_APP_06_future',
  ],
  ['an unrelated year', received, { header: { Ejercicio: '2024' } }, 'error', 'B4_2000108'],
  ['chapter 1', received, { header: { Capitulo: '1' } }, 'error', 'B4_1000023'],
  ['another subchapter', invoice, { header: { Subcapitulo: '2.2' } }, 'error', 'B4_1000024'],
  ['no subchapter', invoice, { header: { Subcapitulo: null } }, 'error', 'B4_1000024'],
  [
    'a cancellation in a creation',
    received,
    { header: { Operacion: 'AN0' } },
    'error',
    'B4_1000025',
  ],
  ['a query in a creation', invoice, { header: { Operacion: 'C00' } }, 'error', 'B4_1000025'],
  [
    'a creation in a cancellation',
    cancellation,
    { header: { Operacion: 'A00' } },
    'error',
    'B4_1000025',
  ],
  ['a wrong letter', received, { edits: { NIF: '12345678A' } }, 'error', 'B4_2000011'],
  ['small letters', expense, { edits: { NIF: '12345678z' } }, 'error', 'B4_2000011'],
  [
    'a wrong letter in a cancellation',
    cancellation,
    { edits: { NIF: '12345678A' } },
    'error',
    'B4_2000011',
  ],
  ['a company with book 140', invoice, { header: { NIF: taxIds.company } }, 'error', 'B4_1000006'],
  ['a person with book 240', received, { header: { NIF: taxIds.person } }, 'error', 'B4_1000006'],
  [
    'no taxpayer’s name',
    invoice,
    { header: { ApellidosNombreRazonSocial: '' } },
    'error',
    'B4_1000030',
  ],
  [
    'no issuer’s name',
    invoice,
    { edits: { ApellidosNombreRazonSocial: '' } },
    'error',
    'rule_APP_07',
  ],
  ['no number', received, { edits: { NumFactura: '' } }, 'error', 'rule_APP_07'],
  ['a number of spaces', cancellation, { edits: { NumFactura: '   ' } }, 'error', 'rule_APP_07'],
  ['no description', received, { edits: { DescripcionOperacion: '' } }, 'error', 'rule_APP_07'],
  ['an empty series', received, { edits: { SerieFactura: '' } }, 'warning', 'rule_APP_07_optional'],
  ['no activity', invoice, { lines: [{ Epigrafe: '' }] }, 'error', 'B4_2000080'],
  [
    'a passport without country',
    received,
    { edits: { ...foreign, IDType: '03' } },
    'error',
    'B4_2000012',
  ],
  [
    'a VAT number without prefix',
    received,
    { edits: { ...foreign, ID: '501964843' } },
    'warning',
    'B4_2000013',
  ],
  ['country ES', received, { edits: { ...foreign, CodigoPais: 'ES' } }, 'warning', 'rule_APP_09'],
  [
    '33 percent',
    received,
    {
      edits: { ImporteTotalFactura: '133' },
      lines: [{ TipoImpositivo: '33', CuotaIVASoportada: '33' }],
    },
    'error',
    'B4_2000031',
  ],
  [
    'a quota of another base',
    invoice,
    { edits: { ImporteTotalFactura: '150' }, lines: [{ CuotaIVASoportada: '50' }] },
    'error',
    'B4_2000124',
  ],
  [
    'a total far too low',
    invoice,
    { edits: { ImporteTotalFactura: '1.21' } },
    'error',
    'B4_2000112',
  ],
  [
    'a total far too low (240)',
    received,
    { edits: { ImporteTotalFactura: '1.21' } },
    'error',
    'B4_2000149',
  ],
  [
    'more deducted than borne',
    received,
    { lines: [{ CuotaIVADeducible: '210' }] },
    'error',
    'B4_2000125',
  ],
  ['a key twice', invoice, { keys: ['07', '01', '01'] }, 'warning', 'rule_APP_08'],
  ['a forbidden pair of keys', received, { keys: ['01', '12'] }, 'error', 'B4_2000026'],
  ['F4 without last number', invoice, { edits: { TipoFactura: 'F4' } }, 'error', 'B4_2000102'],
  [
    'no series in a correction',
    invoice,
    { edits: { ...correction, SerieFactura: null } },
    'error',
    'B4_2000016',
  ],
  ['nothing corrected', received, { edits: { Codigo: 'R1', Tipo: 'I' } }, 'warning', 'B4_3000001'],
  [
    'substituted amounts by differences',
    received,
    { edits: { ...correction, BaseRectificada: '1', CuotaRectificada: '0' } },
    'error',
    'B4_2000019',
  ],
  [
    'a substitution without amounts',
    invoice,
    { edits: { ...correction, Tipo: 'S' } },
    'warning',
    'rule_APP_22',
  ],
  ['the same invoice twice', received, { records: [{}, {}] }, 'error', 'B4_1000005'],
  [
    'no concept',
    invoice,
    { lines: [{ Concepto: null, ImporteGastoIRPF: null }] },
    'error',
    'B4_2000113',
  ],
  ['621 without asset', invoice, { lines: [{ Concepto: '621' }] }, 'error', 'B4_2000116'],
  ['an expense of 0', expense, { edits: { ImporteGastoIRPF: '0' } }, 'error', 'B4_2000151'],
  [
    'an expense of another year',
    expense,
    { edits: { FechaOperacion: '01-01-2025' } },
    'error',
    'B4_2000090',
  ],
  ['VAT on compensation', invoice, { ...compensation, lines: [{}] }, 'error', 'B4_2000123'],
];

/** Unusual and right values. */
const harmless: readonly (readonly [string, FormName, Edited])[] = [
  ['an amount that ends in a point', expense, { edits: { ImporteGastoIRPF: '5.' } }],
  ['an amount with a plus', expense, { edits: { ImporteGastoIRPF: '+213.12' } }],
  ['a negative expense', expense, { edits: { ImporteGastoIRPF: '-3.00' } }],
  ['no counterparty', expense, { edits: { ContraparteDeclaradaProveedora: null } }],
  [
    'an exempt line',
    received,
    {
      edits: { ImporteTotalFactura: '100' },
      lines: [{ TipoImpositivo: null, CuotaIVASoportada: null, CuotaIVADeducible: null }],
    },
  ],
];

describe('faults that the schemas accept', () => {
  it.each(slips)('%s', (_name, form, edited, severity, code) => {
    const { issues } = validate(buildDocument(form, edited));
    const found = issues.find((issue) => (issue.ledgerCode ?? issue.code) === code);
    expect(found?.severity, JSON.stringify(issues)).toBe(severity);
    if (severity === 'warning')
      expect(issues.filter((issue) => issue.severity === 'error')).toEqual([]);
  });

  it.each(harmless)('are not reported for %s', (_name, form, edited) => {
    expect(validate(buildDocument(form, edited))).toMatchObject({ verdict: 'valid', issues: [] });
  });

  it('are not reported for a byte order mark', () => {
    expect(validate(`\ufeff${buildDocument(received)}`).issues).toEqual([]);
  });
});
