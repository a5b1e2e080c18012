import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isDocumentName,
  maxHolderBytes,
  mayHoldDocument,
} from '../../../contract/document-names.ts';

/** A file found in a folder. */
export interface FoundFile {
  /** Within the folder. */
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

const maxEntries = 20_000;
const maxDepth = 8;

/** Unfinished downloads and copies, and lock files of office programs. */
const passing = /^[.~]|~$|\.(tmp|temp|part|partial|crdownload|download|filepart|lock)$/i;

/** Whether a file may belong to the ledger: the same rule as for a dropped folder. */
export const mayBeLedger = ({ name, sizeBytes }: FoundFile): boolean =>
  isDocumentName(name) || (mayHoldDocument(name) && sizeBytes <= maxHolderBytes);

/**
 * The files of a folder and its subfolders, without links. Null when it has too many files to read
 * repeatedly. Throws the system's error when the folder itself cannot be read.
 */
export async function listFiles(folder: string): Promise<readonly FoundFile[] | null> {
  const files: FoundFile[] = [];
  let entries = 0;
  const walk = async (within: string, depth: number): Promise<boolean> => {
    const found = await readdir(join(folder, within), { withFileTypes: true }).catch((error) => {
      // A subfolder may be closed to us; the folder itself may not.
      if (within === '') throw error;
      return [];
    });
    entries += found.length;
    if (entries > maxEntries) return false;
    for (const entry of found) {
      if (passing.test(entry.name)) continue;
      const path = within === '' ? entry.name : join(within, entry.name);
      if (entry.isDirectory() && depth < maxDepth && !(await walk(path, depth + 1))) return false;
      if (!entry.isFile()) continue;
      const status = await lstat(join(folder, path)).catch(() => null);
      if (status?.isFile())
        files.push({
          path,
          name: entry.name,
          sizeBytes: status.size,
          modifiedMs: status.mtimeMs,
        });
    }
    return true;
  };
  return (await walk('', 0)) ? files : null;
}
