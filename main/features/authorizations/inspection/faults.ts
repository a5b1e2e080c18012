import { ZubiError } from '../../../../contract/errors.ts';

/** What is wrong with an incomplete or broken document. */
export type Damage = 'empty' | 'header' | 'structure' | 'checksum' | 'truncated';

/** For an incomplete or broken document: the service would refuse it or could not read it. */
export function damaged(reason: Damage): ZubiError {
  return new ZubiError('document_damaged', { reason });
}

/** For a file that is a document and something else too (a polyglot, or data after its end). */
export function ambiguous(found: 'data' | 'html' | 'pdf' | 'zip'): ZubiError {
  return new ZubiError('document_ambiguous', { found });
}

/** Largest picture accepted, in pixels. A few hundred bytes can need gigabytes when decoded. */
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
