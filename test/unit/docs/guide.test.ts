import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const languages = ['es', 'eu', 'en'] as const;
type Language = (typeof languages)[number];
type Tree = { [key: string]: string | Tree };

/** The names in the window's sentences that have a text, by that text. */
function namesByText(language: Language): Map<string, Set<string>> {
  const folder = new URL(`locales/${language}/`, root);
  const names = new Map<string, Set<string>>();
  const walk = (node: Tree, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'string') walk(value, `${path}${key}.`);
      else names.set(value, (names.get(value) ?? new Set()).add(path + key));
    }
  };
  for (const file of readdirSync(folder)) {
    walk(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Tree, `${file}: `);
  }
  return names;
}

function read(language: Language) {
  const text = readFileSync(new URL(`docs/guide/${language}.md`, root), 'utf8');
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
  return { labels: all(/\*\*(.+?)\*\*/g), outline: all(/^(#+|\||\*|\d\.) /gm) };
}

describe('the guide', () => {
  it.each(languages)('uses in %s only texts that the window shows', (language) => {
    const known = namesByText(language);
    expect(read(language).labels.filter((label) => !known.has(label))).toEqual([]);
  });

  it.each(['eu', 'en'] as const)('has in %s the same parts as in Spanish', (language) => {
    const spanish = read('es');
    const translated = read(language);
    expect(translated.outline).toEqual(spanish.outline);
    expect(translated.labels).toHaveLength(spanish.labels.length);
    const [names, theirs] = [namesByText('es'), namesByText(language)];
    for (const [index, label] of spanish.labels.entries()) {
      const name = names.get(label) ?? new Set();
      const same = theirs.get(translated.labels[index] ?? '') ?? new Set();
      expect(
        [...name].some((one) => same.has(one)),
        `${label}: ${translated.labels[index]}`,
      ).toBe(true);
    }
  });
});
