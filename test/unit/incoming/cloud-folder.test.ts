import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { gatherPackage } from '../../../main/features/schemas/package-files.ts';
import { listFiles } from '../../../main/features/watching/list-files.ts';
import { findDocuments } from '../../../main/hosts/cli/documents.ts';

/**
 * libuv on Windows gives every entry with a reparse point as a link (`src/win/fs.c`), and OneDrive
 * gives one to all of its files and folders. `lstat` does not.
 */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const asLink = { isFile: () => false, isDirectory: () => false, isSymbolicLink: () => true };
  const readdir = async (...[path, options]: Parameters<typeof real.readdir>) =>
    (await real.readdir(path, options)).map((entry) => Object.assign(entry, asLink));
  return { ...real, readdir };
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zubi-cloud-'));
  await mkdir(join(folder, 'cliente'));
  for (const name of ['a.xml', 'cliente/b.xml', 'cliente/c.xsd'])
    await writeFile(join(folder, name), '');
  // A circular path is not followed.
  await symlink(folder, join(folder, 'cliente', 'round'));
});
afterAll(() => rm(folder, { recursive: true }));

it('a folder in OneDrive has its files for Zubi, and its links stay links', async () => {
  const watched = await listFiles(folder);
  expect(watched?.files.map(({ name }) => name).toSorted()).toEqual(['a.xml', 'b.xml', 'c.xsd']);
  const { documents } = await findDocuments([folder], 1000);
  expect(documents.map(({ file }) => basename(file))).toEqual(['a.xml', 'b.xml']);
  const { files } = await gatherPackage([{ name: 'schemas', path: folder }]);
  expect([...files.keys()]).toEqual(['c.xsd']);
});
