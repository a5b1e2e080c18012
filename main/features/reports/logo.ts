import { inflateSync } from 'node:zlib';
import { inspectPng, readChunk } from '../authorizations/public.ts';

const signatureBytes = 8;
const maxPixels = 4_000_000;
/** Bytes of a pixel by colour type: RGB and RGBA with 8 bits a value, as a window writes a logo. */
const pixelBytes: ReadonlyMap<number, number> = new Map([
  [2, 3],
  [6, 4],
]);
/** Filter types of a row: 0 to 4. */
const maxFilter = 4;

/**
 * The office's logo, a PNG in base64; null where there is none, or where no window wrote it so. The
 * PDF library does not check it: a fault in its pixels would end the process.
 */
export function readLogo(base64: string): Buffer | null {
  const png = Buffer.from(base64, 'base64');
  try {
    return isSound(png) ? png : null;
  } catch {
    return null;
  }
}

/** Throws where the structure or the compressed pixels are damaged. */
function isSound(png: Buffer): boolean {
  const { width, height } = inspectPng(png);
  const [bits, colour = 0, , , interlace] = png.subarray(24, 29);
  const perPixel = pixelBytes.get(colour);
  if (width * height > maxPixels || bits !== 8 || interlace !== 0 || !perPixel) return false;
  const rowBytes = 1 + width * perPixel;
  const sizeBytes = rowBytes * height;
  const rows = inflateSync(compressedPixels(png), { maxOutputLength: sizeBytes });
  if (rows.length < sizeBytes) return false;
  for (let at = 0; at < sizeBytes; at += rowBytes) if ((rows[at] ?? 0) > maxFilter) return false;
  return true;
}

/** Of a PNG that was inspected. */
function compressedPixels(png: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = signatureBytes; at < png.length; ) {
    const { type, data, end } = readChunk(png, at);
    if (type === 'IDAT') pieces.push(data);
    at = end;
  }
  return Buffer.concat(pieces);
}
