import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../contract/errors.ts';

const folder = new URL('../../../locales/', import.meta.url);
const languages = ['es', 'eu', 'en'] as const;
const namespaces = readdirSync(new URL('es/', folder)).filter((name) => name.endsWith('.json'));

type Tree = { [key: string]: string | Tree };

function read(language: string, file: string): Map<string, string> {
  const tree = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Tree;
  const texts = new Map<string, string>();
  const walk = (node: Tree, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') texts.set(path + key, value);
      else walk(value, `${path}${key}.`);
    }
  };
  walk(tree, '');
  return texts;
}

const placeholders = (text: string) =>
  [...new Set(text.match(/\{\{\s*[\w.]+/g) ?? [])]
    .map((each) => each.replace(/\{\{\s*/, ''))
    .sort();

describe.each(namespaces)('%s', (file) => {
  const spanish = read('es', file);

  it('has the same files in every language', () => {
    for (const language of languages)
      expect(readdirSync(new URL(`${language}/`, folder))).toContain(file);
  });

  it.each(languages)('has every text in %s, none of them empty', (language) => {
    const texts = read(language, file);
    expect([...texts.keys()].sort()).toEqual([...spanish.keys()].sort());
    for (const [key, text] of texts) expect(text.trim(), `${language} ${key}`).not.toBe('');
  });

  it.each(languages)('uses the same values in %s as in Spanish', (language) => {
    const texts = read(language, file);
    for (const [key, text] of spanish) {
      // The singular may say "one" instead of repeating the number.
      const ignored = key.endsWith('_one') ? ['count', 'number'] : [];
      const wanted = placeholders(text).filter((name) => !ignored.includes(name));
      const given = placeholders(texts.get(key) ?? '').filter((name) => !ignored.includes(name));
      expect(given, `${language} ${key}`).toEqual(wanted);
    }
  });

  it('has no exclamation mark', () => {
    for (const language of languages) {
      for (const [key, text] of read(language, file))
        expect(text, `${language} ${key}`).not.toMatch(/(?<!<)[!¡]/);
    }
  });
});

describe('errors.json', () => {
  it.each(languages)(
    'has for each error in %s: what happened, what it means, what to do',
    (language) => {
      const texts = read(language, 'errors.json');
      const wanted = errorCodes
        .flatMap((code) => [`${code}.title`, `${code}.message`, `${code}.hint`])
        .sort();
      expect([...texts.keys()].sort()).toEqual(wanted);
    },
  );
});

/** Always more than one where it is said: over a limit, or one more than was shown. */
const alwaysMany =
  /^(corrections\.split\w+|leaving\.many|badge\.many|history\.subtitleMore|receipt\.bytes|(xml|schema)_too_(many_\w+|long)\.message)$/;

it.each(['es', 'en'])('a counted noun has a singular form, in %s', (language) => {
  const counted = namespaces.flatMap((file) =>
    [...read(language, file)].filter(
      ([key, text]) =>
        !/_(one|other)$/.test(key) &&
        !alwaysMany.test(key) &&
        /\{\{(count|length)\}\} (?!más\b)\p{Ll}+s\b/u.test(text),
    ),
  );
  expect(counted.map(([key]) => key)).toEqual([]);
});
