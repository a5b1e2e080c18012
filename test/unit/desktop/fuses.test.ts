import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { findFuseFaults, findFuseWires, requiredFuses } from '../../../scripts/read-fuses.mjs';

const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As `requiredFuses` asks: `0` off, `1` on. */
const right = '010011001';

function binary(...wires: { version?: number; count?: number; fuses: string }[]): Buffer {
  const parts = wires.flatMap(({ version = 1, fuses, count = fuses.length }) => [
    Buffer.from('code before'),
    Buffer.from(sentinel),
    Buffer.from([version, count]),
    Buffer.from(fuses, 'latin1'),
  ]);
  return Buffer.concat([...parts, Buffer.from('\x7fcode after 0101')]);
}

/** The first part's end matters for a wire that is cut off. */
const cutOff = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, 9]), Buffer.from('0100')]);

// holds E20
describe('E20 the reader of the fuse wire', () => {
  test('knows nine fuses', () => expect(Object.keys(requiredFuses)).toHaveLength(9));

  test('reads every state', () => {
    expect(findFuseWires(binary({ fuses: '01r\x90x' }))).toEqual([
      { version: 1, fuses: [false, true, 'removed', 'inherit', 'unknown'] },
    ]);
  });

  test('finds no fault in correct wires, one or two', () => {
    expect(findFuseFaults(binary({ fuses: right }))).toEqual([]);
    expect(findFuseFaults(binary({ fuses: right }, { fuses: right }))).toEqual([]);
  });

  test.each([...right].map((_state, index) => index))('names fuse %i when it is wrong', (index) => {
    const wrong = [...right]
      .map((state, at) => (at === index ? (state === '0' ? '1' : '0') : state))
      .join('');
    const name = Object.keys(requiredFuses)[index] ?? '';
    expect(findFuseFaults(binary({ fuses: wrong }))).toEqual([
      expect.stringMatching(`^${name} is`),
    ]);
    expect(findFuseFaults(binary({ fuses: right }, { fuses: wrong }))).toHaveLength(1);
  });

  test('reports an unknown fuse, a missing one, another version and no wire', () => {
    expect(findFuseFaults(binary({ fuses: `${right}1` }))).toEqual([
      'the binary has 10 fuses, 9 are decided',
    ]);
    expect(findFuseFaults(binary({ fuses: right.slice(1) }))).toEqual([
      'the binary has 8 fuses, 9 are decided',
    ]);
    expect(findFuseFaults(binary({ version: 2, fuses: right }))).toEqual([
      'the fuse wire has version 2, 1 is known',
    ]);
    expect(findFuseFaults(Buffer.from('no binary at all'))).toEqual(['no fuse wire was found']);
  });

  test('does not take a truncated wire for a short one', () => {
    expect(() => findFuseFaults(cutOff)).toThrow('cut off');
  });
});
