import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ZubiError } from '../../contract/errors.ts';
import { isTaken, packageLimits, tooLarge } from './limits.ts';

/** Kinds of file in the upper half of a Unix entry's attributes. */
const kindMask = 0o170000;
const regularFile = 0o100000;
const folder = 0o040000;

/**
 * Reads the schemas and the manifest out of a zip, bounded in entries, sizes and growth. Every
 * entry's name and kind is looked at, also of those that are not taken: a zip that reaches outside,
 * holds links or two files of one name is refused whole. Throws the `schema_package_*` codes.
 */
export async function readZip(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  if (bytes.byteLength > packageLimits.zipBytes) throw tooLarge('zip', 'zip');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: true });
    if (zip.entryCount > packageLimits.entries) throw tooLarge('entries', String(zip.entryCount));
    return await readEntries(zip);
  } catch (error) {
    throw toRefusal(error);
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const names = new Set<string>();
  let total = 0;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    if (count > packageLimits.entries) throw tooLarge('entries', entry.fileName);
    checkEntry(entry);
    const key = entry.fileName.normalize('NFC').toLowerCase();
    if (names.has(key)) throw unsafe('duplicate', entry);
    names.add(key);
    if (entry.fileName.endsWith('/') || !isTaken(entry.fileName)) continue;
    total += entry.uncompressedSize;
    if (total > packageLimits.totalBytes) throw tooLarge('total', entry.fileName);
    files.set(entry.fileName, await readEntry(zip, entry));
  }
  return files;
}

/** Names with a drive, a leading `/`, `..` or `\` are refused by the reader before this. */
function checkEntry(entry: Entry): void {
  const kind = (entry.externalFileAttributes >>> 16) & kindMask;
  if (kind !== 0 && kind !== regularFile && kind !== folder) throw unsafe('link', entry);
  if (entry.isEncrypted()) throw unsafe('encrypted', entry);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(entry.fileName)) throw unsafe('path', entry);
  if (!isTaken(entry.fileName)) return;
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > packageLimits.fileBytes) throw tooLarge('file', entry.fileName);
  const grows = uncompressedSize > packageLimits.ratio * Math.max(1, compressedSize);
  if (grows && uncompressedSize > packageLimits.ratioFromBytes)
    throw tooLarge('ratio', entry.fileName);
}

/** The reader ends with an error when an entry has more or fewer bytes than it says. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32)
    throw new ZubiError('schema_package_unreadable', { file: entry.fileName, reason: 'crc' });
  return new Uint8Array(content);
}

function unsafe(reason: string, entry: Entry): ZubiError {
  return new ZubiError('schema_package_unsafe', { reason, file: entry.fileName.slice(0, 200) });
}

function toRefusal(error: unknown): ZubiError {
  if (error instanceof ZubiError) return error;
  const message = error instanceof Error ? error.message : '';
  const path =
    /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s.exec(message);
  if (path !== null)
    return new ZubiError('schema_package_unsafe', {
      reason: 'path',
      file: (path[1] ?? '').slice(0, 200),
    });
  return new ZubiError(
    'schema_package_unreadable',
    { file: 'zip', reason: 'zip' },
    { cause: error },
  );
}
