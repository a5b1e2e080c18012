import { createHash, type Hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { toStoreError } from '../db/errors.ts';
import { moveFile } from './move-file.ts';

/** Where received bytes wait until they are used. */
export const incomingFolder = (dataFolder: string): string => join(dataFolder, 'incoming');

/**
 * Largest archive received in pieces: more than a history of a hundred thousand submissions, and
 * what a slow disk takes within a request's time limit.
 */
const maxArchiveBytes = 4 * 1024 ** 3;

/** Ending of a file that is still being written. */
const unfinished = '.part';

/** An archive that was received in pieces, in the folder of received files. */
export interface StagedArchive {
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Writes an archive to the disk as it comes, so that its size costs no memory. Whatever ends it
 * early leaves nothing behind. Throws `too_large` beyond `limitBytes`, `disk_full`, and errors of
 * the pieces.
 */
export async function stageArchive(
  dataFolder: string,
  pieces: AsyncIterable<Uint8Array>,
  limitBytes = maxArchiveBytes,
): Promise<StagedArchive> {
  const folder = incomingFolder(dataFolder);
  const path = join(folder, randomUUID());
  const draft = `${path}${unfinished}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    const noted = hashPieces(pieces, hash, limitBytes);
    await writeFile(draft, noted, { flag: 'wx', mode: 0o600, flush: true });
    await moveFile(draft, path);
    return { path, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(draft, { force: true });
    throw toStoreError(error);
  }
}

async function* hashPieces(
  pieces: AsyncIterable<Uint8Array>,
  hash: Hash,
  limitBytes: number,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const piece of pieces) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > limitBytes) throw new ZubiError('too_large', { limitBytes });
    hash.update(piece);
    yield piece;
  }
}

/** Removes what a killed run had begun to write. */
export async function clearUnfinished(dataFolder: string): Promise<void> {
  const folder = incomingFolder(dataFolder);
  const names = await readdir(folder).catch(() => []);
  const begun = names.filter((name) => name.endsWith(unfinished));
  await Promise.all(begun.map((name) => rm(join(folder, name), { force: true })));
}
