import { fileTypeFromBuffer } from 'file-type';
import {
  type DocumentFormat,
  formatOfEnding,
  formatOfMediaType,
} from '../../contract/document-format.ts';

/**
 * Largest authorization document, in bytes: the specification names no limit, the sandbox takes 10
 * MiB.
 */
export const maxDocumentBytes = 10 * 1024 * 1024;

/** The format that a caller claims for a document; null claims none. */
export type FormatClaim = DocumentFormat | 'unknown' | null;

/** The format by a document's first bytes; null for any other. */
export async function detectFormat(bytes: Uint8Array): Promise<DocumentFormat | null> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return found === undefined ? null : formatOfEnding(found.ext);
}

/** The format of a file name's ending; null without an ending. */
export function claimOfName(filename: string | null): FormatClaim {
  const ending = /\.([^./\\]+)$/.exec(filename ?? '')?.[1]?.toLowerCase();
  return ending === undefined ? null : (formatOfEnding(ending) ?? 'unknown');
}

/** The format of a media type; null when it names none (`application/octet-stream`). */
export function claimOfMediaType(mediaType: string): FormatClaim {
  if (mediaType === '' || mediaType === 'application/octet-stream') return null;
  return formatOfMediaType(mediaType.toLowerCase()) ?? 'unknown';
}
