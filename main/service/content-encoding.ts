import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { ZubiError } from '../../contract/errors.ts';
import { isGzip } from '../validator/gzip.ts';

const partlyBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const partly = { finishFlush: constants.Z_SYNC_FLUSH };
const decoders = new Map<string, (whole: Buffer, options: ZlibOptions) => Promise<Buffer>>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** Some services name an encoding (`utf-8`, `none`) and use none. */
const isPlain = (whole: Buffer): boolean => /^\s*[{["<]/.test(whole.toString('latin1', 0, 64));

/** Some proxies leave an answer packed and take away the header that says so. */
const encodingOf = ([first]: Uint8Array[], named: string): string =>
  named === 'identity' && first !== undefined && isGzip(first) ? 'gzip' : named;

/**
 * The content of an answer. Throws `answer_not_understood` for another encoding or damaged bytes,
 * `answer_too_large` for more than `maxBytes`.
 */
export async function decodeContent(
  chunks: Uint8Array[],
  named: string,
  maxBytes: number,
): Promise<Uint8Array[]> {
  const encoding = encodingOf(chunks, named);
  if (encoding === 'identity' || chunks.length === 0) return chunks;
  const whole = Buffer.concat(chunks);
  const decode = decoders.get(encoding);
  if (!decode && isPlain(whole)) return [whole];
  try {
    if (decode) return [await decode(whole, { maxOutputLength: maxBytes })];
  } catch (error) {
    if (error instanceof RangeError) throw new ZubiError('answer_too_large', {});
  }
  throw new ZubiError('answer_not_understood', { reason: 'content_encoding' });
}

/**
 * What can be read of an answer that broke off or is damaged. The rest is not kept: keys in it
 * could not be found.
 */
export async function decodeBroken(
  chunks: Uint8Array[],
  named: string,
  maxBytes: number,
): Promise<Uint8Array[]> {
  const encoding = encodingOf(chunks, named);
  const whole = Buffer.concat(chunks);
  // A stream of Brotli may begin with a bracket.
  if (encoding === 'identity' || (encoding !== 'br' && isPlain(whole))) return [whole];
  const options = { ...(encoding === 'br' ? partlyBrotli : partly), maxOutputLength: maxBytes };
  const decoded = decoders.get(encoding)?.(whole, options);
  return [(await decoded?.catch(() => null)) ?? Buffer.alloc(0)];
}
