import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../../locales/eu/', import.meta.url);

type Tree = { [key: string]: string | Tree };

function textsOf(tree: Tree, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : textsOf(value, `${path}${key}.`),
  );
}

const texts = readdirSync(folder).flatMap((file) =>
  textsOf(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Tree, `${file}: `),
);

function thatMatch(pattern: RegExp): string[] {
  return texts.filter(([, text]) => pattern.test(text)).map(([key, text]) => `${key}: ${text}`);
}

describe('a text in Basque', () => {
  // The ending of a number depends on it: 2k, 5ek; 2025eko, 2026ko.
  it('attaches no suffix to a value', () => {
    expect(thatMatch(/\}\}-?\p{L}/u)).toEqual([]);
  });

  it('puts "bat" after its noun, without a number before it', () => {
    const one = /^\{\{(?:count|number)\}\} \p{L}/u;
    expect(
      texts.filter(([key, text]) => key.endsWith('_one') && one.test(text)).map(([key]) => key),
    ).toEqual(['window.json: header.queueSending_one', 'window.json: header.queueWaiting_one']);
  });

  it.each([
    ['LROE', /LROE/],
    ['IFK, IFZ without its article', /IFK|\bIFZ(?:k|ren|ri|n)\b|IFZ (?:falta|ez da|aldatu|maius)/],
    ['Software Garante', /software garante/i],
    ['hutsegitea', /hutsegite/i],
    ['deuseztatu', /deusezta/i],
    ['jaulkitzailea', /jaulki/i],
    ['erregimena', /erregimen/i],
    ['dezimala', /dezimal/i],
    ['hutsunea', /hutsune/i],
    ['ilara for a row', /\. ilara|ilara bakoitz|ilarak? (?:eskatu|inportatu)/],
    ['ibilbidea', /ibilbide/i],
    ['argibidea', /argibide/i],
    ['agertzen da', /agertzen d|agertu/i],
    ['ez dakigu', /dakigu/],
    ['altarik izan', /altarik d|du altarik/],
    ['bere fitxa of another', /bere fitxa/i],
    ['a participle with daiteke', /\p{L}(?:tu|du) (?:daite|deza|leza|leite)/u],
    ['a date of other letters', /uu-hh|-eeee/],
  ])('does not contain %s', (_, pattern) => {
    expect(thatMatch(pattern)).toEqual([]);
  });
});
