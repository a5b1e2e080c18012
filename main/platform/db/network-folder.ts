import { statfsSync } from 'node:fs';

/** `f_type` of file systems on another machine: NFS, SMB 1 and 2, CIFS, 9p, Ceph, AFS, Coda. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x00c36400, 0x5346414f, 0x73757245,
]);

/** Returns the kind of a file system; tests replace it. */
type FileSystemType = (path: string) => number;

/**
 * Whether a folder is on another machine, where SQLite's write-ahead log loses data: two machines
 * do not share the memory it needs. Linux tells it by the file system's type, Windows by the path
 * of a share; a mapped drive letter is not recognised.
 */
export function isNetworkFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
  typeOf: FileSystemType = (path) => statfsSync(path).type,
): boolean {
  if (platform === 'win32') return /^[\\/]{2}[^?.\\/]/.test(folder);
  if (platform !== 'linux') return false;
  try {
    return networkTypes.has(typeOf(folder) >>> 0);
  } catch {
    return false;
  }
}
