import { chmod } from 'node:fs/promises';

/**
 * What a person saves gets the rights of their other files: this process itself keeps its files
 * from everybody else (umask 0077). `umask` is the person's, null where there is none (Windows).
 */
export async function giveToPerson(path: string, umask: number | null): Promise<void> {
  if (umask === null) return;
  // A disk without rights (a stick, a share) keeps its own.
  await chmod(path, 0o666 & ~umask).catch(() => undefined);
}
