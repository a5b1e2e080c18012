import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Texts = Record<string, Record<string, string>>;

const languages = ['es', 'eu', 'en'] as const;
const texts = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(
      readFileSync(new URL(`../../../locales/${language}/issues.json`, import.meta.url), 'utf8'),
    ) as Texts,
  ]),
);
const codes = Object.keys(texts.es ?? {});
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)[^}]*\}\}/g)].map(([, name]) => name);

describe.each(languages)('issues in %s', (language) => {
  const own = texts[language] ?? {};

  it('have a title, a message and a hint for every code and for no other', () => {
    expect(Object.keys(own).toSorted()).toEqual(codes.toSorted());
    for (const code of codes)
      expect(Object.keys(own[code] ?? {})).toEqual(['title', 'message', 'hint']);
  });

  it.each(codes)('%s has the placeholders of the Spanish text', (code) => {
    const { title = '', message = '', hint = '' } = own[code] ?? {};
    for (const text of [title, message, hint]) {
      expect(text.trim().length).toBeGreaterThan(3);
      expect(text).not.toMatch(/!(?!DOCTYPE)|¡/);
    }
    const spoken = new Set(placeholders(`${title}${message}${hint}`));
    const spanish = Object.values(texts.es?.[code] ?? {}).join('');
    expect([...spoken].toSorted()).toEqual([...new Set(placeholders(spanish))].toSorted());
    expect(placeholders(title)).toEqual([]);
  });
});
