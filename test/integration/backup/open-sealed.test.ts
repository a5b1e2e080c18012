import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeArchive } from '../../../main/features/backup/archive.ts';
import { sealCompanies } from '../../../main/features/companies/sealed-file.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { olderArchive, passphrase } from '../../fixtures/older-data/older-data.ts';
import { sampled } from '../../rounds.ts';

const script = join(import.meta.dirname, '../../../scripts/open-sealed.mjs');
const folder = mkdtempSync(join(tmpdir(), 'zubi-open-sealed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let number = 0;
/** Opens a file with Node alone. */
function open(path: string, secret = passphrase) {
  number += 1;
  const target = join(folder, `opened-${number}`);
  const { status, stderr } = spawnSync(process.execPath, [script, path, target], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ZUBI_PASSPHRASE: secret },
  });
  return {
    status,
    stderr: stderr.trim(),
    read: (name: string) => readFileSync(join(target, name)),
  };
}

it('an archive opens without the application, and only whole', async () => {
  const bytes = randomBytes(2_500_000);
  const path = join(folder, 'new.zubi-backup');
  const history = {
    createdAt: '2026-01-02T03:04:05.678Z',
    submissions: 1,
    companies: 1,
    lastSubmissionAt: null,
    cause: null,
    version: 20,
  };
  await writeArchive(
    path,
    { version: '0.0.0-test', includesKeys: false, history },
    { entries: [{ name: 'zubi.db', content: { bytes } }], passphrase: new Secret(passphrase) },
  );
  const opened = open(path);
  expect([opened.status, opened.stderr]).toEqual([0, '']);
  expect(opened.read('zubi.db').equals(bytes)).toBe(true);

  expect(open(path, 'another passphrase')).toMatchObject({ status: 1, stderr: 'wrong passphrase' });
  // After a wrong passphrase, or damage, the same command works again.
  expect(existsSync(join(folder, `opened-${number}`))).toBe(false);
  const whole = readFileSync(path);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(whole.length - 40) ^ 1, whole.length - 40);
  const all = [
    [changed, 'damaged'],
    [whole.subarray(0, -1), 'cut short'],
    [Buffer.concat([whole, Buffer.of(0)]), 'bytes after the end'],
    [Buffer.from(whole.toString('latin1').replace('131072', '262144'), 'latin1'), 'a cost'],
  ] as const;
  for (const [content, told] of sampled(all, 2)) {
    writeFileSync(join(folder, 'changed'), content);
    const { status, stderr } = open(join(folder, 'changed'));
    expect([status, stderr]).toEqual([1, expect.stringContaining(told)]);
    expect(existsSync(join(folder, `opened-${number}`))).toBe(false);
  }
});

it.each(['open', 'sealed'] as const)(
  'an archive from before the first release opens too: %s',
  (kind) => {
    const opened = open(olderArchive(kind));
    expect([opened.status, opened.stderr]).toEqual([0, '']);
    expect(opened.read('zubi.db').toString('latin1', 0, 15)).toBe('SQLite format 3');
    expect(JSON.parse(opened.read('settings.json').toString())).toHaveProperty('officeName');
  },
);

it('a sealed file of companies opens without the application', async () => {
  const path = join(folder, 'companies.zubi');
  writeFileSync(path, await sealCompanies([], new Secret(passphrase)));
  const opened = open(path);
  expect([opened.status, opened.stderr]).toEqual([0, '']);
  expect(JSON.parse(opened.read('companies.json').toString())).toEqual({ companies: [] });
});
