import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages } from '../../contract/choices.ts';
import { loadTexts } from '../../main/platform/texts.ts';

const spaced = (text: string | null) => text?.replaceAll('\u00a0', ' ');

it('an issue has amounts and percentages in the language’s format, each with its symbol', () => {
  const params = { quota: '158276.19', base: '1.00', rate: '5.20', expected: '-0.05' };
  const say = (texts = loadTexts('es')) =>
    spaced(texts.issue('rule_B4_2000124', 'message', { ...params, tolerance: '1.00' }));
  expect(say()).toBe(
    'Cuota 158.276,19 €; la base 1,00 € al 5,2 % da −0,05 €. Diferencia máxima admitida: 1,00 €.',
  );
  expect(say(loadTexts('eu'))).toContain('1,00 € oinarriaren % 5,2: −0,05 €');
  expect(say(loadTexts('en'))).toContain('base €1.00 at 5.2% gives −€0.05');
  expect(say(loadTexts('es').plain)).toContain('Cuota 158276.19 €; la base 1.00 € al 5.20 %');
  const allowed = loadTexts('es').issue('rule_B4_2000135', 'message', {
    rate: '9.00',
    allowed: '12, 10.5',
  });
  expect(spaced(allowed)).toBe(
    '9 % no es un porcentaje de compensación. Se admiten: 12 %, 10,5 %.',
  );
});

it('an issue has dates in one format, and quotes an invalid date as in the XML', () => {
  const say = (issued: string, texts = loadTexts('es')) =>
    texts.issue('rule_B4_2000104', 'message', { issued, today: '24-11-2026' });
  expect(say('01-12-2026')).toBe(
    'La fecha de expedición 1 dic 2026 es posterior a hoy (24 nov 2026).',
  );
  expect(say('01-12-2026', loadTexts('eu'))).toContain('2026 abe. 1');
  expect(say('99-99-2026')).toContain('99-99-2026');
});

it.each(languages)(
  'no amount, percentage or date in a rule’s text lacks its format, in %s',
  (id) => {
    const texts = readFileSync(new URL(`../../locales/${id}/rules.json`, import.meta.url), 'utf8');
    const names =
      'quota|base|sum|total|tolerance|deductible|borne|compensation|surcharge|rate|value|issued|received|operation|today|limit|accounted|deadline';
    expect(texts.match(new RegExp(`(?<![«“])\\{\\{(${names})\\}\\}`, 'g'))).toBeNull();
    expect(texts).not.toMatch(/\}\} ?[%€]|[%€] ?\{\{/);
  },
);
