import { arrayBuffer } from 'node:stream/consumers';
import type { Entry } from 'yauzl';
import { ZubiError } from '../../../contract/errors.ts';
import { openStrictZip, type StrictZip, ZipRefusal } from '../../platform/files/strict-zip.ts';
import { type Collector, isTaken, packageLimits, tooLarge } from './limits.ts';

/**
 * Reads the schemas and the manifest out of a zip, with limits for entries, sizes and growth. The
 * name and kind of every entry are checked, also of those that are not taken: a zip with paths
 * outside, links or a repeated name is refused whole. Throws the `schema_package_*` codes.
 */
export async function readZip(bytes: Uint8Array, into: Collector): Promise<void> {
  if (bytes.byteLength > packageLimits.zipBytes) throw tooLarge('zip', 'zip');
  try {
    await readEntries(await openStrictZip(bytes, packageLimits.entries), into);
  } catch (error) {
    throw error instanceof ZipRefusal ? toPackageError(error) : error;
  }
}

async function readEntries(zip: StrictZip, into: Collector): Promise<void> {
  for (const entry of zip.entries) {
    const { fileName } = entry;
    if (fileName.endsWith('/') || !isTaken(fileName)) continue;
    requireBounded(entry);
    into.add(fileName, new Uint8Array(await arrayBuffer(zip.read(entry))));
  }
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
