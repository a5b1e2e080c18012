import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { DocumentFormat } from '../../../../contract/authorization.ts';
import { ZubiError } from '../../../../contract/errors.ts';
import { damaged, type PixelSize } from './faults.ts';
import { refusePolyglots } from './foreign.ts';
import { inspectJpeg } from './jpeg.ts';
import { inspectPdf } from './pdf.ts';
import { inspectPng } from './png.ts';

/** What a document is, once nothing is wrong with it. */
export interface Inspection {
  readonly format: DocumentFormat;
  readonly sizeBytes: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
  /** Of a picture. */
  readonly pixels: PixelSize | null;
}

const formatsByEnding: Readonly<Record<string, DocumentFormat>> = {
  pdf: 'pdf',
  jpg: 'jpg',
  jpeg: 'jpg',
  png: 'png',
};

/**
 * Recognises an authorization by its content and structure and holds its name to it. Throws
 * `document_damaged`, `document_type_refused`, `document_unrecognised`, `document_type_mismatch`,
 * `document_ambiguous`, `document_encrypted`, `document_active`, `document_with_attachments`,
 * `document_too_many_pixels`.
 */
export async function inspectDocument(bytes: Buffer, name: string): Promise<Inspection> {
  if (bytes.length === 0) throw damaged('empty');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const format =
    found && Object.hasOwn(formatsByEnding, found.ext) ? formatsByEnding[found.ext] : undefined;
  if (format === undefined) {
    if (found === undefined) throw new ZubiError('document_unrecognised');
    throw new ZubiError('document_type_refused', { found: found.ext.toUpperCase() });
  }
  const ending = /\.([^.\\/]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!Object.hasOwn(formatsByEnding, ending) || formatsByEnding[ending] !== format) {
    throw new ZubiError('document_type_mismatch', {
      claimed: ending.toUpperCase(),
      found: format.toUpperCase(),
    });
  }
  refusePolyglots(bytes, format);
  const pixels = inspectStructure(bytes, format);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { format, sizeBytes: bytes.length, sha256, pixels };
}

function inspectStructure(bytes: Buffer, format: DocumentFormat): PixelSize | null {
  switch (format) {
    case 'pdf':
      inspectPdf(bytes);
      return null;
    case 'jpg':
      return inspectJpeg(bytes);
    case 'png':
      return inspectPng(bytes);
  }
}
