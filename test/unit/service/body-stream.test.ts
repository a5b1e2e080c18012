import { expect, test } from 'vitest';
import { embedBytes, encodeDocument, gather } from '../../../main/service/body-stream.ts';

const bytesOf = (length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) % 256));

async function* cut(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(start, start + size);
    start += size;
  }
}

test.each([
  [0, [1]],
  [1, [1]],
  [2, [1, 1]],
  [1000, [1, 2, 3, 5, 7]],
  [300_001, [65_536]],
  [1_000_000, [7, 200_000, 1]],
  [2_000_002, [2_000_002]],
])('%i bytes in pieces of %j are the Base64 of the whole', async (length, sizes) => {
  const bytes = bytesOf(length);
  const content = { sizeBytes: length, pieces: () => cut(bytes, sizes) };
  const body = embedBytes('{"á":"MARK","z":1}', 'MARK', content, 1e9);
  const whole = Buffer.from(await gather(body));
  expect(whole.toString() === `{"á":"${bytes.toString('base64')}","z":1}`).toBe(true);
  expect(whole.length).toBe(body.sizeBytes);
  const done: number[] = [];
  const encoded = {
    ...(await encodeDocument(content)),
    onPiece: (bytes: number) => void done.push(bytes),
  };
  const ready = embedBytes('{"á":"MARK","z":1}', 'MARK', encoded, 1e9);
  expect(whole.equals(await gather(ready))).toBe(true);
  expect(ready.sizeBytes).toBe(body.sizeBytes);
  expect(done.at(-1)).toBe(length);
});

test('one buffer is used again and again, and every piece but the last is large', async () => {
  const bytes = bytesOf(3_000_000);
  const buffers = new Set<unknown>();
  const sizes: number[] = [];
  for await (const piece of embedBytes('[MARK]', 'MARK', bytes, 1e9).pieces()) {
    buffers.add(piece.buffer);
    sizes.push(piece.length);
  }
  expect(buffers.size).toBe(1);
  // Larger than what a socket takes without asking to wait, or the buffer could be written over
  // before it has left.
  for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThan(128 * 1024);
});

test('a document of another size than announced breaks off, and one that is too large never begins', async () => {
  const bytes = bytesOf(100);
  const short = embedBytes('[MARK]', 'MARK', { sizeBytes: 101, pieces: () => [bytes] }, 1e9);
  await expect(gather(short)).rejects.toThrow('another size');
  await expect(encodeDocument({ sizeBytes: 101, pieces: () => cut(bytes, [7]) })).rejects.toThrow(
    'another size',
  );
  expect(() => embedBytes('[MARK]', 'MARK', bytes, 100)).toThrow('too_large');
});
