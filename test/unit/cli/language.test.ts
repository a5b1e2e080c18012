import { describe, expect, it } from 'vitest';
import { chooseLanguage, findLanguageOption } from '../../../main/hosts/cli/language.ts';

describe('the language', () => {
  it.each([
    [['validate', '--lang', 'eu', 'x'], 'eu'],
    [['--lang=en', 'history'], 'en'],
    [['validate', 'x'], null],
    [['validate', '--lang'], null],
  ])('is read from %j', (args, expected) => {
    expect(findLanguageOption(args)).toBe(expected);
  });

  it.each([
    ['eu', { LANG: 'en_GB.UTF-8' }, 'eu'],
    [null, { LANG: 'en_GB.UTF-8' }, 'en'],
    [null, { LANG: 'en_GB.UTF-8', LC_ALL: 'eu_ES.UTF-8' }, 'eu'],
    [null, { LANG: 'fr_FR.UTF-8' }, 'es'],
    [null, { LANG: 'C.UTF-8' }, 'es'],
    ['xx', {}, 'es'],
    [null, {}, 'es'],
  ])('is for the option %j in the environment %j: %s', (asked, env, expected) => {
    expect(chooseLanguage(asked, env)).toBe(expected);
  });
});
