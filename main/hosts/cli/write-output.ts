import { lstat, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { writeForPerson } from '../../platform/files/person-file.ts';
import { personUmask } from '../../platform/log/harden-process.ts';
import { systemCode } from '../../platform/system-code.ts';

/**
 * Writes the file of `--output`: whole or not at all. What is no plain file (a pipe, a link) is
 * written, not replaced. Throws `disk_full`, `file_not_written`.
 */
export async function writeOutput(path: string, text: string): Promise<void> {
  const target = resolve(path);
  const found = await lstat(target).catch(() => null);
  if (found === null || found.isFile())
    return writeForPerson(target, [Buffer.from(text)], personUmask());
  await writeFile(target, text).catch((error: unknown) => {
    const reason = systemCode(error) || '?';
    throw new ZubiError('file_not_written', { file: basename(path), reason });
  });
}
