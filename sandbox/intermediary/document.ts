import { fileTypeFromBuffer } from 'file-type';
import type { FileFormat } from '../state/authorizations.ts';

/**
 * Largest authorization document, in bytes: the specification names no limit, the sandbox takes 10
 * MiB.
 */
export const maxDocumentBytes = 10 * 1024 * 1024;

const formats: Readonly<Record<string, FileFormat>> = {
  pdf: 'pdf',
  jpg: 'jpg',
  jpeg: 'jpg',
  png: 'png',
};

const formatsByMediaType: Readonly<Record<string, FileFormat>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
};

/** What a document's first bytes say it is; null when it is none of the three formats. */
export async function detectFormat(bytes: Uint8Array): Promise<FileFormat | null> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return found === undefined ? null : (formats[found.ext] ?? null);
}

/**
 * The format that a file's name claims; null when the name has no ending, `unknown` when the ending
 * is none of the four.
 */
export function formatOfName(filename: string | null): FileFormat | 'unknown' | null {
  const ending = /\.([^./\\]+)$/.exec(filename ?? '')?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  return formats[ending] ?? 'unknown';
}

/**
 * The format that a media type claims; null when it claims none (`application/octet-stream`),
 * `unknown` when it is another type.
 */
export function formatOfMediaType(mediaType: string): FileFormat | 'unknown' | null {
  if (mediaType === '' || mediaType === 'application/octet-stream') return null;
  return formatsByMediaType[mediaType.toLowerCase()] ?? 'unknown';
}
