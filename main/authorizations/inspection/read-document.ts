import { open, stat } from 'node:fs/promises';
import { ZubiError } from '../../../contract/errors.ts';

const portionBytes = 1024 * 1024;

/**
 * Reads a document of at most `limitBytes`. Its size is looked at before anything is read, and then what is really read is counted, so that a file that
 * grows meanwhile, or one without a size, costs no more than the limit. Throws `document_too_large`, `file_unreadable`.
 */
export async function readDocument(path: string, limitBytes: number): Promise<Buffer> {
  // Before it is opened: opening a pipe would wait for whoever writes into it.
  const found = await stat(path).catch(refuse);
  if (!found.isFile()) throw new ZubiError('file_unreadable', { cause: 'not_a_file' });
  if (found.size > limitBytes) throw tooLarge(found.size, limitBytes);
  const file = await open(path, 'r').catch(refuse);
  try {
    const portions: Buffer[] = [];
    let sizeBytes = 0;
    for (;;) {
      const portion = Buffer.alloc(Math.min(portionBytes, limitBytes + 1 - sizeBytes));
      const { bytesRead } = await file.read(portion);
      if (bytesRead === 0) return Buffer.concat(portions);
      sizeBytes += bytesRead;
      if (sizeBytes > limitBytes) throw tooLarge(sizeBytes, limitBytes);
      portions.push(portion.subarray(0, bytesRead));
    }
  } catch (error) {
    return refuse(error);
  } finally {
    await file.close();
  }
}

/** The error of a document beyond the limit. */
export function tooLarge(sizeBytes: number, limitBytes: number): ZubiError {
  const limitMegabytes = Math.round((limitBytes / (1024 * 1024)) * 10) / 10;
  return new ZubiError('document_too_large', { sizeBytes, limitBytes, limitMegabytes });
}

function refuse(error: unknown): never {
  if (error instanceof ZubiError) throw error;
  const cause = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  throw new ZubiError('file_unreadable', { cause });
}
