import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ZubiError } from '../../../contract/errors.ts';
import { systemCode } from '../system-code.ts';

const portionBytes = 1024 * 1024;

/**
 * Reads a received file, at most `limitBytes` of it. The stated size is checked first, then the
 * bytes really read are counted, so that a growing file, or one without a size, costs no more than
 * the limit. `tooLarge` makes the error. Throws `file_unreadable`, also for a pipe or device, which
 * may never end.
 */
export async function readWhole(
  path: string | Buffer,
  limitBytes: number,
  tooLarge: (sizeBytes: number) => ZubiError,
): Promise<Buffer> {
  // Opening a pipe must not wait for its writer.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    refuse,
  );
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new ZubiError('file_unreadable', { cause: 'not_a_file' });
    if (found.size > limitBytes) throw tooLarge(found.size);
    const stream = file.createReadStream({ end: limitBytes, highWaterMark: portionBytes });
    const bytes = await buffer(stream);
    if (bytes.length > limitBytes) throw tooLarge(bytes.length);
    return bytes;
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  if (error instanceof ZubiError) throw error;
  const cause = systemCode(error) || 'unknown';
  if (cause === 'EMFILE' || cause === 'ENFILE')
    throw new ZubiError('too_many_open_files', { cause });
  throw new ZubiError('file_unreadable', { cause });
}

/** At most so many bytes: no more is read than the piece that holds the last of them. */
export async function readUpTo(pieces: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer> {
  const read: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of pieces) {
    read.push(piece);
    sizeBytes += piece.length;
    if (sizeBytes >= limitBytes) break;
  }
  return Buffer.concat(read).subarray(0, limitBytes);
}
