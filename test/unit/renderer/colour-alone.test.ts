import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages } from '../../../contract/choices.ts';
import { batchStates } from '../../../renderer/shared/history/batch-states.ts';
import { looks, quarterParts } from '../../../renderer/shared/quarter/quarter-words.ts';
import { Pill, toneSigns } from '../../../renderer/ui/pill.tsx';
import { shownSigns, shownTones } from '../../../renderer/ui/state-tones.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** What a rule of a style sheet paints with. */
function paintOf(css: string, selector: string): string {
  const start = css.indexOf(selector);
  expect(start, selector).toBeGreaterThan(-1);
  const rule = css.slice(css.indexOf('{', start), css.indexOf('}', start));
  return /background:\s*([^;]+);/.exec(rule)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
}

/** The pattern without its colours. */
const patternOf = (paint: string) => paint.replaceAll(/var\(--z-[\w-]+\)/g, '·');
it('each symbol has one colour, and each colour has its own symbol', () => {
  expect(new Set(Object.values(toneSigns)).size).toBe(Object.keys(toneSigns).length);
  const states = Object.keys(shownTones) as (keyof typeof shownTones)[];
  const marks = [
    ...states.map((state) => ({ sign: shownSigns[state], tone: shownTones[state] })),
    ...Object.values(looks),
  ];
  for (const [sign, alike] of Map.groupBy(marks, (mark) => mark.sign))
    expect(new Set(alike.map(({ tone }) => tone)).size, sign).toBe(1);
});

it('each pill has its sign, but for one with a dot and one that is no state', () => {
  const signOf = (props: Parameters<typeof Pill>[0]) =>
    (Pill(props).props as { readonly 'data-sign'?: string })['data-sign'];
  for (const [tone, sign] of Object.entries(toneSigns) as [keyof typeof toneSigns, string][])
    expect(signOf({ tone, children: 'x' })).toBe(sign);
  expect(signOf({ tone: 'red', children: 'x', sign: '—' })).toBe('—');
  expect(signOf({ tone: 'red', children: 'x', sign: null })).toBeUndefined();
  expect(signOf({ tone: 'red', children: 'x', dot: true })).toBeUndefined();
});

it.each(languages)('each state has its own word, in %s', (language) => {
  const words = JSON.parse(read(`locales/${language}/window.json`)).state as Record<string, string>;
  const shown = Object.keys(shownTones).map((state) => words[state]);
  expect(shown).not.toContain(undefined);
  expect(new Set(shown).size).toBe(shown.length);
});

it('each part of a bar has its own pattern', () => {
  const batch = read('renderer/screens/batch/batch.module.css');
  const marks = read('renderer/shared/quarter/standing-mark.module.css');
  const bars = [
    batchStates.map(({ count }) => paintOf(batch, `.part[data-count="${count}"]`)),
    quarterParts.map((part) => paintOf(marks, `.part[data-part="${part}"]`)),
  ];
  for (const paints of bars) {
    expect(new Set(paints).size).toBe(paints.length);
    // Some people cannot distinguish green, amber and red.
    const alike = paints.filter((paint) => /--z-(green|amber|red)\)/.test(paint)).map(patternOf);
    expect(new Set(alike).size).toBe(alike.length);
  }
});

it('each result in the months has its own line pattern', () => {
  const chart = read('renderer/screens/overview/months-chart.tsx');
  const lines = [...chart.matchAll(/key: '\w+', lines: (\[[^\]]*\])/g)].map(([, each]) => each);
  expect(lines).toHaveLength(5);
  expect(new Set(lines).size).toBe(5);
});
