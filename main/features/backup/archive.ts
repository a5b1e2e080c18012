import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ZubiError } from '../../../contract/errors.ts';
import { toStoreError } from '../../platform/db/errors.ts';
import type { Secret } from '../../platform/secrets/secret.ts';
import {
  type ArchiveHeader,
  createFrameCipher,
  createSeal,
  deriveKey,
  encodeHeader,
  type FrameCipher,
  frameBytes,
  type Manifest,
  manifestSchema,
  readEncodedHeader,
} from './archive-format.ts';

/** What goes into an archive: a file of the disk, or bytes that are never to lie on it. */
export type ArchiveEntry = {
  readonly name: Manifest['entries'][number]['name'];
  readonly content: { readonly path: string } | { readonly bytes: Buffer };
};

/**
 * Writes an archive, sealed when there is a passphrase; the file gets its name when it is whole.
 * Reads each file twice and holds none in memory. Throws `disk_full`, `data_folder_not_writable`.
 */
export async function writeArchive(
  path: string,
  facts: Omit<ArchiveHeader, 'format' | 'sealed'>,
  { entries, passphrase }: { entries: readonly ArchiveEntry[]; passphrase: Secret | null },
): Promise<void> {
  const sealed = passphrase ? createSeal() : null;
  const encoded = encodeHeader({ format: 1, ...facts, sealed });
  const key = passphrase && sealed ? await deriveKey(passphrase, sealed) : null;
  const draft = `${path}.tmp`;
  try {
    const manifest: Manifest = { entries: await Promise.all(entries.map(describeEntry)) };
    const cipher = createFrameCipher(key, encoded);
    await pipeline(
      contentsOf(manifest, entries),
      createGzip({ level: 3 }),
      (body) => sealFrames(encoded, body, cipher),
      createWriteStream(draft, { mode: 0o600, flags: 'w', flush: true }),
    );
    await rename(draft, path);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    key?.fill(0);
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

async function* piecesOf(content: ArchiveEntry['content']): AsyncGenerator<Buffer> {
  if ('bytes' in content) yield content.bytes;
  else for await (const piece of createReadStream(content.path)) yield piece as Buffer;
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

async function* sealFrames(
  encoded: Buffer,
  body: AsyncIterable<Buffer>,
  cipher: FrameCipher,
): AsyncGenerator<Buffer> {
  yield encoded;
  let number = 0;
  let waiting = Buffer.alloc(0);
  const frame = (bytes: Buffer, last: boolean) => {
    const sealed = cipher.seal(bytes, number, last);
    const head = Buffer.alloc(5);
    head.writeUInt8(last ? 1 : 0);
    head.writeUInt32BE(sealed.length, 1);
    number += 1;
    return Buffer.concat([head, sealed]);
  };
  for await (const piece of body) {
    waiting = Buffer.concat([waiting, piece]);
    while (waiting.length > frameBytes) {
      yield frame(waiting.subarray(0, frameBytes), false);
      waiting = waiting.subarray(frameBytes);
    }
  }
  yield frame(waiting, true);
}

/** Where an archive's files go as they are read. */
export interface ArchiveTarget {
  /** Absolute path for a file; null keeps its bytes in memory. */
  pathFor(name: ArchiveEntry['name']): string | null;
}

/**
 * Opens an archive and unpacks it, every byte compared with the manifest. Gives back what was kept
 * in memory. Throws `backup_damaged`, `backup_sealed` (a passphrase is needed), `wrong_passphrase`,
 * `disk_full`.
 */
export async function readArchive(
  path: string,
  passphrase: Secret | null,
  target: ArchiveTarget,
): Promise<{ header: ArchiveHeader; kept: ReadonlyMap<string, Buffer> }> {
  const start = readEncodedHeader(path);
  if (!start) throw new ZubiError('backup_damaged', { cause: 'header' });
  const { header, encoded } = start;
  if (header.sealed && !passphrase) throw new ZubiError('backup_sealed');
  const key = header.sealed && passphrase ? await deriveKey(passphrase, header.sealed) : null;
  const frames = Readable.from(openFrames(path, encoded.length, createFrameCipher(key, encoded)));
  const gunzip = createGunzip();
  frames.on('error', (error) => gunzip.destroy(error));
  // Whoever reads it learns of a fault by reading; one that comes after the reading has ended
  // concerns nobody.
  gunzip.on('error', () => undefined);
  try {
    const { size } = await stat(path);
    const maxBytes = freeBytes + maxGrowth * size;
    return { header, kept: await unpack(frames.pipe(gunzip), target, maxBytes) };
  } catch (error) {
    const known = toStoreError(error);
    throw known instanceof ZubiError
      ? known
      : new ZubiError('backup_damaged', { cause: 'contents' });
  } finally {
    frames.destroy();
    gunzip.destroy();
    key?.fill(0);
  }
}

async function* openFrames(
  path: string,
  from: number,
  cipher: FrameCipher,
): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  const take = async (length: number, position: number) => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead !== length) throw new ZubiError('backup_damaged', { cause: 'cut short' });
    return buffer;
  };
  try {
    let position = from;
    for (let number = 0; ; number += 1) {
      const head = await take(5, position);
      const last = head.readUInt8() === 1;
      const length = head.readUInt32BE(1);
      if (length > frameBytes + 1024) throw new ZubiError('backup_damaged', { cause: 'frame' });
      yield cipher.open(await take(length, position + 5), number, last);
      position += 5 + length;
      if (last) return;
    }
  } finally {
    await file.close();
  }
}

/**
 * What an archive may grow to when it is unpacked: histories grow two to ten times. A stranger's
 * archive must not fill the disk with nothing.
 */
const freeBytes = 64 * 1024 * 1024;
const maxGrowth = 100;

async function unpack(
  body: Readable,
  target: ArchiveTarget,
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
    const path = target.pathFor(name);
    const file = path ? await open(path, 'wx', 0o600) : null;
    const pieces: Buffer[] = [];
    try {
      for await (const piece of source.upTo(sizeBytes)) {
        hash.update(piece);
        if (file) await file.writeFile(piece);
        else pieces.push(piece);
      }
      await file?.sync();
    } finally {
      await file?.close();
    }
    if (hash.digest('hex') !== sha256) throw new ZubiError('backup_damaged', { cause: name });
    if (!file) kept.set(name, Buffer.concat(pieces));
  }
  if (!(await source.atEnd())) throw new ZubiError('backup_damaged', { cause: 'too long' });
  return kept;
}

/** Takes a stream apart by lengths; never holds more than a piece of it. */
class ByteSource {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async *upTo(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (!(await this.#fill())) throw new ZubiError('backup_damaged', { cause: 'cut short' });
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async exactly(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.upTo(length)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async atEnd(): Promise<boolean> {
    return !(await this.#fill());
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#pieces.next();
      if (done) return false;
      this.#rest = value;
    }
    return true;
  }
}
