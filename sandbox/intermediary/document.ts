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

/** What a caller says of a document's format; null says nothing. */
export type FormatClaim = DocumentFormat | 'unknown' | null;

/** What a document's first bytes say it is; null when it is in no format that is taken. */
export async function detectFormat(bytes: Uint8Array): Promise<DocumentFormat | null> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return found === undefined ? null : formatOfEnding(found.ext);
}

/** The format that a file's name claims; null when the name has no ending. */
export function claimOfName(filename: string | null): FormatClaim {
  const ending = /\.([^./\\]+)$/.exec(filename ?? '')?.[1]?.toLowerCase();
  return ending === undefined ? null : (formatOfEnding(ending) ?? 'unknown');
}

/** The format that a media type claims; null when it claims none (`application/octet-stream`). */
export function claimOfMediaType(mediaType: string): FormatClaim {
  if (mediaType === '' || mediaType === 'application/octet-stream') return null;
  return formatOfMediaType(mediaType.toLowerCase()) ?? 'unknown';
}
