import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { findText } from '../../../../renderer/screens/submit/source/find-text.ts';
import { readMarkup } from '../../../../renderer/screens/submit/source/xml-colours.ts';

const always = () => true;
const doc = Text.of(['<a>Uno', 'dos UNO</a>']);

describe('findText', () => {
  it('searches forwards and backwards, around the ends, in any case', async () => {
    const next = (from: number) => findText(doc, 'uno', { from, direction: 1, isWanted: always });
    const previous = (from: number) =>
      findText(doc, 'uno', { from, direction: -1, isWanted: always });
    expect(await next(0)).toEqual({ from: 3, to: 6 });
    expect(await next(6)).toEqual({ from: 11, to: 14 });
    expect(await next(14)).toEqual({ from: 3, to: 6 });
    expect(await previous(11)).toEqual({ from: 3, to: 6 });
    expect(await previous(3)).toEqual({ from: 11, to: 14 });
  });

  it('finds text across the borders of its parts, and reports no result', async () => {
    const long = Text.of([`${'x'.repeat(399_998)}needle${'y'.repeat(500_000)}needle`]);
    const find = (from: number, direction: 1 | -1) =>
      findText(long, 'NEEDLE', { from, direction, isWanted: always });
    expect(await find(0, 1)).toEqual({ from: 399_998, to: 400_004 });
    expect(await find(long.length, -1)).toEqual({ from: 900_004, to: 900_010 });
    expect(await find(900_004, -1)).toEqual({ from: 399_998, to: 400_004 });
    expect(await findText(long, 'nothing', { from: 0, direction: 1, isWanted: always })).toBeNull();
    expect(await findText(long, '', { from: 0, direction: 1, isWanted: always })).toBeNull();
  });

  it('ends when it is cancelled', async () => {
    expect(await findText(doc, 'uno', { from: 0, direction: 1, isWanted: () => false })).toBeNull();
  });
});

describe('readMarkup', () => {
  const parts = (text: string) =>
    readMarkup(text).map(({ kind, from, to }) => [kind, text.slice(from, to)]);

  it('distinguishes names, attributes and other markup', () => {
    expect(parts('<?xml v?><!-- <no> --><l:a b="1">text</l:a><c/>')).toEqual([
      ['aside', '<?xml v?>'],
      ['aside', '<!-- <no> -->'],
      ['sign', '<'],
      ['name', 'l:a'],
      ['rest', ' b="1"'],
      ['sign', '>'],
      ['sign', '</'],
      ['name', 'l:a'],
      ['sign', '>'],
      ['sign', '<'],
      ['name', 'c'],
      ['sign', '/>'],
    ]);
  });

  it('takes a part that begins and ends anywhere, in order and without overlap', () => {
    const text = 'me>1</Name><b c="<d"<e></';
    let last = 0;
    for (const { from, to } of readMarkup(text)) {
      expect(from).toBeGreaterThanOrEqual(last);
      expect(to).toBeGreaterThan(from);
      last = to;
    }
    expect(last).toBeLessThanOrEqual(text.length);
  });
});
