import nodeFs from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { systemCode } from '../system-code.ts';

/** Windows' answers while a virus scanner, the search or a backup program has a file open. */
const held: ReadonlySet<string> = new Set(['EACCES', 'EBUSY', 'EPERM']);
const tries = 20;

/** The wait before the next try, in milliseconds: two seconds in all. Throws the last error. */
function waitAfter(error: unknown, attempt: number): number {
  const passes = process.platform === 'win32' && held.has(systemCode(error));
  if (!passes || attempt === tries) throw error;
  return 10 * attempt;
}

/** Renames a file or folder; on Windows again, while another program holds it for a moment. */
export async function moveFile(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      await setTimeout(waitAfter(error, attempt));
    }
  }
}

/** As `moveFile`, for steps that nothing may come between. */
export function moveFileSync(
  from: string,
  to: string,
  fs: Pick<typeof nodeFs, 'renameSync'> = nodeFs,
): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      fs.renameSync(from, to);
      return;
    } catch (error) {
      const ms = waitAfter(error, attempt);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    }
  }
}
