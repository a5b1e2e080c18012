import type { Entry } from 'yauzl';
import { ZubiError } from '../../../contract/errors.ts';
import { openStrictZip, type StrictZip, ZipRefusal } from '../../platform/files/strict-zip.ts';
import { isTaken, packageLimits, tooLarge } from './limits.ts';

/**
 * Reads the schemas and the manifest out of a zip, with limits for entries, sizes and growth. The
 * name and kind of every entry are checked, also of those that are not taken: a zip with paths
 * outside, links or a repeated name is refused whole. Throws the `schema_package_*` codes.
 */
export async function readZip(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  if (bytes.byteLength > packageLimits.zipBytes) throw tooLarge('zip', 'zip');
  try {
    return await readEntries(await openStrictZip(bytes, packageLimits.entries));
  } catch (error) {
    throw error instanceof ZipRefusal ? toPackageError(error) : error;
  }
}

async function readEntries(zip: StrictZip): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const taken = zip.entries.filter(({ fileName }) => !fileName.endsWith('/') && isTaken(fileName));
  let total = 0;
  for (const entry of taken) {
    requireBounded(entry);
    total += entry.uncompressedSize;
    if (total > packageLimits.totalBytes) throw tooLarge('total', entry.fileName);
    const pieces: Buffer[] = [];
    for await (const piece of zip.read(entry)) pieces.push(piece);
    files.set(entry.fileName, new Uint8Array(Buffer.concat(pieces)));
  }
  return files;
}

function requireBounded({ fileName, uncompressedSize, compressedSize }: Entry): void {
  if (uncompressedSize > packageLimits.fileBytes) throw tooLarge('file', fileName);
  const grows = uncompressedSize > packageLimits.ratio * Math.max(1, compressedSize);
  if (grows && uncompressedSize > packageLimits.ratioFromBytes) throw tooLarge('ratio', fileName);
}

function toPackageError(refusal: ZipRefusal): ZubiError {
  const { fault: reason, file } = refusal;
  switch (reason) {
    case 'entries':
      return tooLarge('entries', file);
    case 'crc':
    case 'zip':
      return new ZubiError('schema_package_unreadable', { reason, file }, { cause: refusal });
    default:
      return new ZubiError('schema_package_unsafe', { reason, file }, { cause: refusal });
  }
}
