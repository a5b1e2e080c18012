import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitDiff, withoutIndent } from '../../../../renderer/screens/submit/fixes/diff-parts.ts';

describe('splitDiff', () => {
  it.each([
    ['<a>21,00</a>', '<a>21.00</a>', ',', '.'],
    ['<a> x</a>', '<a>x</a>', ' ', ''],
    ['aa', 'aaa', '', 'a'],
    ['same', 'same', '', ''],
    ['', 'new', '', 'new'],
  ])('of %j and %j', (before, after, removed, added) => {
    expect(splitDiff(before, after)).toMatchObject({ removed, added });
  });

  it('keeps both texts complete, and splits no character', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '😀', '😁', '\n') });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { start, removed, added, end } = splitDiff(before, after);
        expect(start + removed + end).toBe(before);
        expect(start + added + end).toBe(after);
        for (const part of [start, removed, added, end]) expect(part.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('withoutIndent', () => {
  it('removes the indent that all lines share', () => {
    expect(withoutIndent(['    <a>\n      <b/>', '    <a>\n\n    <c/>'])).toEqual([
      '<a>\n  <b/>',
      '<a>\n\n<c/>',
    ]);
    expect(withoutIndent(['<a/>', '  <a/>'])).toEqual(['<a/>', '  <a/>']);
    expect(withoutIndent(['', ''])).toEqual(['', '']);
  });
});
