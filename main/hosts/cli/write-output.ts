import { constants } from 'node:fs';
import { access, lstat, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
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
  const umask = personUmask();
  if (found === null) return writeForPerson(target, [Buffer.from(text)], umask);
  const mayWrite = (each: string) =>
    access(each, constants.W_OK).then(
      () => true,
      () => false,
    );
  // The new file has the rights of the old one.
  if (found.isFile() && (await mayWrite(target)) && (await mayWrite(dirname(target))))
    return writeForPerson(target, [Buffer.from(text)], umask === null ? null : ~found.mode);
  await writeFile(target, text).catch((error: unknown) => {
    const reason = systemCode(error) || '?';
    throw new ZubiError('file_not_written', { file: basename(path), reason });
  });
}
