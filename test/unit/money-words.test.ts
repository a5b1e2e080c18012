import { expect, it } from 'vitest';
import { loadTexts } from '../../main/platform/texts.ts';

it('an issue tells amounts as the language writes them, and leaves what is no amount', () => {
  const params = { quota: '158276.19', base: '1.00', rate: '21.00', expected: '0.21' };
  const all = { ...params, tolerance: '1.00' };
  const message = (texts = loadTexts('es')) => texts.issue('rule_B4_2000124', 'message', all);
  expect(message()).toContain('158.276,19');
  expect(message()).toContain('1,00 €');
  expect(message()).toContain('21,00 %');
  expect(message(loadTexts('es').plain)).toContain('158276.19');
});
