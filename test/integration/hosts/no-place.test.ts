import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { command } from './run-command.ts';
import { makeFolder, zubi } from './run-zubi.ts';

const below = join(fileURLToPath(import.meta.url), 'data');
const places = process.platform === 'linux' ? ['/proc/zubi/data', below] : [below];

describe.each(places)('a data folder in %s, where none can be made', (data) => {
  it.each([
    ['history'],
    ['submit', below, '--yes'],
    ['serve', '--no-open', '--port', '0'],
    ['sandbox', '--port', '0'],
  ])('ends zubi %s with a sentence', async (...args) => {
    const run = data === below ? zubi : command;
    const { exitCode, stdout, stderr } = await run([...args, '--data', data]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('(data_folder_not_writable)');
  });
});

it('a folder that takes no state of the sandbox is named as the reason', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder.path, 'sandbox.db'));
  const { exitCode, stdout, stderr } = await command(['sandbox', '--data', folder.path]);
  await folder.remove();
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('(data_folder_not_writable)');
});

it('a damaged state of the sandbox is told, with the file that a person deletes', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder.path, 'sandbox.db'), 'no database, whatever its name says');
  const { exitCode, stdout, stderr } = await command(['sandbox', '--data', folder.path]);
  await folder.remove();
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/«sandbox\.db».*\(sandbox_unavailable\)/);
});

it('a call that cannot open its data folder could not run: it ends with 2', async () => {
  const { exitCode, stdout } = await command(['call', 'app.status', '--data', below]);
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([
    2,
    { error: { code: 'data_folder_not_writable' } },
  ]);
});
