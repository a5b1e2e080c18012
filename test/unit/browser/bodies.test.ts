import { describe, expect, it } from 'vitest';
import { parseObject } from '../../../main/hosts/browser/bodies.ts';

describe('a body', () => {
  it.each(['', '[]', '1', 'null', '{', '{"a":1}}', '\ufeff{}x'])(
    'is not an object when it is %j',
    (text) => {
      expect(parseObject(Buffer.from(text))).toBeNull();
    },
  );

  it('is an object when it is one', () => {
    expect(parseObject(Buffer.from('{"a":"ñ"}'))).toEqual({ a: 'ñ' });
  });
});
