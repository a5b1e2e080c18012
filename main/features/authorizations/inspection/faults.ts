import { ZubiError } from '../../../../contract/errors.ts';

/** What is wrong with a document that is incomplete or broken. */
export type Damage = 'empty' | 'header' | 'structure' | 'checksum' | 'truncated';

/** The document is not whole: it would be refused, or could not be read, on the other side. */
export function damaged(reason: Damage): ZubiError {
  return new ZubiError('document_damaged', { reason });
}

/**
 * The file is a document and something else besides (a polyglot, or data after its end); `found`
 * says what.
 */
export function ambiguous(found: 'data' | 'html' | 'pdf' | 'zip'): ZubiError {
  return new ZubiError('document_ambiguous', { found });
}

/**
 * Largest picture taken, in pixels: a few hundred bytes can ask for gigabytes when they are opened.
 */
const maxPixels = 50_000_000;

/** Size of a picture, from its header. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Throws `document_too_many_pixels`. */
export function requirePixels({ width, height }: PixelSize): PixelSize {
  if (width * height <= maxPixels) return { width, height };
  throw new ZubiError('document_too_many_pixels', {
    width,
    height,
    limitMegapixels: maxPixels / 1_000_000,
  });
}
