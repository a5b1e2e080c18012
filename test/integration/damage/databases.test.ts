import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../main/platform/db/store.ts';
import { writeCommit } from '../../crash/written-history.ts';
import { rounds } from '../../rounds.ts';
import { copyOf, findEnd } from './ends.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');
const pageBytes = 4096;
let closed: string;
/** As a killed process leaves it: with a log that has its last commits. */
let killed: string;

beforeAll(async () => {
  closed = mkdtempSync(join(tmpdir(), 'zubi-closed-'));
  killed = mkdtempSync(join(tmpdir(), 'zubi-killed-'));
  const first = await openStore(closed, clock);
  for (let commit = 1; commit <= 120; commit += 1) await writeCommit(first.queries, commit);
  await first.close();
  const again = await openStore(closed, clock);
  for (let commit = 121; commit <= 130; commit += 1) await writeCommit(again.queries, commit);
  cpSync(closed, killed, { recursive: true });
  await again.close();
});
afterAll(() => {
  for (const folder of [closed, killed]) rmSync(folder, { recursive: true, force: true });
});

/** The same noise in every run. */
function noise(length: number, seed: number): Buffer {
  let state = seed + 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    }),
  );
}

type Damage = (folder: string) => void;

const inFile =
  (change: (bytes: Buffer) => void): Damage =>
  (folder) => {
    const path = join(folder, 'zubi.db');
    const bytes = readFileSync(path);
    change(bytes);
    writeFileSync(path, bytes);
  };

const cut = (name: string, length: (size: number) => number): readonly [string, Damage] => [
  `cut ${name}`,
  (folder) => {
    const path = join(folder, 'zubi.db');
    truncateSync(path, length(readFileSync(path).length));
  },
];

const overPage = (number: number, kind: 'zeros' | 'noise'): readonly [string, Damage] => [
  `${kind} over page ${number}`,
  inFile((bytes) => {
    const page = kind === 'zeros' ? Buffer.alloc(pageBytes) : noise(pageBytes, number);
    page.copy(bytes, (number - 1) * pageBytes);
  }),
];

/** By the first byte of a page. */
const pageTypes = { 'index interior': 2, 'table interior': 5, 'index leaf': 10, 'table leaf': 13 };

const inPage = (type: keyof typeof pageTypes, offset: number): readonly [string, Damage] => [
  `byte ${offset} of each page of type ${type}`,
  inFile((bytes) => {
    let found = 0;
    for (let at = pageBytes; at < bytes.length; at += pageBytes) {
      if (bytes[at] !== pageTypes[type]) continue;
      found += 1;
      bytes.writeUInt8(bytes.readUInt8(at + offset) ^ 0xff, at + offset);
    }
    expect(found, type).toBeGreaterThan(0);
  }),
];

const beside =
  (name: string, change: (path: string) => void): Damage =>
  (folder) =>
    change(join(folder, `zubi.db-${name}`));
const asFolder = (path: string): void => {
  rmSync(path, { force: true });
  mkdirSync(path);
  writeFileSync(join(path, 'file'), 'in it');
};

const damages: readonly (readonly [string, Damage])[] = [
  ...[0, 1, 50, 99, 100, 512, 4095, 4096, 4097].map((length) => cut(`to ${length}`, () => length)),
  cut('in half', (size) => Math.floor(size / 2)),
  cut('by a byte', (size) => size - 1),
  cut('by a page', (size) => size - pageBytes),
  ...[1, 2, 3, 5, 8, 13, 21, 34].map((number) => overPage(number, 'zeros')),
  ...[1, 2, 3, 5, 8, 13, 21, 34].map((number) => overPage(number, 'noise')),
  ...(['table leaf', 'index leaf', 'table interior'] as const).flatMap((type) =>
    [0, 3, 8].map((offset) => inPage(type, offset)),
  ),
  ['no log', beside('wal', (path) => rmSync(path))],
  ['a log of noise', beside('wal', (path) => writeFileSync(path, noise(9000, 1)))],
  ['a log cut short', beside('wal', (path) => truncateSync(path, 5000))],
  ['a log with its header alone', beside('wal', (path) => truncateSync(path, 32))],
  ['a log of zeros', beside('wal', (path) => writeFileSync(path, Buffer.alloc(20_000)))],
  ['a folder in the place of the log', beside('wal', asFolder)],
  ['an index of the log of noise', beside('shm', (path) => writeFileSync(path, noise(32_768, 2)))],
  ['no index of the log', beside('shm', (path) => rmSync(path))],
  ['a folder in the place of the index', beside('shm', asFolder)],
  ['a journal of noise', beside('journal', (path) => writeFileSync(path, noise(9000, 3)))],
  [
    'the log of another history',
    (folder) => {
      const other = readFileSync(join(folder, 'zubi.db-wal'));
      inFile((bytes) => bytes.fill(7, pageBytes * 3, pageBytes * 4))(folder);
      other.writeUInt32BE((other.readUInt32BE(16) ^ 1) >>> 0, 16);
      writeFileSync(join(folder, 'zubi.db-wal'), other);
    },
  ],
];

it('48 databases are tried', () => expect(damages.length).toBe(48));

const every = rounds(6, 1);
const tried = damages.filter(([name], index) => index % every === 0 || name.includes('folder'));
it.each(tried)('%s: ends in normal work or in recovery', async (_name, damage) => {
  const folder = copyOf(killed);
  damage(folder);
  expect(['work', 'recovery']).toContain(await findEnd(folder));
});
