import { hash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { type DocumentFormat, formatOfEnding } from '../../../../contract/document-format.ts';
import { ZubiError } from '../../../../contract/errors.ts';
import type { InspectedDocument } from '../../../platform/ports.ts';
import { damaged, type PixelSize } from './faults.ts';
import { refusePolyglots } from './foreign.ts';
import { inspectJpeg } from './jpeg.ts';
import { inspectPdf } from './pdf.ts';
import { inspectPng } from './png.ts';

/** Each checks the structure of its format and returns the size of a picture, null for a PDF. */
const inspectors: Readonly<Record<DocumentFormat, (bytes: Buffer) => PixelSize | null>> = {
  pdf: inspectPdf,
  jpg: inspectJpeg,
  png: inspectPng,
};

/**
 * Recognises an authorization by its content and structure, and requires a matching file ending.
 * Throws `document_damaged`, `document_type_refused`, `document_unrecognised`,
 * `document_type_mismatch`, `document_ambiguous`, `document_encrypted`, `document_active`,
 * `document_with_attachments`, `document_too_many_pixels`.
 */
export async function inspectDocument(bytes: Buffer, name: string): Promise<InspectedDocument> {
  if (bytes.length === 0) throw damaged('empty');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found === undefined) throw new ZubiError('document_unrecognised');
  const format = formatOfEnding(found.ext);
  if (format === null)
    throw new ZubiError('document_type_refused', { found: found.ext.toUpperCase() });
  const ending = /\.([^.\\/]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (formatOfEnding(ending) !== format) {
    throw new ZubiError('document_type_mismatch', {
      claimed: ending.toUpperCase(),
      found: format.toUpperCase(),
    });
  }
  refusePolyglots(bytes, format);
  const pixels = inspectors[format](bytes);
  return { format, sizeBytes: bytes.length, sha256: hash('sha256', bytes), pixels, bytes };
}
