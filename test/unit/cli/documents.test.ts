import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxHolderBytes } from '../../../contract/document-names.ts';
import { findDocuments, mapInOrder, sayLeftAside } from '../../../main/hosts/cli/documents.ts';
import { WrongUsage } from '../../../main/hosts/cli/wrong-usage.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { makeZip } from '../../fixtures/make-zip.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zubi-documents-'));
  await mkdir(join(folder, 'b', 'deep'), { recursive: true });
  await mkdir(join(folder, 'empty'));
  for (const name of [
    'z.xml',
    'a.XML',
    'notes.txt',
    'b/one.xml.gz',
    'b/two.gz',
    'b/deep/three.xml',
  ]) {
    await writeFile(join(folder, name), '');
  }
  // A circular path is not followed.
  await symlink(folder, join(folder, 'b', 'round'));
});
afterAll(() => rm(folder, { recursive: true }));

const filesOf = async (paths: string[]) =>
  (await findDocuments(paths, 1000)).documents.map(({ file }) => file);

describe('the documents named by the arguments', () => {
  it('are those of a folder at any depth, sorted', async () => {
    const expected = ['a.XML', 'b/deep/three.xml', 'b/one.xml.gz', 'b/two.gz', 'z.xml'];
    expect(await filesOf([folder])).toEqual(
      expected.map((name) => join(folder, ...name.split('/'))),
    );
  });

  it('keep the order of the arguments, and are taken with any name when named directly', async () => {
    const named = [
      join(folder, 'z.xml'),
      join(folder, 'notes.txt'),
      join(folder, 'b', 'deep'),
      join(folder, 'gone'),
    ];
    expect(await filesOf(named)).toEqual([
      named[0],
      named[1],
      join(folder, 'b', 'deep', 'three.xml'),
      named[3],
    ]);
  });

  it('are those inside a zip file, without files hidden by a system', async () => {
    const path = join(folder, 'b', 'deep', 'quarter.zip');
    const names = ['in/one.xml', '__MACOSX/in/._one.xml', 'in/._two.xml', 'notes.txt'];
    await writeFile(path, makeZip(names.map((name) => ({ name, content: '<a/>' }))));
    await writeFile(join(folder, 'b', 'deep', '._three.xml'), '');
    const found = await findDocuments([join(folder, 'b', 'deep')], 1000);
    await rm(path);
    expect(found.documents.map(({ file }) => file)).toEqual([
      join(path, 'in', 'one.xml'),
      join(folder, 'b', 'deep', 'three.xml'),
    ]);
    expect(found.leftAside).toEqual([join(folder, 'b', 'deep', 'quarter.zip/notes.txt')]);
  });

  it('leave out other files of a folder', async () => {
    const { leftAside } = await findDocuments([folder], 1000);
    expect(leftAside).toEqual([join(folder, 'notes.txt')]);
  });

  it('are looked for in other files only when these are small', async () => {
    const within = join(folder, 'holders');
    await mkdir(within);
    const xml = makeDocument('240-received', { seed: 1, records: 1 });
    const holder = (padding: number) =>
      JSON.stringify({ xml: Buffer.from(xml).toString('base64'), padding: ' '.repeat(padding) });
    await writeFile(join(within, 'small.json'), holder(0));
    await writeFile(join(within, 'large.json'), holder(maxHolderBytes));
    const inZip = join(within, 'both.zip');
    const entries = { 'small.json': holder(0), 'large.json': holder(maxHolderBytes) };
    const listed = Object.entries(entries).map(([name, content]) => ({ name, content }));
    await writeFile(inZip, makeZip(listed));
    const found = await findDocuments([within], 100_000_000);
    await rm(within, { recursive: true });
    expect(found.documents.map(({ file }) => file)).toEqual([
      join(inZip, 'small.json'),
      join(within, 'small.json'),
    ]);
    expect(found.leftAside).toEqual([join(inZip, 'large.json'), join(within, 'large.json')]);
  });

  it('are required', async () => {
    const none = await findDocuments([join(folder, 'empty')], 1000);
    expect(() => sayLeftAside(none, loadTexts('en'))).toThrow(WrongUsage);
    await expect(findDocuments(['-', '-'], 1000)).rejects.toThrow(WrongUsage);
  });
});

describe('parallel work', () => {
  it('gives results in order, within the limit of simultaneous work', async () => {
    let running = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    const work = async (item: number) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => {
        // Later ones end first.
        finish.unshift(resolve);
        if (finish.length === 3 || item >= 9) for (const end of finish.splice(0)) end();
      });
      running -= 1;
      return item * 10;
    };
    const results: number[] = [];
    for await (const result of mapInOrder([...Array(10).keys()], 3, work)) results.push(result);
    expect(results).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(most).toBe(3);
  });

  it('fails with the first failure', async () => {
    const work = async (item: number) => {
      if (item === 2) throw new Error('two');
      return item;
    };
    const results: number[] = [];
    const all = async () => {
      for await (const result of mapInOrder([1, 2, 3], 2, work)) results.push(result);
    };
    await expect(all()).rejects.toThrow('two');
    expect(results).toEqual([1]);
  });
});
