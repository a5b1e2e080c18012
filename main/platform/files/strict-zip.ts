import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Why a zip file is refused. */
type ZipFault =
  | 'entries'
  | 'path'
  | 'link'
  | 'duplicate'
  | 'encrypted'
  | 'ambiguous'
  | 'crc'
  | 'zip';

/** A refused zip file, with the faulty entry or another name for the place. */
export class ZipRefusal extends Error {
  readonly fault: ZipFault;
  readonly file: string;

  constructor(fault: ZipFault, file: string, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
    this.file = file.slice(0, 200);
  }
}

/** A zip file whose structure allows one reading only. */
export interface StrictZip {
  /** Folders included, in the order of the directory. */
  readonly entries: readonly Entry[];
  /**
   * The content of an entry, in pieces. Throws a `ZipRefusal` when it has more, fewer or other
   * bytes than the directory says.
   */
  read(entry: Entry): AsyncGenerator<Buffer>;
}

/**
 * Opens a zip file of at most `maxEntries` entries. It refuses everything that two readers could
 * read in two ways: data before the first entry or between the directory and its end, a second
 * directory behind a ZIP64 locator, overlapping entries, a name twice (upper and lower case alike),
 * a local header with another name or method than the directory; also names that lead out, links
 * and encryption. Throws a `ZipRefusal`.
 */
export async function openStrictZip(bytes: Uint8Array, maxEntries: number): Promise<StrictZip> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: true });
    if (zip.entryCount > maxEntries) throw new ZipRefusal('entries', String(zip.entryCount));
    const entries = await listEntries(zip, maxEntries);
    const directoryStart = requireOneDirectory(buffer, zip, entries);
    await requireApart(zip, entries, directoryStart);
    return { entries, read: (entry) => readEntry(zip, entry) };
  } catch (error) {
    throw toRefusal(error);
  }
}

/** File types in the upper half of a Unix entry's attributes. */
const kindMask = 0o170000;
const regularFile = 0o100000;
const folder = 0o040000;

async function listEntries(zip: ZipFile, maxEntries: number): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const names = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    if (entries.length >= maxEntries) throw new ZipRefusal('entries', entry.fileName);
    // Names with a drive, a leading `/`, `..` or `\` are refused by the library before this.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    if (/[\u0000-\u001f\u007f]/.test(entry.fileName)) throw new ZipRefusal('path', entry.fileName);
    const kind = (entry.externalFileAttributes >>> 16) & kindMask;
    if (kind !== 0 && kind !== regularFile && kind !== folder)
      throw new ZipRefusal('link', entry.fileName);
    if (entry.isEncrypted()) throw new ZipRefusal('encrypted', entry.fileName);
    const key = entry.fileName.normalize('NFC').toLowerCase();
    if (names.has(key)) throw new ZipRefusal('duplicate', entry.fileName);
    names.add(key);
    entries.push(entry);
  }
  return entries;
}

const endBytes = 22;
const locatorBytes = 20;
const locatorSignature = 0x07064b50;
const headerBytes = 46;
const anywhere16 = 0xffff;
const anywhere32 = 0xffffffff;

/**
 * The directory ends right before its end record and is as long as its entries; a ZIP64 end must
 * say the same. Returns the directory's start. Layout: APPNOTE.TXT 4.3.14 to 4.3.16.
 */
function requireOneDirectory(buffer: Buffer, zip: ZipFile, entries: readonly Entry[]): number {
  // The library has found the end record by a comment of this length (one byte a character).
  const end = buffer.length - endBytes - zip.comment.length;
  const count = buffer.readUInt16LE(end + 10);
  const size = buffer.readUInt32LE(end + 12);
  const start = buffer.readUInt32LE(end + 16);
  const bytes = entries.reduce((sum, entry) => sum + directoryBytes(entry), 0);
  const locator = end - locatorBytes;
  const isZip64 = locator >= 0 && buffer.readUInt32LE(locator) === locatorSignature;
  const directoryEnd = isZip64 ? Number(buffer.readBigUInt64LE(locator + 8)) : end;
  const directoryStart = directoryEnd - bytes;
  const agrees = (told: number, anywhere: number, real: number) =>
    told === real || (isZip64 && told === anywhere);
  if (
    directoryEnd > end ||
    !agrees(count, anywhere16, entries.length) ||
    !agrees(size, anywhere32, bytes) ||
    !agrees(start, anywhere32, directoryStart) ||
    (isZip64 && !isEnd64(buffer.subarray(directoryEnd, locator), directoryStart))
  )
    throw new ZipRefusal('ambiguous', 'zip');
  return directoryStart;
}

/** Whether bytes are the whole ZIP64 end of a directory that starts there. */
function isEnd64(bytes: Buffer, directoryStart: number): boolean {
  const sizeBytes = Number(bytes.readBigUInt64LE(4)) + 12;
  return sizeBytes === bytes.length && Number(bytes.readBigUInt64LE(48)) === directoryStart;
}

function directoryBytes(entry: Entry): number {
  return headerBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
}

/** The entries do not overlap; they fill the file from its first byte to the directory. */
async function requireApart(
  zip: ZipFile,
  entries: readonly Entry[],
  directoryStart: number,
): Promise<void> {
  let end = 0;
  const places = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  for (const [index, entry] of places.entries()) {
    const start = entry.relativeOffsetOfLocalHeader;
    const local = await zip.readLocalFileHeaderPromise(entry);
    const isSame =
      local.fileName.equals(entry.fileNameRaw) &&
      local.compressionMethod === entry.compressionMethod;
    if (!isSame || start < end || (index === 0 && start !== 0))
      throw new ZipRefusal('ambiguous', entry.fileName);
    end = local.fileDataStart + entry.compressedSize;
  }
  if (end > directoryStart) throw new ZipRefusal('ambiguous', 'zip');
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  let sizeBytes = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum);
      sizeBytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  } catch (error) {
    throw toRefusal(error);
  }
  if (sum !== entry.crc32 || sizeBytes !== entry.uncompressedSize)
    throw new ZipRefusal('crc', entry.fileName);
}

function toRefusal(error: unknown): ZipRefusal {
  if (error instanceof ZipRefusal) return error;
  const message = error instanceof Error ? error.message : '';
  const path =
    /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s.exec(message);
  if (path !== null) return new ZipRefusal('path', path[1] ?? '', { cause: error });
  return new ZipRefusal('zip', 'zip', { cause: error });
}
