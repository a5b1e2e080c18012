import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { markupFixes, valueFixes } from '../../../../main/validator/fixes/table.ts';
import { textFixes } from '../../../../main/validator/fixes/text-fixes.ts';
import { pairs } from '../../../fixtures/validator/fixes/pairs.ts';

const ids = new Set([...valueFixes, ...markupFixes, ...textFixes].map(({ id }) => id));

it.each(['es', 'eu', 'en'])('each fix has its text in %s, and no other text exists', (language) => {
  const file = new URL(`../../../../locales/${language}/fixes.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as { fix: Record<string, string> };
  expect(Object.keys(texts.fix).toSorted()).toEqual([...ids].toSorted());
  for (const text of Object.values(texts.fix)) expect(text).not.toMatch(/[!¡.]$/);
});

it('each fix has its pair of documents', () => {
  expect([...new Set(pairs.map(({ fix }) => fix))].toSorted()).toEqual([...ids].toSorted());
});
