import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../contract/form.ts';
import { ledgerCodeOf } from '../../../main/validator/rules/rule.ts';
import { rules } from '../../../main/validator/rules/table.ts';
import { ledgerTexts, textOf } from '../../../sandbox/ledger/codes.ts';
import {
  examine,
  type RecordCase,
  type RecordPresence,
} from '../../../sandbox/ledger/record-rules.ts';

const caseOf = (operation: Operation, standing: RecordPresence): RecordCase => ({
  operation,
  standing,
  fault: null,
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
    const finding = examine(caseOf(operation, standing));
    expect(finding?.code ?? null).toBe(code);
    if (finding !== null) expect(finding.state).toBe('incorrect');
  });
});

describe('the content of a record', () => {
  const fault = { state: 'incorrect', code: 'B4_2000109' } as const;

  it('is checked when its stored state has no fault', () => {
    expect(examine({ ...caseOf('creation', 'absent'), fault })).toEqual(fault);
    expect(examine({ ...caseOf('creation', 'live'), fault })?.code).toBe('B4_2000003');
  });

  it('does not hide a refusal behind an accepted error', () => {
    const accepted = { state: 'accepted_with_errors', code: 'B4_3000001' } as const;
    expect(examine({ ...caseOf('creation', 'live'), fault: accepted })?.code).toBe('B4_2000003');
    expect(examine({ ...caseOf('creation', 'absent'), fault: accepted })).toEqual(accepted);
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
