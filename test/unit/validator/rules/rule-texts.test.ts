import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { issueCodeOf } from '../../../../main/validator/rules/rule.ts';
import { rules } from '../../../../main/validator/rules/table.ts';

type Texts = Record<string, { title: string; message: string; hint: string }>;

const languages = ['es', 'eu', 'en'] as const;
const read = (language: string): Texts =>
  JSON.parse(
    readFileSync(new URL(`../../../../locales/${language}/rules.json`, import.meta.url), 'utf8'),
  );
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)[^}]*\}\}/g)].map(([, name]) => name))].toSorted();
const spanish = read('es');
const codes = Object.keys(spanish);

describe.each(languages)('rules in %s', (language) => {
  const own = read(language);

  it('have a title, a message and a hint for every code and for no other', () => {
    expect(Object.keys(own).toSorted()).toEqual(codes.toSorted());
    for (const texts of Object.values(own))
      expect(Object.keys(texts)).toEqual(['title', 'message', 'hint']);
  });

  it('are for rules of the table', () => {
    const ofRules = rules.map(({ id }) => issueCodeOf(id));
    const others = codes.filter((code) => !ofRules.some((rule) => code.startsWith(rule)));
    expect(others).toEqual([]);
  });

  it.each(codes)('%s has the placeholders of the Spanish text', (code) => {
    const { title = '', message = '', hint = '' } = own[code] ?? {};
    for (const text of [title, message, hint]) {
      expect(text.trim().length).toBeGreaterThan(3);
      expect(text).not.toMatch(/[!¡]/);
    }
    expect(placeholders(title)).toEqual([]);
    expect(message).toMatch(/[.]$/);
    const { message: wanted = '', hint: wantedHint = '' } = spanish[code] ?? {};
    expect(placeholders(message + hint)).toEqual(placeholders(wanted + wantedHint));
  });
});

describe('issue codes', () => {
  it.each(rules.map(({ id }) => id))('%s has one with texts', (id) => {
    expect(codes).toContain(issueCodeOf(id));
  });
});
