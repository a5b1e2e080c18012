import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { maxHolderBytes } from '../../../contract/document-names.ts';
import { findDocuments, mapInOrder, requireDocuments } from '../../../main/hosts/cli/documents.ts';
import { WrongUsage } from '../../../main/hosts/cli/wrong-usage.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { makeZip } from '../../fixtures/make-zip.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';

/** No right of a folder holds back the system's administrator, as whom tests may run. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = (...[path, options]: Parameters<typeof real.readdir>) =>
    String(path).endsWith('locked')
      ? Promise.reject(new Error('EACCES'))
      : real.readdir(path, options);
  return { ...real, readdir };
});

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

  it('are without those of a folder that cannot be read, which is named itself', async () => {
    const locked = join(folder, 'empty', 'locked');
    await mkdir(locked);
    expect(await filesOf([join(folder, 'empty'), locked])).toEqual([locked, locked]);
    await rm(locked, { recursive: true });
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

  // Other systems allow no such name.
  it.runIf(process.platform === 'linux')('are read whatever the bytes of their names', async () => {
    const within = join(folder, 'latin');
    await mkdir(Buffer.from(join(within, 'a\u00f1o'), 'latin1'), { recursive: true });
    const names = ['a\u00f1o/dentro.xml', 'factura de a\u00f1o.xml', 'nota a\u00f1o.txt'];
    for (const name of names)
      await writeFile(Buffer.from(join(within, name), 'latin1'), `<${name.length}/>`);
    const xml = makeDocument('240-received', { seed: 1, records: 1 });
    const zipped = makeZip([{ name: 'z.xml', content: '<z/>' }]);
    await writeFile(Buffer.from(join(within, 'a\u00f1o/todo.zip'), 'latin1'), zipped);
    const holder = JSON.stringify({ xml: Buffer.from(xml).toString('base64') });
    await writeFile(Buffer.from(join(within, 'a\u00f1o/uno.json'), 'latin1'), holder);
    const found = await findDocuments([within], 100_000);
    await rm(within, { recursive: true });
    const shown = (name: string) => join(within, name.replace('\u00f1', '\ufffd'));
    const read = (name: string, text: string, zip?: string) => ({
      file: shown(name),
      place: Buffer.from(join(within, zip ?? name), 'latin1'),
      isFound: true,
      source: { kind: 'bytes', bytes: Buffer.from(text) },
      ...(zip === undefined ? {} : { zip: shown(zip) }),
    });
    const deep = 'a\u00f1o';
    expect(found.documents).toEqual([
      read(`${deep}/dentro.xml`, '<14/>'),
      read(`${deep}/todo.zip/z.xml`, '<z/>', `${deep}/todo.zip`),
      read(`${deep}/uno.json`, holder),
      read('factura de a\u00f1o.xml', '<18/>'),
    ]);
    expect(found.leftAside).toEqual([shown('nota a\u00f1o.txt')]);
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
    const none = requireDocuments([join(folder, 'empty')], 1000, loadTexts('en'));
    await expect(none).rejects.toThrow(WrongUsage);
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
