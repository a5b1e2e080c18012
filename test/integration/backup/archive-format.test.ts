import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive, writeArchive } from '../../../main/features/backup/archive.ts';
import { encodeHeader } from '../../../main/platform/files/sealed-file.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { sampled } from '../../rounds.ts';

const facts = {
  version: '0.0.0-test',
  includesKeys: false,
  history: {
    createdAt: '2026-01-02T03:04:05.678Z',
    submissions: 1,
    companies: 1,
    lastSubmissionAt: null,
    cause: null,
    version: 20,
  },
};

let folder = '';
/** The header and frames of a sealed archive, as stored: an empty frame and three full ones. */
let header = Buffer.alloc(0);
let frames: readonly Buffer[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-archive-'));
  const path = join(folder, 'whole');
  const bytes = randomBytes(2_500_000);
  const entries = [{ name: 'zubi.db', content: { bytes } }] as const;
  await writeArchive(path, facts, { entries, passphrase: new Secret('zubia eta ibaia') });
  const whole = readFileSync(path);
  header = whole.subarray(0, 12 + whole.readUInt32BE(8));
  frames = toFrames(whole.subarray(header.length));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function toFrames(bytes: Buffer): readonly Buffer[] {
  if (bytes.length === 0) return [];
  const length = 5 + bytes.readUInt32BE(1);
  return [bytes.subarray(0, length), ...toFrames(bytes.subarray(length))];
}

function asLast(frame: Buffer = Buffer.alloc(5)): Buffer {
  return Buffer.concat([Buffer.of(1), frame.subarray(1)]);
}

async function read(parts: readonly Buffer[], passphrase: string | null = 'zubia eta ibaia') {
  const path = join(folder, 'read');
  writeFileSync(path, Buffer.concat(parts));
  const secret = passphrase === null ? null : new Secret(passphrase);
  return readArchive(path, secret, () => null);
}

describe('a sealed archive', () => {
  it('opens whole', async () => {
    expect(frames).toHaveLength(4);
    const { kept } = await read([header, ...frames]);
    expect(kept.get('zubi.db')?.length).toBe(2_500_000);
  });

  it('cannot lose its end unnoticed', async () => {
    const kept = frames.slice(0, -2);
    const last = asLast(frames[kept.length]);
    await expect(read([header, ...kept, last])).rejects.toMatchObject({
      code: 'backup_damaged',
      details: { cause: 'frame' },
    });
  });

  it('cannot have its frames moved', async () => {
    const [empty, first, second, third] = frames;
    if (!empty || !first || !second || !third) throw new Error('four frames');
    const all = [
      [empty, second, first, third],
      [empty, first, third],
      [empty, first, first, third],
    ];
    for (const moved of sampled(all, 1))
      await expect(read([header, ...moved])).rejects.toMatchObject({
        code: 'backup_damaged',
        details: { cause: 'frame' },
      });
    await expect(read([header, first, second, third])).rejects.toMatchObject({
      code: 'wrong_passphrase',
    });
  });

  it('cannot be shortened or extended', async () => {
    const whole = Buffer.concat([header, ...frames]);
    for (const [bytes, cause] of [
      [whole.subarray(0, -1), 'cut short'],
      [Buffer.concat([whole, Buffer.of(0)]), 'too long'],
    ] as const)
      await expect(read([bytes])).rejects.toMatchObject({
        code: 'backup_damaged',
        details: { cause },
      });
  });

  it('distinguishes a wrong passphrase from a changed byte', async () => {
    await expect(read([header, ...frames], 'another passphrase')).rejects.toMatchObject({
      code: 'wrong_passphrase',
    });
    const changed = Buffer.concat([header, ...frames]);
    const at = header.length + 60;
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await expect(read([changed])).rejects.toMatchObject({
      code: 'backup_damaged',
      details: { cause: 'frame' },
    });
  });

  it.each([
    ['n', 131_072, 262_144],
    ['n', 131_072, 1024],
    ['p', 1, 4],
  ])('cannot set another cost: %s', async (name, from, to) => {
    const json = header.subarray(12).toString().replace(`"${name}":${from}`, `"${name}":${to}`);
    const other = encodeHeader('ZUBIBAK1', JSON.parse(json));
    expect(other.equals(header)).toBe(false);
    await expect(read([other, ...frames])).rejects.toMatchObject({
      code: 'backup_damaged',
      details: { cause: 'header' },
    });
  });

  it('cannot have another header, not even in a part unused when opening it', async () => {
    const other = Buffer.from(
      header.toString('latin1').replace('2026-01-02', '2025-01-02'),
      'latin1',
    );
    expect(other.equals(header)).toBe(false);
    await expect(read([other, ...frames])).rejects.toMatchObject({ code: 'wrong_passphrase' });
  });
});

/** An archive without a seal, as anybody can write one. */
function forged(manifest: object, contents: Buffer): readonly Buffer[] {
  const json = Buffer.from(JSON.stringify(manifest));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const body = gzipSync(Buffer.concat([length, json, contents]));
  const head = Buffer.alloc(5);
  head.writeUInt8(1);
  head.writeUInt32BE(body.length, 1);
  return [encodeHeader('ZUBIBAK1', { format: 1, ...facts, sealed: null }), head, body];
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const history = { name: 'zubi.db', sizeBytes: 0, sha256: sha256(Buffer.alloc(0)) };
const large = Buffer.alloc(2 ** 24 + 1);
const nothing = Buffer.alloc(80 * 1024 * 1024);

describe('a forged archive', () => {
  it('is read when it is a correct one', async () => {
    const { kept } = await read(forged({ entries: [history] }, Buffer.alloc(0)), null);
    expect(kept.get('zubi.db')?.length).toBe(0);
  });

  it.each([
    ['more than it names', { entries: [history] }, Buffer.from('more')],
    ['less than it names', { entries: [{ ...history, sizeBytes: 1 }] }, Buffer.alloc(0)],
    ['other bytes', { entries: [{ ...history, sha256: '0'.repeat(64) }] }, Buffer.alloc(0)],
    ['no history', { entries: [{ ...history, name: 'keys.json' }] }, Buffer.alloc(0)],
    ['a name twice', { entries: [history, history] }, Buffer.alloc(0)],
    ['a name of its own', { entries: [history, { ...history, name: '../x' }] }, Buffer.alloc(0)],
    [
      'a small file that is a large one',
      { entries: [history, { name: 'keys.json', sizeBytes: large.length, sha256: sha256(large) }] },
      large,
    ],
    [
      'a history of nothing, a thousand times as large as the archive',
      { entries: [{ ...history, sizeBytes: nothing.length, sha256: sha256(nothing) }] },
      nothing,
    ],
  ])('is refused with %s', async (_what, manifest, contents) => {
    await expect(read(forged(manifest, contents), null)).rejects.toMatchObject({
      code: 'backup_damaged',
    });
  });
});
