import { expect, test } from 'vitest';
import { embedBase64 } from '../../../main/service/embed-base64.ts';

const bytesOf = (length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) % 256));

test.each([0, 1, 2, 3, 786_431, 786_432, 786_433, 2_000_001])(
  '%i bytes replace the marker as Base64',
  (length) => {
    const bytes = bytesOf(length + 1).subarray(1);
    const body = embedBase64('{"á":"MARK","z":1}', 'MARK', bytes, 1e9);
    const whole = Buffer.concat([...body.pieces()]);
    expect(whole).toHaveLength(body.sizeBytes);
    expect(whole.toString() === `{"á":"${bytes.toString('base64')}","z":1}`).toBe(true);
  },
);

test('a body that would be too large is never made', () => {
  const bytes = bytesOf(100);
  expect(embedBase64('[MARK]', 'MARK', bytes, 138)).toMatchObject({ sizeBytes: 138 });
  expect(() => embedBase64('[MARK]', 'MARK', bytes, 137)).toThrow('too_large');
});
