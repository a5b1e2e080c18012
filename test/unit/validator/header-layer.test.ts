import { afterAll, describe, expect, it } from 'vitest';
import { isValidTaxId } from '../../../main/validator/tax-id.ts';
import type { FormName } from '../../fixtures/validator/forms.ts';
import { forms } from '../../fixtures/validator/forms.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { cleanDocument, createCore, replaced } from './core.ts';

const core = createCore();
afterAll(() => core.dispose());

/** One change to a header, with our code and the ledger's. */
const changes: readonly (readonly [
  string,
  FormName,
  string | RegExp,
  string,
  string,
  string,
  string,
])[] = [
  [
    'another chapter',
    '240-received',
    '<Capitulo>2',
    '<Capitulo>1',
    'header_chapter',
    'B4_1000023',
    'Capitulo',
  ],
  [
    'another subchapter',
    '140-with-invoice',
    '<Subcapitulo>2.1',
    '<Subcapitulo>2.2',
    'header_subchapter',
    'B4_1000024',
    'Subcapitulo',
  ],
  [
    'no subchapter',
    '140-without-invoice',
    /<Subcapitulo>2.2<\/Subcapitulo>/,
    '',
    'header_subchapter_missing',
    'B4_1000024',
    'Operacion',
  ],
  [
    'a subchapter in 240',
    '240-received',
    '</Capitulo>',
    '</Capitulo><Subcapitulo>1.1</Subcapitulo>',
    'header_subchapter_unneeded',
    'B4_1000024',
    'Subcapitulo',
  ],
  [
    'a cancellation in a creation',
    '240-received',
    '<Operacion>A00',
    '<Operacion>AN0',
    'header_operation_record',
    'B4_1000025',
    'Operacion',
  ],
  [
    'a query in a creation',
    '140-with-invoice',
    '<Operacion>A00',
    '<Operacion>C00',
    'header_operation_record',
    'B4_1000025',
    'Operacion',
  ],
  [
    'a creation in a cancellation',
    '240-received-cancellation',
    '<Operacion>AN0',
    '<Operacion>A00',
    'header_operation_cancellation',
    'B4_1000025',
    'Operacion',
  ],
  [
    'year 0000',
    '240-received',
    /<Ejercicio>\d+/,
    '<Ejercicio>0000',
    'header_year',
    'B4_1000021',
    'Ejercicio',
  ],
  [
    'a number that is no year',
    '240-received',
    /<Ejercicio>\d+/,
    '<Ejercicio>2202',
    'header_year',
    'B4_1000021',
    'Ejercicio',
  ],
  [
    'a wrong control letter',
    '140-with-invoice',
    /<ObligadoTributario>\s*<NIF>12345678Z/,
    '<ObligadoTributario><NIF>12345678A',
    'header_tax_id',
    'B4_1000022',
    'NIF',
  ],
  [
    'small letters',
    '140-with-invoice',
    /<ObligadoTributario>\s*<NIF>12345678Z/,
    '<ObligadoTributario><NIF>12345678z',
    'header_tax_id_case',
    'B4_1000022',
    'NIF',
  ],
  [
    'a control letter in the place of a digit',
    '240-received',
    /<ObligadoTributario>\s*<NIF>B95123451/,
    '<ObligadoTributario><NIF>B9512345A',
    'header_tax_id_form',
    'B4_1000022',
    'NIF',
  ],
  [
    'no name',
    '240-received',
    /Zubialde Tresneria S.L./,
    ' ',
    'header_name_missing',
    'B4_1000030',
    'ApellidosNombreRazonSocial',
  ],
];

describe('the header layer', () => {
  it.each(changes)('finds %s', (_name, form, from, to, code, ledgerCode, element) => {
    const document = replaced(cleanDocument(form), from, to);
    expect(core.validate(document, 'schema').verdict).toBe('valid');
    const { verdict, issues } = core.validate(document);
    expect(verdict).toBe('invalid');
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({
      layer: 'header',
      severity: 'error',
      code,
      ledgerCode,
      record: null,
    });
    expect(issues[0]?.path?.endsWith(`/${element}`)).toBe(true);
    expect(issues[0]?.line).toBeGreaterThan(1);
  });

  it('reports nothing more for an element with a schema fault', () => {
    const { issues } = core.validate(
      replaced(cleanDocument('240-received'), '<Capitulo>2', '<Capitulo>9'),
    );
    expect(issues.map(({ layer }) => layer)).toEqual(['schema']);
  });

  it.each(forms.map(({ name }) => name))('reads form, year and taxpayer of %s', (name) => {
    const cancels = name.endsWith('cancellation');
    const validation = core.validate(
      makeDocument(name, { seed: 3, records: 4, firstDay: '2025-02-01' }),
    );
    expect(validation).toMatchObject({
      form: {
        model: name.slice(0, 3),
        operation: cancels ? 'cancellation' : 'creation',
        expenseType: name.startsWith('240')
          ? null
          : name.startsWith('140-without')
            ? 'without_invoice'
            : 'with_invoice',
      },
      fiscalYear: 2025,
      taxpayer: { taxId: name.startsWith('240') ? expect.stringMatching(/^B/) : '12345678Z' },
      records: 4,
    });
    expect(validation.schemaId).toContain(name);
  });

  it.each([
    ['A00', 'creation'],
    ['M00', 'modification'],
  ] as const)('takes %s for a %s', (operation, expected) => {
    const document = makeDocument('140-with-invoice', { seed: 3, records: 1, operation });
    expect(core.validate(document).form?.operation).toBe(expected);
  });

  it.each([
    ['A01', 'creation'],
    ['M01', 'modification'],
  ] as const)('warns of %s, a refund to travellers', (operation, expected) => {
    const document = makeDocument('140-with-invoice', { seed: 3, records: 1, operation });
    const { form, issues } = core.validate(document);
    expect(form?.operation).toBe(expected);
    const code = 'header_operation_travellers';
    expect(issues).toMatchObject([{ severity: 'warning', code, ledgerCode: 'B4_1000025' }]);
  });
});

describe('totals', () => {
  const sum = (xml: string, name: string) => {
    let cents = 0n;
    for (const [, sign, euros = '', decimals = ''] of xml.matchAll(
      new RegExp(`<${name}>(-?)(\\d+)\\.?(\\d*)<`, 'g'),
    )) {
      const value = BigInt(euros) * 100n + BigInt(decimals.padEnd(2, '0'));
      cents += sign === '-' ? -value : value;
    }
    const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
    return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };

  it.each(['140-with-invoice', '240-received'] as const)('are exact sums (%s)', (name) => {
    const document = cleanDocument(name, 400);
    expect(core.validate(document).totals).toEqual({
      amount: sum(document, 'ImporteTotalFactura'),
      base: sum(document, 'BaseImponible'),
      vat: sum(document, 'CuotaIVASoportada'),
      deductibleVat: sum(document, 'CuotaIVADeducible'),
    });
  });

  it('have only the income-tax expense for expenses without invoice', () => {
    const document = cleanDocument('140-without-invoice', 30);
    const amount = sum(document, 'ImporteGastoIRPF');
    expect(core.validate(document).totals).toEqual({
      amount,
      base: null,
      vat: null,
      deductibleVat: null,
    });
  });

  it('do not exist for a cancellation', () => {
    const { totals } = core.validate(cleanDocument('240-received-cancellation'));
    expect(totals).toEqual({ amount: null, base: null, vat: null, deductibleVat: null });
  });

  it('are right beyond the precision of a float, in every format of an amount', () => {
    const written = [
      '999999999999.99',
      '+0.1',
      '-0.30',
      '7.',
      '<![CDATA[5.5]]>',
      '1<!-- -->0',
      '&#50;.25',
    ];
    const records = written.map((amount) =>
      replaced(
        cleanDocument('140-without-invoice', 1),
        /<ImporteGastoIRPF>[^<]*/,
        `<ImporteGastoIRPF>${amount}`,
      ),
    );
    const record = (document: string) => /<Gasto>.*<\/Gasto>/s.exec(document)?.[0] ?? '';
    const many = Array.from({ length: 9000 }, () => record(records[0] ?? '')).join('');
    const rest = records.slice(1).map(record).join('');
    const document = replaced(records[0] ?? '', /<Gasto>.*<\/Gasto>/s, many + rest);
    const { totals, records: count } = core.validate(document, 'schema');
    expect(count).toBe(9006);
    // 9000 x 999999999999.99 + 0.10 - 0.30 + 7 + 5.50 + 10 + 2.25
    expect(totals.amount).toBe('8999999999999934.55');
  });

  it('are not given when an amount cannot be read', () => {
    const document = replaced(
      cleanDocument('240-received'),
      /<BaseImponible>[^<]*/,
      '<BaseImponible>1,5',
    );
    expect(core.validate(document).totals).toMatchObject({
      base: null,
      amount: expect.stringMatching(/^\d+\.\d\d$/),
    });
  });
});

describe('a tax id', () => {
  const right =
    '09760433S A12345674 F35999705 R7257973C 00000015S 00000010X 00000000T 99980046N A99800476 79732487C B00000034 A99805061 99980645J';
  it.each(right.split(' '))('%s is right', (taxId) => expect(isValidTaxId(taxId)).toBe(true));
  it.each([
    'X0000000X',
    '12345678A',
    'A12345675',
    'I12345674',
    '1234567Z',
    '',
    '12345678z',
    'R72579733',
  ])('%s is wrong', (taxId) => expect(isValidTaxId(taxId)).toBe(false));
});
