import { openStrictZip, ZipRefusal } from './strict-zip.ts';

/** A document from a zip file. */
export interface ZippedDocument {
  /** With its folders inside the zip, as written there. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a zip file holds, and the names of its files that are no documents. */
export interface OpenedZip {
  readonly documents: readonly ZippedDocument[];
  readonly leftAside: readonly string[];
}

const maxEntries = 5000;
/** Limit for all documents of a zip file. */
const maxUnpackedBytes = 512 * 1024 * 1024;

/** Whether a file's name in a folder or zip is a document's. */
export function isDocumentName(name: string): boolean {
  return /(?:\.(?:xml|gz|xsig|p7m|zip)|(?:^|[\\/])request\.json)$/i.test(name) && !isHidden(name);
}

/** Files that a system adds beside a person's: `._a.xml`, `.DS_Store`, `__MACOSX/a.xml`. */
export function isHidden(path: string): boolean {
  return path.split(/[\\/]/).some((part) => part.startsWith('.') || part === '__MACOSX');
}

/** Whether bytes begin like a zip file. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * The documents in a zip file, in its order. One of more than `maxFileBytes` is cut just after that
 * size, so that its verdict reports it. Null for a zip file without documents, of another program
 * (a workbook, a text), or refused: then its own verdict reports what it is.
 */
export async function readDocumentZip(
  bytes: Uint8Array,
  maxFileBytes: number,
): Promise<OpenedZip | null> {
  try {
    const zip = await openStrictZip(bytes, maxEntries);
    const names = zip.entries.map(({ fileName }) => fileName);
    if (names.includes('[Content_Types].xml') || names.includes('mimetype')) return null;
    const isWanted = (name: string) => isDocumentName(name) && !/\.zip$/i.test(name);
    const wanted = zip.entries.filter(({ fileName }) => isWanted(fileName));
    const leftAside = names.filter(
      (name) => !isWanted(name) && !isHidden(name) && !name.endsWith('/'),
    );
    const documents: ZippedDocument[] = [];
    let unpackedBytes = 0;
    for (const entry of wanted) {
      const content = await readUpTo(zip.read(entry), maxFileBytes + 1);
      unpackedBytes += content.length;
      if (unpackedBytes > maxUnpackedBytes) return null;
      documents.push({ name: entry.fileName, bytes: content });
    }
    return documents.length === 0 ? null : { documents, leftAside };
  } catch (error) {
    if (error instanceof ZipRefusal) return null;
    throw error;
  }
}

async function readUpTo(pieces: AsyncGenerator<Buffer>, limitBytes: number): Promise<Buffer> {
  const read: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of pieces) {
    read.push(piece);
    sizeBytes += piece.length;
    if (sizeBytes >= limitBytes) break;
  }
  return Buffer.concat(read).subarray(0, limitBytes);
}
