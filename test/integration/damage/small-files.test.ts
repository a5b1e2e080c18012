import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../main/app.ts';
import { takeFolder } from '../../../main/platform/db/lock.ts';
import { createKeyFileSealer } from '../../../main/platform/secrets/key-file-sealer.ts';
import { sandboxHost } from '../../../sandbox/host.ts';
import { stateFolderOf } from '../../fixtures/state-folder.ts';
import { rounds } from '../../rounds.ts';
import { openOffice } from '../core/office.ts';
import { copyOf, findEnd } from './ends.ts';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-small-'));
  const clock = () => new Date();
  const app = await createApp({
    dataFolder: folder,
    stateFolder: stateFolderOf(folder),
    clock,
    face: 'browser',
    version: '0.0.0-test',
    sandbox: sandboxHost,
    sealers: [createKeyFileSealer({ dataFolder: folder, clock })],
  });
  for (const [method, input] of [
    ['settings.set', { officeName: 'Zubia' }],
    ['connection.useSandbox', {}],
    ['backup.check', {}],
  ] as const)
    expect((await app.call(method, input)).ok).toBe(true);
  await app.close();
});
afterAll(() => {
  for (const each of [folder, stateFolderOf(folder)])
    rmSync(each, { recursive: true, force: true });
});

/** Small files of the data folder; missing ones are made. */
const names = [
  ...['settings.json', 'connection.json', 'secrets.json', 'secrets.key', 'last-contact.json'],
  ...['lock.db', 'restored.json', 'witness.json', 'restore/plan.json', 'schemas/installed.json'],
  ...['backups/last-check.json', 'backups/first-history', 'preferences.json'],
];

type Break = (whole: Buffer) => Buffer;
const noise = Buffer.from(Array.from({ length: 700 }, (_, at) => (at * 167 + 13) % 256));
const breaks: Readonly<Record<string, Break>> = {
  empty: () => Buffer.alloc(0),
  'cut in half': (whole) => whole.subarray(0, Math.floor(whole.length / 2)),
  'random bytes': () => noise,
  'another type': () => Buffer.from('["a", {"b": null}, 7]'),
  'fields of other types': (whole) =>
    Buffer.from(whole.toString('latin1').replaceAll(/: ?("[^"]*"|\d+|null|true|false)/g, ': [[]]')),
  'another version': () => Buffer.from('{"version": 999, "format": 999}'),
  'a mark before it': (whole) => Buffer.concat([Buffer.from('\ufeff'), whole]),
  huge: () => Buffer.alloc(8 * 1024 * 1024, '{"a":'),
};

const all = names.flatMap((name) => Object.keys(breaks).map((kind) => [name, kind] as const));
const every = rounds(8, 1);

describe('a damaged small file', () => {
  it('is tried in more than 94 cases', () => expect(all.length).toBeGreaterThan(94));

  const tried = all.filter(([name], index) => index % every === 0 || name === 'lock.db');
  it.each(tried)('%s, %s: ends in normal work or in recovery', async (name, kind) => {
    const copy = copyOf(folder);
    const path = join(copy, name);
    const whole = existsSync(path) ? readFileSync(path) : Buffer.from('{"version": 1, "at": "x"}');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, breaks[kind]?.(whole) ?? whole);
    expect(await findEnd(copy)).toBe('work');
  });
});

describe('a lock file that is not empty', () => {
  it('is emptied and taken, by one process only', () => {
    const copy = copyOf(folder);
    writeFileSync(join(copy, 'lock.db'), noise);
    writeFileSync(join(copy, 'lock.db-journal'), noise);
    const lock = takeFolder(copy);
    expect(lock).not.toBeNull();
    expect(takeFolder(copy)).toBeNull();
    lock?.release();
  });

  it('is replaced when it is a link, and the file behind it keeps its content', () => {
    const copy = copyOf(folder);
    const target = join(copy, 'letter.txt');
    writeFileSync(target, noise);
    rmSync(join(copy, 'lock.db'), { force: true });
    symlinkSync(target, join(copy, 'lock.db'));
    const lock = takeFolder(copy);
    expect(lock).not.toBeNull();
    expect(takeFolder(copy)).toBeNull();
    lock?.release();
    expect(readFileSync(target)).toEqual(noise);
  });

  it('lets the application open, which owns its folder', async () => {
    const copy = copyOf(folder);
    writeFileSync(join(copy, 'lock.db'), noise);
    const office = await openOffice({ dataFolder: copy });
    expect((await office.call('app.status', {})).ownsDataFolder).toBe(true);
  });
});

it('the mark of the first history is not written through a link', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-mark-'));
  onTestFinished(() => {
    for (const each of [dataFolder, stateFolderOf(dataFolder)])
      rmSync(each, { recursive: true, force: true });
  });
  const elsewhere = join(dataFolder, 'elsewhere.txt');
  const mark = join(dataFolder, 'backups', 'first-history');
  mkdirSync(join(dataFolder, 'backups'));
  symlinkSync(elsewhere, mark);
  await openOffice({ dataFolder });
  expect(lstatSync(mark).isFile()).toBe(true);
  expect(existsSync(elsewhere)).toBe(false);
});
