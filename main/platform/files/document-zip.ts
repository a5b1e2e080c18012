import {
  isDocumentName,
  isHidden,
  maxHolderBytes,
  mayHoldDocument,
} from '../../../contract/document-names.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { readUpTo, readWhole } from './read-whole.ts';
import { openStrictZip, ZipRefusal } from './strict-zip.ts';

/** A document from a zip file. */
interface ZippedDocument {
  /** With its folders inside the zip, as written there. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a zip file holds, and the names of its files that are no documents. */
interface OpenedZip {
  readonly documents: readonly ZippedDocument[];
  readonly leftAside: readonly string[];
}

/** Largest zip file that is opened. */
export const maxZipBytes = 256 * 1024 * 1024;
const maxEntries = 5000;
/** Limit for all documents of a zip file. */
const maxUnpackedBytes = 512 * 1024 * 1024;
/** A larger file that may contain a document is not searched. */
const maxLookedBytes = 64 * 1024 * 1024;

/** Whether bytes begin like a zip file. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** The entries of a zip file that are read. */
interface ZipWishes {
  readonly maxFileBytes: number;
  /** Whether bytes under another file name contain a document. */
  readonly isHolder: (bytes: Uint8Array) => boolean | Promise<boolean>;
}

/**
 * The documents in a zip file, in its order. One of more than `maxFileBytes` is cut just after that
 * size, so that its verdict reports it. Null for a zip file without documents, of another program
 * (a workbook, a text), or refused: then its own verdict reports what it is.
 */
async function readDocumentZip(
  bytes: Uint8Array,
  { maxFileBytes, isHolder }: ZipWishes,
): Promise<OpenedZip | null> {
  try {
    const zip = await openStrictZip(bytes, maxEntries);
    const names = zip.entries.map(({ fileName }) => fileName);
    if (names.includes('[Content_Types].xml') || names.includes('mimetype')) return null;
    const documents: ZippedDocument[] = [];
    const leftAside: string[] = [];
    let unpackedBytes = 0;
    let lookedBytes = 0;
    for (const entry of zip.entries) {
      const { fileName: name, uncompressedSize } = entry;
      if (isHidden(name) || name.endsWith('/')) continue;
      const isSure = isDocumentName(name) && !/\.zip$/i.test(name);
      const isLookedInto =
        mayHoldDocument(name) &&
        uncompressedSize <= maxHolderBytes &&
        lookedBytes + uncompressedSize <= maxLookedBytes;
      if (!isSure && !isLookedInto) {
        leftAside.push(name);
        continue;
      }
      const content = await readUpTo(zip.read(entry), maxFileBytes + 1);
      if (isSure) unpackedBytes += content.length;
      else lookedBytes += content.length;
      if (unpackedBytes > maxUnpackedBytes) return null;
      if (isSure || (await isHolder(content))) documents.push({ name, bytes: content });
      else leftAside.push(name);
    }
    return documents.length === 0 ? null : { documents, leftAside };
  } catch (error) {
    if (error instanceof ZipRefusal) return null;
    throw error;
  }
}

/** The same for a file; null also for one that cannot be read or is larger than `maxZipBytes`. */
export async function openDocumentZip(
  path: string | Buffer,
  wishes: ZipWishes,
): Promise<OpenedZip | null> {
  const tooLarge = (sizeBytes: number) =>
    new ZubiError('too_large', { sizeBytes, limitBytes: maxZipBytes });
  const bytes = await readWhole(path, maxZipBytes, tooLarge).catch(() => null);
  return bytes !== null && isZip(bytes) ? readDocumentZip(bytes, wishes) : null;
}
