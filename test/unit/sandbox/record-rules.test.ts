import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../contract/form.ts';
import { ledgerCodeOf } from '../../../main/validator/rules/rule.ts';
import { rules } from '../../../main/validator/rules/table.ts';
import { ledgerTexts, textOf } from '../../../sandbox/ledger/codes.ts';
import {
  examine,
  type RecordCase,
  type RecordPresence,
  type RecordRule,
  recordRules,
} from '../../../sandbox/ledger/record-rules.ts';

const key = {
  issuer: 'A12345674',
  series: null,
  number: '1',
  date: '01-02-2026',
  epigraph: null,
  concept: null,
  line: null,
};
const caseOf = (operation: Operation, standing: RecordPresence): RecordCase => ({
  operation,
  standing,
  fault: null,
  record: { record: 1, key, counterparty: null, amount: null },
});

describe('the rules about stored records', () => {
  it.each([
    ['creation', 'absent', null],
    ['creation', 'live', 'B4_2000003'],
    ['creation', 'cancelled', null],
    ['modification', 'absent', 'B4_2000004'],
    ['modification', 'live', null],
    ['modification', 'cancelled', 'B4_2000004'],
    ['cancellation', 'absent', 'B4_2000004'],
    ['cancellation', 'live', null],
    ['cancellation', 'cancelled', 'B4_2000006'],
  ] as const)('%s of a record that is %s: %s', (operation, standing, code) => {
    const finding = examine(caseOf(operation, standing), recordRules);
    expect(finding?.code ?? null).toBe(code);
    if (finding !== null) expect(finding.state).toBe('incorrect');
  });
});

describe('the content of a record', () => {
  const fault = { state: 'incorrect', code: 'B4_2000109' } as const;

  it('is checked when its stored state has no fault', () => {
    expect(examine({ ...caseOf('creation', 'absent'), fault }, recordRules)).toEqual(fault);
    expect(examine({ ...caseOf('creation', 'live'), fault }, recordRules)?.code).toBe('B4_2000003');
  });

  it('does not hide a refusal behind an accepted error', () => {
    const accepted = { state: 'accepted_with_errors', code: 'B4_3000001' } as const;
    expect(examine({ ...caseOf('creation', 'live'), fault: accepted }, recordRules)?.code).toBe(
      'B4_2000003',
    );
    expect(examine({ ...caseOf('creation', 'absent'), fault: accepted }, recordRules)).toEqual(
      accepted,
    );
  });
});

describe('several rules', () => {
  const warns: RecordRule = () => ({ state: 'accepted_with_errors', code: 'W' });
  const refuses: RecordRule = () => ({ state: 'incorrect', code: 'R' });
  const refusesToo: RecordRule = () => ({ state: 'incorrect', code: 'R2' });
  const sleeps: RecordRule = () => null;

  it('report the first fault, a refusal before an error only', () => {
    const record = caseOf('creation', 'absent');
    expect(examine(record, [sleeps, warns, refuses, refusesToo])?.code).toBe('R');
    expect(examine(record, [sleeps, warns])?.code).toBe('W');
    expect(examine(record, [sleeps])).toBeNull();
  });
});

const general = textOf('B4_9999999');
const codes = new Set(rules.flatMap(({ id }) => ledgerCodeOf(id) ?? []));

describe('the ledger texts', () => {
  it.each([...codes])('%s has its own text in both languages', (code) => {
    const { es, eu } = textOf(code);
    for (const text of [es, eu]) {
      expect(text).toMatch(/^\p{L}[^{}]{1,248}[^.]\.$/u);
    }
    expect(es).not.toBe(eu);
    expect(es).not.toBe(general.es);
    expect(eu).not.toBe(general.eu);
  });

  it.each(Object.entries(ledgerTexts))(
    '%s fits into an answer in both languages',
    (_code, { es, eu }) => {
      for (const text of [es, eu]) {
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThanOrEqual(250);
      }
      expect(es).not.toBe(eu);
    },
  );

  it('exist for every code', () => {
    expect(textOf('B4_9999999')).toEqual({ es: expect.any(String), eu: expect.any(String) });
  });
});
