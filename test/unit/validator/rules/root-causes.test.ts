import { afterAll, describe, expect, it } from 'vitest';
import type { FormName } from '../../../fixtures/validator/forms.ts';
import {
  buildDocument,
  type Edited,
  type Edits,
} from '../../../fixtures/validator/rules/builder.ts';
import { compensation, late, surcharge } from '../../../fixtures/validator/rules/kinds.ts';
import { createCore } from '../core.ts';

const core = createCore();
afterAll(() => core.dispose());

const farmer = (edits: Edits) => ({
  ...compensation,
  lines: [{ ...compensation.lines[0], ...edits }],
});
const retail = (edits: Edits) => ({ ...surcharge, lines: [{ ...surcharge.lines[0], ...edits }] });
const lately = (edits: Edits) => ({ ...late, lines: [{ ...late.lines[0], ...edits }] });

/** One slip that several rules could report, and the one that names its cause. */
const slips: readonly (readonly [string, FormName, Edited, string])[] = [
  [
    'a VAT quota on compensation',
    '240-received',
    farmer({ CuotaIVASoportada: '12' }),
    'B4_2000123',
  ],
  [
    'a compensation percentage as VAT rate',
    '240-received',
    farmer({ TipoImpositivo: '12' }),
    'B4_2000121',
  ],
  [
    'no amount of compensation',
    '140-with-invoice',
    farmer({ ImporteCompensacionREAGYP: null }),
    'B4_2000136',
  ],
  [
    'a compensation of the wrong sign',
    '240-received',
    farmer({ ImporteCompensacionREAGYP: '-12' }),
    'B4_2000096',
  ],
  [
    'a percentage that is none',
    '140-with-invoice',
    farmer({ PorcentajeCompensacionREAGYP: '10' }),
    'B4_2000135',
  ],
  [
    'a surcharge on compensation',
    '140-with-invoice',
    farmer({ CuotaRecargoEquivalencia: '5' }),
    'B4_2000133',
  ],
  [
    'compensation without key 02',
    '240-received',
    { lines: [{ ImporteCompensacionREAGYP: '12' }] },
    'B4_2000136',
  ],
  ['a rate that is none', '240-received', { lines: [{ TipoImpositivo: '33' }] }, 'B4_2000031'],
  [
    'a quota of the wrong sign',
    '140-with-invoice',
    { lines: [{ CuotaIVASoportada: '-21' }] },
    'B4_2000094',
  ],
  ['a key too many: 02', '240-received', { keys: ['01', '02'] }, 'B4_2000026'],
  ['a key too many: 13', '140-with-invoice', { keys: ['01', '13'] }, 'B4_2000026'],
  ['a key too many: 06', '240-received', { keys: ['01', '06'] }, 'B4_2000026'],
  [
    'a surcharge outside its regime',
    '140-with-invoice',
    { lines: [{ CuotaRecargoEquivalencia: '5.2' }] },
    'B4_2000143',
  ],
  [
    'the regime of a surcharge lost',
    '140-with-invoice',
    retail({
      TipoRecargoEquivalencia: null,
      OperacionEnRecargoDeEquivalenciaORegimenSimplificado: 'N',
    }),
    'B4_2000143',
  ],
  ['no concept', '140-with-invoice', { lines: [{ Concepto: null }] }, 'B4_2000113'],
  [
    'a deduction on a late invoice',
    '140-with-invoice',
    lately({ CuotaIVADeducible: '21' }),
    'B4_2000153',
  ],
  [
    'received in another year, with no operation date',
    '140-with-invoice',
    { header: { Ejercicio: '2025' } },
    'B4_2000108',
  ],
];

describe('one fault is one error', () => {
  it.each(slips)('%s (%s)', (_name, form, edited, code) => {
    const errors = core
      .validate(buildDocument(form, edited))
      .issues.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ ledgerCode }) => ledgerCode)).toEqual([code]);
  });

  it('two faults are two errors', () => {
    const { issues } = core.validate(
      buildDocument('240-received', {
        edits: { FechaRecepcion: '09-01-2026', NIF: '12345678A' },
        lines: [{ CuotaIVADeducible: '22' }],
      }),
    );
    expect(issues.map(({ ledgerCode }) => ledgerCode)).toEqual([
      'B4_2000011',
      'B4_2000109',
      'B4_2000125',
    ]);
  });
});
