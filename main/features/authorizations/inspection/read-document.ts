import { ZubiError } from '../../../../contract/errors.ts';
import { readWhole } from '../../../platform/files/read-whole.ts';

/** Reads a document of at most `limitBytes`. Throws `document_too_large`, `file_unreadable`. */
export function readDocument(path: string, limitBytes: number): Promise<Buffer> {
  return readWhole(path, limitBytes, (sizeBytes) => tooLarge(sizeBytes, limitBytes));
}

/** The error of a document beyond the limit. */
function tooLarge(sizeBytes: number, limitBytes: number): ZubiError {
  const limitMegabytes = Math.round((limitBytes / (1024 * 1024)) * 10) / 10;
  return new ZubiError('document_too_large', { sizeBytes, limitBytes, limitMegabytes });
}
