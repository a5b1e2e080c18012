import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ZubiError } from '../../../contract/errors.ts';

const portionBytes = 1024 * 1024;

/**
 * Reads a file that was handed over, at most `limitBytes` of it. Its size is looked at before
 * anything is read, and then what is really read is counted, so that a file that grows meanwhile,
 * or one without a size, costs no more than the limit. `tooLarge` makes the error of what is beyond
 * it. Throws `file_unreadable`, also for what is no file: a pipe or a device may never end.
 */
export async function readWhole(
  path: string,
  limitBytes: number,
  tooLarge: (sizeBytes: number) => ZubiError,
): Promise<Buffer> {
  // Opening a pipe must not wait for whoever writes into it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(refuse);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new ZubiError('file_unreadable', { cause: 'not_a_file' });
    if (found.size > limitBytes) throw tooLarge(found.size);
    const portions: Buffer[] = [];
    let sizeBytes = 0;
    for (;;) {
      const portion = Buffer.alloc(Math.min(portionBytes, limitBytes + 1 - sizeBytes));
      const { bytesRead } = await file.read(portion);
      if (bytesRead === 0) return Buffer.concat(portions);
      sizeBytes += bytesRead;
      if (sizeBytes > limitBytes) throw tooLarge(sizeBytes);
      portions.push(portion.subarray(0, bytesRead));
    }
  } catch (error) {
    return refuse(error);
  } finally {
    await file.close();
  }
}

function refuse(error: unknown): never {
  if (error instanceof ZubiError) throw error;
  const cause = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (cause === 'EMFILE' || cause === 'ENFILE')
    throw new ZubiError('too_many_open_files', { cause });
  throw new ZubiError('file_unreadable', { cause });
}
