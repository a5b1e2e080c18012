import { crc32 } from 'node:zlib';
import { ambiguous, damaged, type PixelSize, requirePixels } from './faults.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum of a chunk. */
const frameBytes = 12;

/**
 * Walks a PNG's chunks: the header first, a correct checksum on each, image data, and `IEND` at the
 * end of the file. Nothing is decoded.
 */
export function inspectPng(bytes: Buffer): PixelSize {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw damaged('header');
  let size: PixelSize | null = null;
  let hasData = false;
  for (let at = signature.length; ; ) {
    const chunk = readChunk(bytes, at);
    if ((chunk.type === 'IHDR') !== (size === null)) throw damaged('structure');
    size ??= requirePixels(readHeader(chunk.data));
    if (chunk.type === 'IDAT') hasData = true;
    at = chunk.end;
    if (chunk.type !== 'IEND') continue;
    if (chunk.data.length > 0 || !hasData) throw damaged('structure');
    if (at < bytes.length) throw ambiguous('data');
    return size;
  }
}

/** The chunk of a PNG at a place; throws where it is damaged. */
export function readChunk(
  bytes: Buffer,
  at: number,
): { readonly type: string; readonly data: Buffer; readonly end: number } {
  if (at + frameBytes > bytes.length) throw damaged('truncated');
  const length = bytes.readUInt32BE(at);
  const type = bytes.toString('latin1', at + 4, at + 8);
  if (!/^[A-Za-z]{4}$/.test(type)) throw damaged('structure');
  const end = at + frameBytes + length;
  if (end > bytes.length) throw damaged('truncated');
  const sum = crc32(bytes.subarray(at + 4, end - 4));
  if (sum !== bytes.readUInt32BE(end - 4)) throw damaged('checksum');
  return { type, data: bytes.subarray(at + 8, end - 4), end };
}

function readHeader(data: Buffer): PixelSize {
  if (data.length !== 13) throw damaged('structure');
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  if (width === 0 || height === 0) throw damaged('structure');
  return { width, height };
}
