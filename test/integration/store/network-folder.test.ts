import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openOffice } from '../core/office.ts';

/** `f_type` of the file system, reported for every folder: the fault. */
const told = vi.hoisted(() => ({ type: 0xef53 }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return { ...real, statfsSync: (path: string) => ({ ...real.statfsSync(path), type: told.type }) };
});

it.runIf(process.platform === 'linux').each([
  ['NFS', 0x6969],
  ['SMB 2', 0xfe534d42],
  ['CIFS', 0xff534d42],
])(
  'Q11: a data folder on %s is refused by name, before anything is written into it',
  async (_name, type) => {
    const folder = mkdtempSync(join(tmpdir(), 'zubi-network-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    told.type = type;
    await expect(openOffice({ dataFolder: folder })).rejects.toMatchObject({
      code: 'data_folder_on_network',
    });
    expect(readdirSync(folder)).toEqual([]);
    told.type = 0xef53;
    const office = await openOffice({ dataFolder: folder });
    expect((await office.call('app.status', {})).ownsDataFolder).toBe(true);
  },
);
