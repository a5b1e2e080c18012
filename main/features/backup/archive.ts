import { Buffer } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ZubiError } from '../../../contract/errors.ts';
import { toStoreError } from '../../platform/db/errors.ts';
import { ByteSource, DamagedBytesError } from '../../platform/files/byte-source.ts';
import { moveFile } from '../../platform/files/move-file.ts';
import { openFile, sealFile } from '../../platform/files/sealed-file.ts';
import type { Secret } from '../../platform/secrets/secret.ts';
import {
  type ArchiveHeader,
  archiveMagic,
  type Manifest,
  manifestSchema,
  readArchiveStart,
} from './archive-format.ts';

/** An entry of an archive: a file on disk, or bytes that must never be written to disk. */
export type ArchiveEntry = {
  readonly name: Manifest['entries'][number]['name'];
  readonly content: { readonly path: string } | { readonly bytes: Buffer };
};

/**
 * Writes an archive, sealed when there is a passphrase. The file gets its name when it is complete.
 * Reads each file twice and holds none in memory. Throws `disk_full`, `data_folder_not_writable`.
 */
export async function writeArchive(
  path: string,
  facts: Omit<ArchiveHeader, 'format' | 'sealed'>,
  { entries, passphrase }: { entries: readonly ArchiveEntry[]; passphrase: Secret | null },
): Promise<void> {
  const draft = `${path}.tmp`;
  try {
    const manifest: Manifest = { entries: await Promise.all(entries.map(describeEntry)) };
    await pipeline(
      contentsOf(manifest, entries),
      createGzip({ level: 3 }),
      (body) => sealFile(archiveMagic, { format: 1, ...facts }, { body, passphrase }),
      createWriteStream(draft, { mode: 0o600, flags: 'w', flush: true }),
    );
    await moveFile(draft, path);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await rm(draft, { force: true });
  }
}

async function describeEntry({
  name,
  content,
}: ArchiveEntry): Promise<Manifest['entries'][number]> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const bytes of piecesOf(content)) {
    hash.update(bytes);
    sizeBytes += bytes.length;
  }
  return { name, sizeBytes, sha256: hash.digest('hex') };
}

async function* piecesOf(
  content: ArchiveEntry['content'] | { readonly path: string; readonly start: number },
): AsyncGenerator<Buffer> {
  if ('bytes' in content) yield content.bytes;
  else yield* createReadStream(content.path, 'start' in content ? content : {});
}

async function* contentsOf(
  manifest: Manifest,
  entries: readonly ArchiveEntry[],
): AsyncGenerator<Buffer> {
  const json = Buffer.from(JSON.stringify(manifest));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  yield Buffer.concat([length, json]);
  for (const { content } of entries) yield* piecesOf(content);
}

/** The absolute path that an entry is written to; null keeps its bytes in memory. */
type PathFor = (name: ArchiveEntry['name']) => string | null;

/**
 * Unpacks an archive and compares each entry's hash with the manifest. Returns the entries kept in
 * memory. Throws `backup_damaged`, `backup_sealed` (a passphrase is needed), `wrong_passphrase`,
 * `disk_full`.
 */
export async function readArchive(
  path: string,
  passphrase: Secret | null,
  pathFor: PathFor,
): Promise<{ header: ArchiveHeader; kept: ReadonlyMap<string, Buffer> }> {
  const start = readArchiveStart(path);
  if (!start) throw new ZubiError('backup_damaged', { cause: 'header' });
  const { header, encoded } = start;
  if (header.sealed && !passphrase) throw new ZubiError('backup_sealed');
  const body = piecesOf({ path, start: encoded.length });
  const contents = Readable.from(openFile(start, { body, passphrase }));
  const gunzip = createGunzip();
  contents.on('error', (error) => gunzip.destroy(error));
  // A reader gets the fault from its read. After the last read, a fault concerns nobody, but
  // without a listener it would end the process.
  gunzip.on('error', () => undefined);
  try {
    const { size } = await stat(path);
    const maxBytes = freeBytes + maxGrowth * size;
    return { header, kept: await unpack(contents.pipe(gunzip), pathFor, maxBytes) };
  } catch (error) {
    throw toArchiveError(error);
  } finally {
    contents.destroy();
    gunzip.destroy();
  }
}

function toArchiveError(error: unknown): ZubiError {
  const known = toStoreError(error);
  if (known instanceof ZubiError) return known;
  const cause = error instanceof DamagedBytesError ? error.message : 'contents';
  return new ZubiError('backup_damaged', { cause });
}

/**
 * Maximum size of an unpacked archive: `freeBytes` plus this growth. Histories grow two to ten
 * times. A stranger's archive must not fill the disk.
 */
const freeBytes = 64 * 1024 * 1024;
const maxGrowth = 100;

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

async function unpack(
  body: Readable,
  pathFor: PathFor,
  maxBytes: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const source = new ByteSource(body);
  const manifestLength = (await source.exactly(4)).readUInt32BE();
  if (manifestLength > 64 * 1024) throw new ZubiError('backup_damaged', { cause: 'manifest' });
  const manifest = manifestSchema.parse(
    JSON.parse((await source.exactly(manifestLength)).toString('utf8')),
  );
  const total = manifest.entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > maxBytes) throw new ZubiError('backup_damaged', { cause: 'grows too much' });
  const kept = new Map<string, Buffer>();
  for (const { name, sizeBytes, sha256 } of manifest.entries) {
    const hash = createHash('sha256');
    const path = pathFor(name);
    const pieces = hashed(source.upTo(sizeBytes), hash);
    if (path === null) kept.set(name, Buffer.concat(await Readable.from(pieces).toArray()));
    else await writeFile(path, pieces, { flag: 'wx', mode: 0o600, flush: true });
    if (hash.digest('hex') !== sha256) throw new ZubiError('backup_damaged', { cause: name });
  }
  if (!(await source.atEnd())) throw new ZubiError('backup_damaged', { cause: 'too long' });
  return kept;
}
