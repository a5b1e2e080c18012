import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { openStrictZip } from '../../../main/platform/files/strict-zip.ts';
import { makeZip, withOtherDirectory, type ZipEntry } from '../../fixtures/make-zip.ts';

const shown: readonly ZipEntry[] = [{ name: 'a.txt', content: 'what one reader sees' }];
const hidden: readonly ZipEntry[] = [
  { name: 'b.txt', content: 'what another reader sees' },
  { name: 'c.txt', content: 'and more of it' },
];
const twoDirectories = withOtherDirectory(makeZip(shown), makeZip(hidden));

async function read(bytes: Uint8Array): Promise<Record<string, string>> {
  const zip = await openStrictZip(bytes, 10);
  const found: Record<string, string> = {};
  for (const entry of zip.entries) {
    found[entry.fileName] = '';
    for await (const piece of zip.read(entry)) found[entry.fileName] += piece.toString();
  }
  return found;
}

/** What the library by itself finds, and what the plain end of the directory says. */
async function namesByTwoReaders(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes);
  const by64: string[] = [];
  for await (const { fileName } of (await fromBufferPromise(buffer)).eachEntry())
    by64.push(fileName);
  const plain: string[] = [];
  let at = buffer.readUInt32LE(buffer.length - 6);
  for (let left = buffer.readUInt16LE(buffer.length - 12); left > 0; left -= 1) {
    const length = buffer.readUInt16LE(at + 28);
    plain.push(buffer.toString('utf8', at + 46, at + 46 + length));
    at += 46 + length + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return { by64, plain };
}

describe('a zip that two readers read differently', () => {
  it('exists: a reader with ZIP64 sees other files than one without', async () => {
    expect(await namesByTwoReaders(twoDirectories)).toEqual({
      by64: ['b.txt', 'c.txt'],
      plain: ['a.txt'],
    });
  });

  const plain = Buffer.from(makeZip(hidden));
  const first = plain.indexOf('PK\u0001\u0002', 0, 'latin1');
  const second = plain.indexOf('PK\u0001\u0002', first + 4, 'latin1');
  const changed = (change: (bytes: Buffer) => void): Uint8Array => {
    const bytes = Buffer.from(plain);
    change(bytes);
    return bytes;
  };
  it.each<[string, Uint8Array]>([
    ['has two directories', twoDirectories],
    ['has data before its first entry', Buffer.concat([Buffer.from('MZ--'), plain])],
    ['has data behind its end', Buffer.concat([plain, Buffer.from('more')])],
    [
      'has another end in its comment',
      Buffer.concat([plain.subarray(0, -2), Buffer.of(22, 0), plain.subarray(-22)]),
    ],
    [
      'has an entry that runs into the next',
      changed((bytes) => bytes.writeUInt32LE(bytes.readUInt32LE(first + 20) + 20, first + 20)),
    ],
    ['has entries on the same bytes', changed((bytes) => bytes.writeUInt32LE(0, second + 42))],
    ['has other names at its entries', changed((bytes) => bytes.write('z', 30))],
    ['has another way of packing there', changed((bytes) => bytes.writeUInt16LE(0, 8))],
    ['counts one entry less', changed((bytes) => bytes.writeUInt16LE(1, bytes.length - 12))],
    ['has a shorter directory', changed((bytes) => bytes.writeUInt32LE(50, bytes.length - 10))],
  ])('is refused when it %s', async (_what, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({
      fault: expect.stringMatching(/^(ambiguous|zip)$/),
    });
  });

  it('is read when both directories are the same, as some programs write it', async () => {
    const bytes = Buffer.from(withOtherDirectory(makeZip([]), makeZip(hidden)));
    const end = bytes.length - 22;
    const end64 = end - 76;
    bytes.writeUInt16LE(0xffff, end + 10);
    bytes.writeUInt32LE(Number(bytes.readBigUInt64LE(end64 + 40)), end + 12);
    bytes.writeUInt32LE(0xffffffff, end + 16);
    expect(await read(bytes)).toEqual({
      'b.txt': 'what another reader sees',
      'c.txt': 'and more of it',
    });
  });
});
