/*
 * ZUBI_PASSPHRASE=... node scripts/open-sealed.mjs FILE FOLDER
 *
 * Opens an archive or a sealed file of companies without Zubi, as docs/sealed-files.md says, and
 * writes what is inside into FOLDER, which must not exist. Needs only Node 20. An archive that is
 * not sealed needs no passphrase. Exit code: 0 when all is whole, 1 when not, 2 for wrong
 * arguments.
 */
import { createDecipheriv, createHash, scryptSync } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const names = ['zubi.db', 'settings.json', 'connection.json', 'keys.json'];
const passphrase = process.env.ZUBI_PASSPHRASE ?? '';

/** Splits a stream by lengths. */
function createSource(pieces) {
  const iterator = pieces[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  const atEnd = async () => {
    while (rest.length === 0) {
      const { value, done } = await iterator.next();
      if (done) return true;
      rest = value;
    }
    return false;
  };
  async function* take(length) {
    for (let left = length; left > 0; ) {
      if (await atEnd()) throw new Error('cut short');
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  return { take, atEnd };
}

const whole = async (pieces) => Buffer.concat(await Readable.from(pieces).toArray());

function createOpener({ sealed }, encoded) {
  if (!sealed) return (bytes) => bytes;
  const { n: N, r, p, salt } = sealed;
  if (N !== 2 ** 17 || r !== 8 || p !== 1) throw new Error('a cost that Zubi never writes');
  const options = { N, r, p, maxmem: 2 ** 28 };
  const key = scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, options);
  const headerHash = createHash('sha256').update(encoded).digest();
  return (bytes, number, last) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(number, 8);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
    decipher.setAAD(Buffer.concat([headerHash, Buffer.of(last ? 1 : 0)]));
    decipher.setAuthTag(bytes.subarray(-16));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
    } catch {
      throw new Error(number === 0 ? 'wrong passphrase' : 'damaged');
    }
  };
}

async function* openFrames(file, encoded, header) {
  const { size } = await file.stat();
  const openFrame = createOpener(header, encoded);
  let at = encoded.length;
  for (let number = 0, last = false; !last; number += 1) {
    const head = await readAt(file, at, 5);
    last = head[0] === 1;
    const length = head.readUInt32BE(1);
    if (length > 2 ** 20 + 16) throw new Error('damaged');
    yield openFrame(await readAt(file, at + 5, length), number, last);
    at += 5 + length;
  }
  if (at !== size) throw new Error('bytes after the end');
}

async function readAt(file, at, length) {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead !== length) throw new Error('cut short');
  return buffer;
}

/** The manifest, then each file in it, compared with its hash. */
async function unpackArchive(contents, folder) {
  const { take, atEnd } = createSource(contents);
  const length = (await whole(take(4))).readUInt32BE();
  if (length > 65_536) throw new Error('damaged');
  const { entries } = JSON.parse(await whole(take(length)));
  for (const { name, sizeBytes, sha256 } of entries) {
    if (!names.includes(name)) throw new Error('a name that Zubi never writes');
    const hash = createHash('sha256');
    const target = createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 });
    await pipeline(
      take(sizeBytes),
      async function* (pieces) {
        for await (const piece of pieces) {
          hash.update(piece);
          yield piece;
        }
      },
      target,
    );
    if (hash.digest('hex') !== sha256) throw new Error(`${name} is damaged`);
    console.log(name);
  }
  if (!(await atEnd())) throw new Error('more than it names');
}

async function unpack(magic, framesOf, folder) {
  const contents = createGunzip();
  const frames = Readable.from(framesOf);
  frames.on('error', (error) => contents.destroy(error));
  frames.pipe(contents);
  if (magic === 'ZUBIBAK1') return await unpackArchive(contents, folder);
  const json = await whole(contents);
  await writeFile(join(folder, 'companies.json'), json, { flag: 'wx', mode: 0o600 });
  console.log('companies.json');
}

async function openSealed(path, folder) {
  const file = await open(path);
  try {
    const start = await readAt(file, 0, 12);
    const magic = start.toString('latin1', 0, 8);
    if (magic !== 'ZUBIBAK1' && magic !== 'ZUBICOM1') throw new Error('no sealed file of Zubi');
    if (start.readUInt32BE(8) > 65_536) throw new Error('damaged');
    const encoded = await readAt(file, 0, 12 + start.readUInt32BE(8));
    const header = JSON.parse(encoded.subarray(12));
    console.log(JSON.stringify(header));
    await mkdir(folder, { mode: 0o700 });
    try {
      await unpack(magic, openFrames(file, encoded, header), folder);
    } catch (error) {
      // No part is left that could be taken for the whole; the same command can be tried again.
      await rm(folder, { recursive: true, maxRetries: 5 });
      throw error;
    }
  } finally {
    await file.close();
  }
}

const [path, folder] = process.argv.slice(2);
if (!folder) {
  console.error('FILE FOLDER');
  process.exit(2);
}
try {
  await openSealed(path, folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
