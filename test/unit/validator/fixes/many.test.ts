import { afterAll, expect, it } from 'vitest';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import { rounds } from '../../../rounds.ts';
import { createCore } from '../core.ts';
import { fixed, offersOf } from './fixing.ts';

const core = createCore();
/** More than the maximum of the list of faults. */
const records = rounds(2_000, 10_000);
afterAll(() => core.dispose());

it('thousands of equal faults are counted and all fixed', () => {
  const clean = makeDocument('240-received', { seed: 5, records });
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
      count: records,
    },
    {
      fix: 'decimal_comma',
      code: 'schema_decimal_comma',
      ledgerCode: 'B4_1000001',
      severity: 'error',
      count: records,
    },
  ]);
  const chosen = offers.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
  const all = fixed(core, broken, { chosen, offset: 2 * records - 10, limit: 100 });
  expect(all?.total).toBe(2 * records);
  expect(all?.changes.at(-1)).toMatchObject({ record: records, fix: 'decimal_comma' });
  expect(all?.changes).toHaveLength(10);
  expect(Buffer.from(all?.bytes ?? []).toString('utf8')).toBe(clean);

  const half = fixed(core, broken, { chosen: chosen.slice(0, 1) });
  expect(half?.validation.issueCounts.error).toBe(records);
}, 120_000);
