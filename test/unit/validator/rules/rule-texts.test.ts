import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { issueCodeOf } from '../../../../main/validator/rules/rule.ts';
import {
  ruleIssueCodes,
  ruleIssueParameters,
} from '../../../../main/validator/rules/rule-issues.ts';
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

describe.each(languages)('rules in %s', (language) => {
  const own = read(language);

  it('have a title, a message and a hint for every code and for no other', () => {
    expect(Object.keys(own).toSorted()).toEqual(ruleIssueCodes.toSorted());
    for (const texts of Object.values(own))
      expect(Object.keys(texts)).toEqual(['title', 'message', 'hint']);
  });

  it.each(ruleIssueCodes)('%s uses its given values, as the Spanish text does', (code) => {
    const { title = '', message = '', hint = '' } = own[code] ?? {};
    for (const text of [title, message, hint]) {
      expect(text.trim().length).toBeGreaterThan(3);
      expect(text).not.toMatch(/[!¡]/);
    }
    expect(placeholders(title)).toEqual([]);
    expect(message).toMatch(/[.]$/);
    const parameters: readonly string[] = ruleIssueParameters[code];
    for (const name of placeholders(message + hint)) expect(parameters).toContain(name);
    const { message: wanted = '', hint: wantedHint = '' } = spanish[code] ?? {};
    expect(placeholders(message + hint)).toEqual(placeholders(wanted + wantedHint));
  });
});

describe('issue codes', () => {
  it.each(rules.map(({ id }) => id))('%s has one with texts', (id) => {
    expect(ruleIssueCodes).toContain(issueCodeOf(id));
  });
});
