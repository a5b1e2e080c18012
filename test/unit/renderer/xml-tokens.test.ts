import { describe, expect, it } from 'vitest';
import { dedent, splitAtMark, tokenizeXml } from '../../../renderer/screens/submit/xml-tokens.ts';

describe('tokenizeXml', () => {
  it('distinguishes markup from text and loses nothing', () => {
    const line = '  <Num>700</Num> rest';
    const tokens = tokenizeXml(line);
    expect(tokens.map((token) => token.text).join('')).toBe(line);
    expect(tokens.filter((token) => token.kind === 'text').map((token) => token.text)).toEqual([
      '  ',
      '700',
      ' rest',
    ]);
  });

  it('takes a line that was cut inside a tag', () => {
    expect(tokenizeXml('Num>700</Nu').map((token) => token.text)).toEqual(['Num>700', '</Nu']);
    expect(tokenizeXml('')).toEqual([]);
  });
});

describe('splitAtMark', () => {
  const line = '  <Fecha>31/12/2026</Fecha>';

  it('marks the value after the element at the place', () => {
    expect(splitAtMark(line, 3, '31/12/2026')).toEqual({
      before: '  <Fecha>',
      marked: '31/12/2026',
      after: '</Fecha>',
    });
  });

  it('marks the tag where there is no value, or the value is not that element’s', () => {
    expect(splitAtMark(line, 3, null)?.marked).toBe('<Fecha>');
    expect(splitAtMark('<A></A><B>9</B>', 1, '9')?.marked).toBe('<A>');
  });

  it('marks an incomplete tag to its end', () => {
    expect(splitAtMark('<Fecha at="1', 1, null)?.marked).toBe('<Fecha at="1');
  });

  it('marks nothing outside the line', () => {
    expect(splitAtMark(line, null, null)).toBeNull();
    expect(splitAtMark(line, 0, null)).toBeNull();
    expect(splitAtMark(line, 400, null)).toBeNull();
  });
});

describe('dedent', () => {
  const shown = (...texts: string[]) => texts.map((text) => ({ text, cutStart: false }));
  const textsOf = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);

  it('takes the white space that all lines with text begin with, and moves the mark', () => {
    const whole = shown('    <A>', '      <B>1</B>', '', '    </A>');
    const { lines, markColumn } = dedent(whole, 7);
    expect(textsOf(lines)).toEqual(['<A>', '  <B>1</B>', '', '</A>']);
    expect(splitAtMark(lines[1]?.text ?? '', markColumn, null)?.marked).toBe('<B>');
    expect(dedent([], null)).toEqual({ lines: [], markColumn: null });
  });

  it('changes nothing where they begin differently, or where the start of one is cut off', () => {
    const mixed = shown('\t<A>', '  <B/>');
    expect(dedent(mixed, 3)).toEqual({ lines: mixed, markColumn: 3 });
    const cut = [...shown('    <A>'), { text: '    </A>', cutStart: true }];
    expect(dedent(cut, null).lines).toEqual(cut);
  });
});
