import { describe, expect, it } from 'vitest';
import type { FixOffer } from '../../../../contract/methods/fixes.ts';
import type { Issue } from '../../../../contract/verdict.ts';
import { countOf, offersOf, wishOf } from '../../../../renderer/screens/submit/fixes/offers.ts';

const offers: readonly FixOffer[] = [
  {
    fix: 'decimal_comma',
    code: 'schema_decimal_comma',
    ledgerCode: null,
    severity: 'error',
    count: 340,
  },
  { fix: 'spaces', code: 'schema_date', ledgerCode: null, severity: 'error', count: 3 },
  { fix: 'date_order', code: 'schema_date', ledgerCode: null, severity: 'error', count: 2 },
  {
    fix: 'capitals',
    code: 'rule_B4_2000011_case',
    ledgerCode: 'B4_2000011',
    severity: 'error',
    count: 1,
  },
];

function issue(code: string, ledgerCode: string | null, line: number | null = 12): Issue {
  return {
    layer: 'schema',
    severity: 'error',
    params: {},
    record: 1,
    recordKey: null,
    path: null,
    column: 9,
    value: null,
    code,
    ledgerCode,
    line,
  };
}

describe('the fixes for one kind of fault', () => {
  it('are those of its code, its ledger code and its severity', () => {
    expect(offersOf(offers, issue('schema_date', null)).map(({ fix }) => fix)).toEqual([
      'spaces',
      'date_order',
    ]);
    expect(offersOf(offers, issue('rule_B4_2000011_case', 'B4_2000011'))).toHaveLength(1);
    expect(offersOf(offers, issue('rule_B4_2000011_case', null))).toEqual([]);
    expect(offersOf(offers, { ...issue('schema_date', null), severity: 'warning' })).toEqual([]);
    expect(countOf(offersOf(offers, issue('schema_date', null)))).toBe(5);
  });
});

describe('the requested fixes', () => {
  it('are all of them, each kind with its count', () => {
    const wish = wishOf(offers);
    expect(wish.chosen).toHaveLength(4);
    expect(wish.chosen.every(({ at }) => at === null)).toBe(true);
    expect(wish.ways).toContainEqual({ fix: 'decimal_comma', count: 340 });
  });

  it('are the one at a place, whatever its kind', () => {
    const own = offersOf(offers, issue('schema_date', null));
    const wish = wishOf(own, issue('schema_date', null));
    expect(wish.chosen.map(({ fix, at }) => [fix, at])).toEqual([
      ['spaces', { line: 12, column: 9 }],
      ['date_order', { line: 12, column: 9 }],
    ]);
  });
});
