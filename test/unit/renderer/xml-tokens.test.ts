import { describe, expect, it } from 'vitest';
import {
  commonIndent,
  splitAtMark,
  tokenizeXml,
} from '../../../renderer/screens/submit/xml-tokens.ts';

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

it('commonIndent counts the white space that all lines with text begin with', () => {
  expect(commonIndent(['    <A>', '      <B/>', '', '    </A>'])).toBe(4);
  expect(commonIndent(['\t<A>', '  <B/>'])).toBe(0);
  expect(commonIndent(['', '  '])).toBe(0);
});
