import { afterAll, expect, it } from 'vitest';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import { createCore } from '../core.ts';
import { fixed, offersOf } from './mending.ts';

const core = createCore();
afterAll(() => core.dispose());

it('10,000 equal faults are counted and mended, all of them', () => {
  const clean = makeDocument('240-received', { seed: 5, records: 10_000 });
  const broken = clean
    .replace(/(<FechaRecepcion>)(\d\d)-(\d\d)-(\d{4})/g, '$1$4-$3-$2')
    .replace(/(<ImporteTotalFactura>-?\d+)\./g, '$1,');
  const offers = offersOf(core, broken);
  expect(offers).toEqual([
    {
      fix: 'date_order',
      code: 'schema_date',
      ledgerCode: 'B4_1000001',
      severity: 'error',
      count: 10_000,
    },
    {
      fix: 'decimal_comma',
      code: 'schema_decimal_comma',
      ledgerCode: 'B4_1000001',
      severity: 'error',
      count: 10_000,
    },
  ]);
  const chosen = offers.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
  const all = fixed(core, broken, { chosen, offset: 19_990, limit: 100 });
  expect(all?.total).toBe(20_000);
  expect(all?.changes.at(-1)).toMatchObject({ record: 10_000, fix: 'decimal_comma' });
  expect(all?.changes).toHaveLength(10);
  expect(Buffer.from(all?.bytes ?? []).toString('utf8')).toBe(clean);

  const half = fixed(core, broken, { chosen: chosen.slice(0, 1) });
  expect(half?.validation.issueCounts.error).toBe(10_000);
}, 120_000);
