import { describe, expect, it } from 'vitest';
import { forms } from '../fixtures/validator/forms.ts';
import { defaultTaxpayers, makeDocument } from '../fixtures/validator/make-document.ts';
import { companyTaxId, personTaxId, portugueseVatId } from '../fixtures/validator/tax-ids.ts';
import { judgeOurs } from './validators.ts';

const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text ?? '');
const cents = (text: string) => Math.round(Number(text) * 100);
const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + cents(text), 0);
const recordsOf = (xml: string, name: string) => xml.split(`<${name}>`).slice(1);

describe.each(forms)('a clean document of $name', ({ name }) => {
  it('is valid in both layouts, with the same content', () => {
    using validator = judgeOurs(name);
    const [pretty, line] = (['pretty', 'line'] as const).map((layout) =>
      makeDocument(name, { seed: 4, records: 200, layout }),
    );
    expect(validator.faults(pretty ?? '')).toEqual([]);
    expect(validator.faults(line ?? '')).toEqual([]);
    expect(pretty?.replace(/\n\s*/g, '')).toBe(line);
  });

  it('is the same for the same seed and another for another seed', () => {
    const make = (seed: number) =>
      makeDocument(name, { seed, records: 20, taxpayer: { taxId: personTaxId(1), name: 'Ane' } });
    expect(make(1)).toBe(make(1));
    if (!name.startsWith('140-without-invoice-')) expect(make(1)).not.toBe(make(2));
  });

  it('contains dates of its year only', () => {
    const xml = makeDocument(name, { seed: 5, records: 500 });
    expect(xml).toContain('<Ejercicio>2026</Ejercicio>');
    const dates = [...xml.matchAll(/>(\d\d)-(\d\d)-(\d{4})</g)].map(
      ([, day, month, year]) => `${year}-${month}-${day}`,
    );
    expect(dates.length).toBeGreaterThan(499);
    for (const date of dates)
      expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
    expect(new Set(dates.map((date) => date.slice(0, 4)))).toEqual(new Set(['2026']));
  });
});

describe.each([
  ['140-with-invoice', 'Gasto'],
  ['240-received', 'FacturaRecibida'],
] as const)('the invoices of %s', (name, element) => {
  const records = recordsOf(
    makeDocument(name, { seed: 6, records: 1000, layout: 'line' }),
    element,
  );

  it('have totals and quotas that follow from their lines', () => {
    for (const record of records) {
      const isReverse = record.includes('<InversionSujetoPasivo>S<');
      const quotas = [
        ...valuesOf(record, 'CuotaIVASoportada'),
        ...valuesOf(record, 'ImporteCompensacionREAGYP'),
      ];
      const rates = [
        ...valuesOf(record, 'TipoImpositivo'),
        ...valuesOf(record, 'PorcentajeCompensacionREAGYP'),
      ];
      const bases = valuesOf(record, 'BaseImponible');
      expect(sum(valuesOf(record, 'ImporteTotalFactura'))).toBe(
        sum(bases) + (isReverse ? 0 : sum(quotas)),
      );
      expect(quotas.length).toBe(bases.length);
      bases.forEach((base, index) => {
        expect(
          Math.abs(cents(quotas[index] ?? '') - (cents(base) * Number(rates[index])) / 100),
        ).toBeLessThanOrEqual(0.51);
      });
    }
  });

  it('are of every kind, no two with the same key', () => {
    const all = records.join('');
    for (const mark of ['>F2<', '>F6<', '>09<', '>12<', '>02<', '>R4<', '>I<'])
      expect(all).toContain(mark);
    expect(new Set(records.map((record) => valuesOf(record, 'NumFactura')[0])).size).toBe(1000);
  });

  it('are named by the cancellation of the same seed', () => {
    const cancelled = recordsOf(
      makeDocument(`${name}-cancellation`, { seed: 6, records: 1000, layout: 'line' }),
      element,
    );
    const key = (record: string) =>
      ['SerieFactura', 'NumFactura', 'FechaExpedicionFactura', 'NIF', 'ID']
        .map((field) => valuesOf(record, field)[0])
        .join();
    expect(cancelled.map(key)).toEqual(records.map(key));
  });
});

describe('expenses without invoice', () => {
  it('share their key with no other, over 10,000', () => {
    const xml = makeDocument('140-without-invoice', { seed: 1, records: 10_000, layout: 'line' });
    const keys = recordsOf(xml, 'Gasto').map((record) =>
      ['FechaOperacion', 'Epigrafe', 'Concepto', 'Linea']
        .map((field) => valuesOf(record, field)[0])
        .join(),
    );
    expect(new Set(keys).size).toBe(10_000);
  });

  it('are different from those of the file before', () => {
    const make = (firstRecord: number) =>
      makeDocument('140-without-invoice-cancellation', {
        seed: 1,
        records: 50,
        firstRecord,
        layout: 'line',
      });
    const second = new Set(recordsOf(make(50), 'Gasto'));
    expect(recordsOf(make(0), 'Gasto').filter((record) => second.has(record))).toEqual([]);
  });
});

describe('tax ids', () => {
  it('have the right control character', () => {
    expect(personTaxId(12_345_678)).toBe('12345678Z');
    expect(personTaxId(0)).toBe('00000000T');
    expect(companyTaxId('A', 1_234_567)).toBe('A12345674');
    expect(companyTaxId('B', 3)).toBe('B00000034');
    expect(portugueseVatId(99)).toMatch(/^PT50000099\d$/);
    expect(defaultTaxpayers['240'].taxId).toHaveLength(9);
  });
});
