import { describe, expect, it } from 'vitest';
import { createTurns, parseObject } from '../../../main/browser/bodies.ts';

describe('turns', () => {
  it('let so many work at once, in the order they came, and a failure frees its place', async () => {
    const inTurn = createTurns(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3, 4].map((number) =>
      inTurn(async () => {
        started.push(number);
        await new Promise<void>((resolve) => {
          ends[number] = resolve;
        });
        if (number === 0) throw new Error('zero');
        return number;
      }).catch(() => 'failed'),
    );
    await expect.poll(() => started).toEqual([0, 1]);
    ends[1]?.();
    await expect.poll(() => started).toEqual([0, 1, 2]);
    ends[0]?.();
    await expect.poll(() => started).toEqual([0, 1, 2, 3]);
    ends[2]?.();
    ends[3]?.();
    await expect.poll(() => started).toEqual([0, 1, 2, 3, 4]);
    ends[4]?.();
    expect(await Promise.all(all)).toEqual(['failed', 1, 2, 3, 4]);
  });
});

describe('a body', () => {
  it.each(['', '[]', '1', 'null', '{', '{"a":1}}', '\ufeff{}x'])('is no object when it is %j', (text) => {
    expect(parseObject(Buffer.from(text))).toBeNull();
  });

  it('is an object when it is one', () => {
    expect(parseObject(Buffer.from('{"a":"ñ"}'))).toEqual({ a: 'ñ' });
  });
});
