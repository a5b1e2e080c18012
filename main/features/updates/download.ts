import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { moveFile } from '../../platform/files/move-file.ts';
import { preparePrivateFolder } from '../../platform/files/private-folder.ts';
import { toStorageError } from '../../platform/files/whole-file.ts';
import type { UpdateFile } from './manifest.ts';
import { type ReceiveOptions, receive } from './receive.ts';

interface DownloadOptions extends Omit<ReceiveOptions, 'maxBytes'> {
  readonly folder: string;
  /** The manifest's address; the file's is relative to it. */
  readonly base: string;
  onProgress(receivedBytes: number): void;
}

/**
 * Downloads the file into the folder, verifies it and returns its path; deletes everything else
 * there. A file that is already there is not downloaded again. Errors: those of `receive`,
 * `update_truncated`, `update_changed`, `disk_full`, `data_folder_not_writable`.
 */
export async function download(file: UpdateFile, options: DownloadOptions): Promise<string> {
  const { folder } = options;
  const path = join(folder, file.name);
  preparePrivateFolder(folder);
  for (const name of await readdir(folder))
    if (name !== file.name) await rm(join(folder, name), { recursive: true, force: true });
  if (await isWhole(path, file)) return path;
  const part = `${path}.part`;
  try {
    await write(part, file, options);
    await moveFile(part, path);
    return path;
  } catch (error) {
    await rm(part, { force: true });
    throw error instanceof ZubiError ? error : toStorageError(error, path);
  }
}

async function write(
  part: string,
  { url, sizeBytes, sha512 }: UpdateFile,
  { base, fetch, stallMs, onProgress }: DownloadOptions,
): Promise<void> {
  const hash = createHash('sha512');
  let received = 0;
  async function* pieces() {
    const address = new URL(url, base).href;
    for await (const piece of receive(address, { fetch, stallMs, maxBytes: sizeBytes })) {
      yield piece;
      hash.update(piece);
      received += piece.byteLength;
      onProgress(received);
    }
  }
  await writeFile(part, pieces(), { flag: 'wx', mode: 0o600, flush: true });
  if (received < sizeBytes) throw new ZubiError('update_truncated');
  if (hash.digest('base64') !== sha512) throw new ZubiError('update_changed');
}

/** Whether the file on the disk is the signed one. */
export async function isWhole(
  path: string,
  { sizeBytes, sha512 }: Pick<UpdateFile, 'sizeBytes' | 'sha512'>,
): Promise<boolean> {
  try {
    if ((await stat(path)).size !== sizeBytes) return false;
    const hash = createHash('sha512');
    for await (const piece of createReadStream(path)) hash.update(piece);
    return hash.digest('base64') === sha512;
  } catch {
    return false;
  }
}
