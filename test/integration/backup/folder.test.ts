import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCopy } from '../../../main/features/backup/copies.ts';
import { openConnection } from '../../../main/platform/db/connection.ts';
import { isNetworkFolder } from '../../../main/platform/db/network-folder.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { rounds } from '../../rounds.ts';
import { openOffice } from '../core/office.ts';
import { insertSubmissionRow } from '../store/rows.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');
const isRoot = process.getuid?.() === 0;
/** The user that owns nothing. */
const nobody = 65_534;

/**
 * The results of opening data folders for a user without rights of their own, who compiles the
 * sources into the other folder: once, not each time.
 */
function openAsUser(compiled: string, ...folders: readonly string[]): string[] {
  const script = fileURLToPath(new URL('./opener.ts', import.meta.url));
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const args = [script, ...folders];
  const told = execFileSync(process.execPath, args, { encoding: 'utf8', env, ...user });
  return told.trim().split('\n');
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-folder-'));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

describe('a data folder that cannot be used is reported by name, and stays unchanged', () => {
  it('Q8: from a newer application', async () => {
    const folder = newFolder();
    await (await openStore(folder, clock)).close();
    const database = new Database(join(folder, 'zubi.db'));
    database.exec('create table later (a)');
    database.pragma('user_version = 999');
    database.pragma('journal_mode = DELETE');
    database.close();
    const before = readFileSync(join(folder, 'zubi.db'));
    await expect(openOffice({ dataFolder: folder })).rejects.toMatchObject({
      code: 'database_newer',
    });
    expect(readFileSync(join(folder, 'zubi.db')).equals(before)).toBe(true);
  });

  it('Q10: locked by another program, reported while a person still waits', async () => {
    const folder = newFolder();
    await (await openStore(folder, clock)).close();
    const other = new Database(join(folder, 'zubi.db'));
    onTestFinished(() => void other.close());
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('begin exclusive');
    await expect(openOffice({ dataFolder: folder })).rejects.toMatchObject({
      code: 'database_locked',
    });
    other.exec('commit');
    other.close();
    const office = await openOffice({ dataFolder: folder });
    expect((await office.call('app.status', {})).ownsDataFolder).toBe(true);
  });

  // Nothing is read-only for the system's administrator: then another user opens it.
  it.skipIf(process.platform === 'win32')('Q4: read-only', () => {
    const [folder, empty, compiled] = [newFolder(), newFolder(), newFolder()];
    if (isRoot) for (const each of [folder, empty, compiled]) chownSync(each, nobody, nobody);
    expect(openAsUser(compiled, folder)).toEqual(['opened']);
    const names = readdirSync(folder).toSorted();
    for (const each of [folder, empty]) chmodSync(each, 0o500);
    const refused = Array(2).fill('data_folder_not_writable');
    expect(openAsUser(compiled, folder, empty)).toEqual(refused);
    expect(readdirSync(folder).toSorted()).toEqual(names);
    expect(readdirSync(empty)).toEqual([]);
  });

  it('Q4: a path where no folder can be made', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'lock.db'));
    await expect(openOffice({ dataFolder: folder })).rejects.toMatchObject({
      code: 'data_folder_not_writable',
    });
  });

  it('Q11: without the write-ahead log', () => {
    // A database in memory has another journal, as one on a network drive does.
    expect(() => openConnection(':memory:', { mustExist: false })).toThrow(
      expect.objectContaining({ code: 'data_folder_on_network' }),
    );
  });

  it.each([
    ['linux', '/mnt/nas', 0x6969, true],
    ['linux', '/mnt/share', 0xff534d42, true],
    ['linux', '/mnt/share', -0x1acb2be, true],
    ['linux', '/home/ane', 0xef53, false],
    ['win32', '\\\\server\\share\\zubi', 0, true],
    ['win32', 'C:\\Users\\ane', 0, false],
    ['win32', '\\\\?\\C:\\Users\\ane', 0, false],
    ['darwin', '/Users/ane', 0x6969, false],
  ] as const)('Q11: a network drive is recognised: %s %s', (platform, path, type, expected) => {
    expect(isNetworkFolder(path, platform, () => type)).toBe(expected);
  });
});

describe('Q4: a full disk', () => {
  it('refuses a call with its own code, and keeps the data', async () => {
    const folder = newFolder();
    const store = await openStore(folder, clock);
    onTestFinished(() => store.close());
    await insertSubmissionRow(store.queries, { id: 'one' });
    await store.queries.executeQuery({
      sql: 'pragma max_page_count = 1',
      parameters: [],
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'q' },
    } as never);
    const { toCallError } = await import('../../../main/platform/call-error.ts');
    const big = { id: 'two', sha256: 'a'.repeat(64), file: 'x'.repeat(300_000) };
    const error = await insertSubmissionRow(store.queries, big).then(() => null, toCallError);
    expect(error).toMatchObject({ code: 'disk_full' });
    expect(await store.queries.selectFrom('submissions').select('id').execute()).toEqual([
      { id: 'one' },
    ]);
    expect(store.isIntact('one')).toBe(true);
  });

  it('a damaged history is not copied: no part is left and no earlier copy is deleted', async () => {
    const folder = newFolder();
    const store = await openStore(folder, clock);
    await insertSubmissionRow(store.queries, { id: 'one' });
    await store.close();
    writeFileSync(
      join(folder, 'zubi.db'),
      readFileSync(join(folder, 'zubi.db')).fill(0, 8192, 12288),
    );
    const before = readdirSync(join(folder, 'backups'));
    await expect(makeCopy(folder, clock)).rejects.toMatchObject({ code: 'database_damaged' });
    expect(readdirSync(join(folder, 'backups'))).toEqual(before);
  });
});

it('a copy can be cancelled at any moment, and leaves nothing', () => {
  const script = fileURLToPath(new URL('./stop-while-copying.ts', import.meta.url));
  const ends = JSON.parse(
    execFileSync(process.execPath, [script, `${rounds(20, 60)}`], { encoding: 'utf8' }),
  );
  expect(ends.whole).toBeGreaterThan(0);
  expect(ends.givenUp).toBeGreaterThan(0);
});
