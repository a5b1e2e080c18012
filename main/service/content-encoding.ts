import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { ZubiError } from '../../contract/errors.ts';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * The content of an answer. Throws `answer_not_understood` for another encoding or damaged bytes,
 * `answer_too_large` for more than `maxBytes`.
 */
export async function decodeContent(
  chunks: Uint8Array[],
  encoding: string,
  maxBytes: number,
): Promise<Uint8Array[]> {
  if (encoding === 'identity' || chunks.length === 0) return chunks;
  const whole = Buffer.concat(chunks);
  try {
    const decode = decoders.get(encoding);
    if (decode) return [await decode(whole, { maxOutputLength: maxBytes })];
  } catch (error) {
    if (error instanceof RangeError) throw new ZubiError('answer_too_large', {});
  }
  throw new ZubiError('answer_not_understood', { reason: 'content_encoding' });
}
