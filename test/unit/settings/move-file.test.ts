import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toCallError } from '../../../main/platform/call-error.ts';
import { writeWitness } from '../../../main/platform/chain/witness.ts';
import { moveFileSync } from '../../../main/platform/files/move-file.ts';

const holder = vi.hoisted(() => ({ left: 0, code: 'EPERM' }));

/** Another program holds the file for as many tries as are `left`. */
function refuse(): void {
  if (holder.left === 0) return;
  holder.left -= 1;
  throw Object.assign(new Error('held'), { code: holder.code });
}
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const rename = async (...paths: Parameters<typeof real.rename>) => {
    refuse();
    await real.rename(...paths);
  };
  return { ...real, rename };
});

let folder = '';
const system = process.platform;
const pretend = (platform: NodeJS.Platform) =>
  Object.defineProperty(process, 'platform', { value: platform });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-moved-'));
  holder.left = 0;
});
afterEach(() => {
  pretend(system);
  rmSync(folder, { recursive: true });
});

const witness = { history: 'a'.repeat(32), number: 1, hash: 'b', submission: 1, at: '2026-11-28' };
const write = () => writeWitness(join(folder, 'witness.json'), { ...witness } as never);
const heldFs = {
  renameSync(...paths: Parameters<typeof fs.renameSync>) {
    refuse();
    fs.renameSync(...paths);
  },
};

describe('a file that a virus scanner holds for a moment', () => {
  test.each(['EPERM', 'EACCES', 'EBUSY'])('gets its name on Windows: %s', async (code) => {
    pretend('win32');
    Object.assign(holder, { left: 4, code });
    await write();
    writeFileSync(join(folder, 'old'), 'x');
    Object.assign(holder, { left: 4, code });
    moveFileSync(join(folder, 'old'), join(folder, 'new'), heldFs);
    expect(readdirSync(folder).toSorted()).toEqual(['new', 'witness.json']);
    expect(readFileSync(join(folder, 'new'), 'utf8')).toBe('x');
  });

  test('is an error at once for other reasons, and on other systems', async () => {
    pretend('win32');
    Object.assign(holder, { left: 1, code: 'ENOSPC' });
    await expect(write()).rejects.toMatchObject({ code: 'disk_full' });
    pretend('linux');
    Object.assign(holder, { left: 1, code: 'EPERM' });
    await expect(write()).rejects.toMatchObject({ code: 'data_folder_not_writable' });
  });

  test('is an error in the end', async () => {
    pretend('win32');
    Object.assign(holder, { left: 1000, code: 'EBUSY' });
    await expect(write()).rejects.toMatchObject({ details: { reason: 'EBUSY' } });
    const error = Object.assign(new Error('held'), { code: 'EBUSY' });
    expect(toCallError(error), 'elsewhere').toMatchObject({ code: 'database_locked' });
  });
});
