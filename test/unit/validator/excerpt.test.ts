import { describe, expect, it } from 'vitest';
import { excerpt } from '../../../main/validator/xml/excerpt.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const shown = (text: string, line: number, column: number, around = 1) =>
  excerpt(utf8(text), { line, column, around });

describe('an excerpt', () => {
  it('contains the lines around a place, without their ends', () => {
    expect(shown('1\r\n2\r\n<a>3\n4\n5', 3, 2)).toEqual({
      lines: [
        { line: 2, text: '2', cutStart: false, cutEnd: false },
        { line: 3, text: '<a>3', cutStart: false, cutEnd: false },
        { line: 4, text: '4', cutStart: false, cutEnd: false },
      ],
      markColumn: 2,
    });
  });

  it.each([
    [1, 'bc'],
    [150, 'bc'],
    [5_000, 'bc'],
    [9_999, 'bc'],
  ])('cuts a long line around column %i', (column, mark) => {
    const text = `${'x'.repeat(column - 1)}${mark}${'y'.repeat(10_000 - column)}`;
    const { lines, markColumn } = shown(text, 1, column, 0);
    const [line] = lines;
    expect(line?.text.length).toBeLessThanOrEqual(200);
    expect(line?.text.slice((markColumn ?? 0) - 1).startsWith(mark)).toBe(true);
    expect(line).toMatchObject({ cutStart: column > 100, cutEnd: column < 9_900 });
  });

  it('counts columns in characters and the mark in string units', () => {
    const { lines, markColumn } = shown('😀😀<a/>', 1, 3, 0);
    expect(lines[0]?.text.slice((markColumn ?? 0) - 1)).toBe('<a/>');
    expect(markColumn).toBe(5);
  });

  it('splits no character', () => {
    for (let column = 100; column < 110; column += 1) {
      const [line] = shown('😀'.repeat(400), 1, column, 0).lines;
      expect(line?.text).toMatch(/^(?:😀)+$/u);
    }
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?>\n<a>ñ</a>', 'utf16le')],
    ['ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>\n<a>ñ</a>', 'latin1')],
    ['UTF-8', utf8('\ufeff<?xml version="1.0"?>\n<a>ñ</a>')],
  ])('reads %s', (_encoding, bytes) => {
    expect(excerpt(bytes, { line: 2, column: 4, around: 0 })).toMatchObject({
      lines: [{ text: '<a>ñ</a>' }],
      markColumn: 4,
    });
  });

  it('is empty for a missing line, and has no mark beyond a line', () => {
    expect(shown('a', 9, 1)).toEqual({ lines: [], markColumn: null });
    expect(shown('a\nb', 2, 9)).toMatchObject({ markColumn: null });
  });
});
