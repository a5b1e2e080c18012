import { isUtf8 } from 'node:buffer';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import {
  isDocumentName,
  maxHolderBytes,
  mayHoldDocument,
} from '../../../contract/document-names.ts';
import { systemCode } from '../../platform/system-code.ts';

/** What a folder has, and the paths in it that cannot be read. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly unread: readonly string[];
}

/** A file found in a folder. */
export interface FoundFile {
  /** Within the folder. */
  readonly path: string;
  /** The whole path; its bytes, where they are not UTF-8: a string cannot name the file. */
  readonly place: string | Buffer;
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
export async function listFiles(folder: string): Promise<FoundFiles | null> {
  const files: FoundFile[] = [];
  const unread: string[] = [];
  const leaveOut = (path: string, error: unknown) => {
    if (systemCode(error) !== 'ENOENT') unread.push(path);
  };
  let entries = 0;
  const walk = async (within: string, place: Buffer, depth: number): Promise<boolean> => {
    const options = { withFileTypes: true, encoding: 'buffer' } as const;
    const found = await readdir(toPlace(place), options).catch((error) => {
      // A subfolder may be closed to us; the folder itself may not.
      if (within === '') throw error;
      leaveOut(within, error);
      return [];
    });
    entries += found.length;
    if (entries > maxEntries) return false;
    for (const entry of found) {
      // Other names are those of an older system.
      const name = entry.name.toString(isUtf8(entry.name) ? 'utf8' : 'latin1');
      if (passing.test(name)) continue;
      const path = within === '' ? name : join(within, name);
      const own = Buffer.concat([place, Buffer.from(sep), entry.name]);
      const file = { path, name, place: toPlace(own) };
      // Node on Windows takes all that is in OneDrive for links; only `lstat` tells.
      const status = await lstat(file.place).catch((error) => leaveOut(path, error));
      if (status?.isDirectory() && depth < maxDepth && !(await walk(path, own, depth + 1)))
        return false;
      if (status?.isFile())
        files.push({ ...file, sizeBytes: status.size, modifiedMs: status.mtimeMs });
    }
    return true;
  };
  return (await walk('', Buffer.from(folder), 0)) ? { files, unread } : null;
}

const toPlace = (path: Buffer): string | Buffer => (isUtf8(path) ? path.toString() : path);
