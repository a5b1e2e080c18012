import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { digestOfGzip, gunzip } from '../../../main/platform/files/compression.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it.each([0, 1, 100, 65_535, 65_536, 65_537, 3_000_000])(
  'the digest is that of a document of %d bytes',
  (size) => {
    const bytes = randomBytes(size);
    expect(digestOfGzip(gzipSync(bytes))).toBe(sha256(bytes));
  },
);

it('the digest leaves the memory shared by small buffers unchanged', () => {
  const neighbours = Array.from({ length: 50 }, (_, index) => Buffer.from(`neighbour ${index}`));
  for (const size of [10, 5000, 40_000]) digestOfGzip(gzipSync(randomBytes(size)));
  expect(neighbours.map(String)).toEqual(neighbours.map((_, index) => `neighbour ${index}`));
});

it('the digest reads a document of several parts, whose end has the size of the last only', () => {
  const parts = [randomBytes(200_000), randomBytes(10)];
  expect(digestOfGzip(Buffer.concat(parts.map((part) => gzipSync(part))))).toBe(
    sha256(Buffer.concat(parts)),
  );
});

it('the digest does not exist for data that cannot be opened', () => {
  const gzip = gzipSync(randomBytes(100_000));
  const wrongSize = Uint8Array.from(gzip);
  wrongSize.fill(0xff, -4);
  const wrongSum = Uint8Array.from(gzip);
  wrongSum.fill(0, -8, -4);
  for (const bytes of [
    gzip.subarray(0, -20),
    gzip.subarray(0, 3),
    new Uint8Array(),
    wrongSize,
    wrongSum,
  ])
    expect(digestOfGzip(bytes)).toBeNull();
});

it('what unpacks to more than any document is not opened', async () => {
  const part = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const more = Buffer.concat([...Array(4).fill(part), gzipSync('1')]);
  expect(digestOfGzip(more)).toBeNull();
  await expect(gunzip(more)).rejects.toThrow(RangeError);
});
