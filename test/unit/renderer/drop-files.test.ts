import { describe, expect, it } from 'vitest';
import { isDocumentName } from '../../../contract/document-names.ts';
import {
  type Finding,
  type FoundFile,
  openAll,
  pickFromFolder,
  readDrop,
  walkEntries,
} from '../../../renderer/shell/drop-files.ts';

/** An entry as the browser gives it; folders give their entries in portions, as Chromium does. */
function makeEntry(
  name: string,
  children: readonly FileSystemEntry[] | null,
  portion = 2,
): FileSystemEntry {
  const entry = {
    name,
    isFile: children === null,
    isDirectory: children !== null,
    file: (done: (file: File) => void) => done(new File(['x'], name)),
    createReader: () => {
      const left = [...(children ?? [])];
      return {
        readEntries: (done: (some: FileSystemEntry[]) => void) => done(left.splice(0, portion)),
      };
    },
  };
  return entry as unknown as FileSystemEntry;
}

/** All found files, at once. */
async function gather(finding: Finding) {
  const files: FoundFile[] = [];
  let leftAside = 0;
  for await (const found of finding) {
    files.push(...found.files);
    leftAside += found.leftAside;
  }
  return { files, leftAside };
}

async function walkAfterFirst(folder: FileSystemEntry) {
  const walk = walkEntries([folder]);
  await walk.next();
  return walk.next();
}

function makeUnreadable(name: string): FileSystemEntry {
  const entry = {
    name,
    isFile: true,
    isDirectory: false,
    file: (_done: unknown, fail: (reason: unknown) => void) => fail(new Error('gone')),
  };
  return entry as unknown as FileSystemEntry;
}

const file = (name: string) => makeEntry(name, null);

describe('walkEntries', () => {
  it('reads folders at any depth, in however many parts they come', async () => {
    const many = Array.from({ length: 5 }, (_, index) => file(`${index}.xml`));
    const found = await gather(
      walkEntries([makeEntry('año & 3T', [makeEntry('deep', many), file('a b.XML.GZ')])]),
    );
    expect(found.files.map(({ name }) => name).sort()).toEqual([
      '0.xml',
      '1.xml',
      '2.xml',
      '3.xml',
      '4.xml',
      'a b.XML.GZ',
    ]);
    expect(found.leftAside).toBe(0);
  });

  it('skips files of a folder that are no XML, and takes all files dropped directly', async () => {
    const folder = makeEntry('f', [file('x.pdf'), file('.hidden.xml'), file('y.xml')]);
    const found = await gather(walkEntries([folder, file('z.pdf')]));
    expect(found.files.map(({ name }) => name)).toEqual(['z.pdf', 'y.xml']);
    expect(found.leftAside).toBe(2);
  });

  it('takes from a folder files that may contain a document, for a later check', async () => {
    const folder = makeEntry('f', [file('a.json'), file('b.txt'), file('._c.txt'), file('d.xml')]);
    const found = await gather(walkEntries([folder]));
    expect(found.files.map(({ name, mayHold = false }) => [name, mayHold])).toEqual([
      ...[['a.json', true] as const, ['b.txt', true] as const, ['d.xml', false] as const],
    ]);
    expect(found.leftAside).toBe(1);
  });

  it('continues after a file that cannot be opened and an empty folder', async () => {
    const found = await gather(
      walkEntries([makeUnreadable('a.xml'), makeEntry('empty', []), file('b.xml')]),
    );
    expect(found.files.map(({ name }) => name)).toEqual(['a.xml', 'b.xml']);
    expect(await found.files[0]?.open()).toBeNull();
    expect((await openAll(found.files)).map(({ name }) => name)).toEqual(['b.xml']);
  });

  it('reports a folder that cannot be read like a file that cannot be opened', async () => {
    const folder = makeEntry('año', [file('a.xml')], 10);
    Object.assign(folder, {
      createReader: () => ({
        readEntries: (_done: unknown, fail: (reason: unknown) => void) => fail(new Error('no')),
      }),
    });
    const { value } = await walkAfterFirst(folder);
    expect(value?.files.map(({ name }: FoundFile) => name)).toEqual(['año']);
    expect(await value?.files[0]?.open()).toBeNull();
  });

  it('passes on the first files before it looks for the rest', async () => {
    let asked = 0;
    const names = Array.from({ length: 100 }, (_, index) => `${index}.xml`);
    const folder = makeEntry('f', names.map(file), 10);
    const reader = folder as unknown as { createReader(): { readEntries(done: unknown): void } };
    const create = reader.createReader;
    reader.createReader = () => {
      const { readEntries } = create();
      return {
        readEntries: (done) => {
          asked += 1;
          readEntries(done);
        },
      };
    };
    const walk = walkEntries([folder, file('top.xml')]);
    expect((await walk.next()).value?.files.map((found: { name: string }) => found.name)).toEqual([
      'top.xml',
    ]);
    expect((await walk.next()).value?.files.length).toBe(10);
    expect(asked).toBe(1);
    expect((await gather(walk)).files).toHaveLength(90);
  });
});

/** Items dropped together; `asked` counts how often the browser was asked about one. */
function makeTransfer(names: readonly string[], folder: FileSystemEntry | null) {
  const state = { asked: 0 };
  const item = (name: string, entry: FileSystemEntry | null) => ({
    kind: 'file',
    getAsFile: () => new File(['x'], name),
    webkitGetAsEntry: () => {
      state.asked += 1;
      return entry;
    },
  });
  const folders = folder === null ? [] : [item(folder.name, folder)];
  const items = [...names.map((name) => item(name, makeEntry(name, null))), ...folders];
  return { state, transfer: { items } as unknown as DataTransfer };
}

describe('readDrop', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.xml`);

  it('takes a few files and the folders among them, whatever their names', async () => {
    const { transfer } = makeTransfer(names(3), makeEntry('folder.xml', [file('inside.xml')]));
    const found = await gather(readDrop(transfer, isDocumentName));
    expect(found.files.map(({ name }) => name)).toEqual(['0.xml', '1.xml', '2.xml', 'inside.xml']);
    expect(found.files.some(({ isGuess }) => isGuess === true)).toBe(false);
  });

  it('checks, among very many, only names that do not look like a file', async () => {
    const { transfer, state } = makeTransfer(
      [...names(1000), 'x.pdf'],
      makeEntry('f', [file('inside.xml')]),
    );
    const found = await gather(readDrop(transfer, isDocumentName));
    expect(state.asked).toBe(2);
    expect(found.files).toHaveLength(1002);
    expect(found.files.at(-1)?.name).toBe('inside.xml');
    const guessed = found.files.filter(({ isGuess }) => isGuess === true).map(({ name }) => name);
    expect(guessed, 'what may be a folder all the same is known').toEqual(names(1000));
    expect((await openAll(found.files)).map(({ name }) => name)).toContain('999.xml');
  });
});

/** A handle as Chromium gives it; a folder's children may be refused. */
function makeHandle(
  name: string,
  children: readonly FileSystemHandle[] | 'refused' | null,
): FileSystemHandle {
  const handle = {
    name,
    kind: children === null ? 'file' : 'directory',
    getFile: async () => new File(['x'], name),
    async *values() {
      if (children === 'refused') throw new DOMException('no', 'NotAllowedError');
      yield* children ?? [];
    },
  };
  return handle as unknown as FileSystemHandle;
}

describe('very many dropped items, whose type the browser reports later', () => {
  const drop = (last: FileSystemHandle | null | undefined) => {
    const names = Array.from({ length: 120 }, (_, index) => `${index}.xml`);
    const items = [...names, 'Q3.xml'].map((name) => ({
      kind: 'file',
      getAsFile: () => new File(['x'], name),
      webkitGetAsEntry: () => null,
      getAsFileSystemHandle: async () => (name === 'Q3.xml' ? last : makeHandle(name, null)),
    }));
    return gather(readDrop({ items } as unknown as DataTransfer, isDocumentName));
  };

  it('include a folder with the name of a file, and its contents', async () => {
    const inner = makeHandle('julio', [makeHandle('b.xml', null), makeHandle('.c.xml', null)]);
    const found = await drop(
      makeHandle('Q3.xml', [makeHandle('a.xml', null), makeHandle('x.pdf', null), inner]),
    );
    expect(found.files.slice(120).map(({ name }) => name)).toEqual(['a.xml', 'b.xml']);
    expect(found.files.some(({ isGuess }) => isGuess === true)).toBe(false);
    expect(found.leftAside).toBe(2);
    expect((await openAll(found.files)).map(({ name }) => name).at(-1)).toBe('b.xml');
  });

  it('are reported by name when one cannot be opened, or its type never comes', async () => {
    const refused = (await drop(makeHandle('Q3.xml', 'refused'))).files.at(-1);
    expect(refused).toMatchObject({ name: 'Q3.xml', isGuess: true });
    expect(await refused?.open()).toBeNull();
    for (const nothing of [null, undefined])
      expect((await drop(nothing)).files.at(-1)).toMatchObject({ name: 'Q3.xml', isGuess: true });
  });
});

describe('a folder chosen in the dialog', () => {
  it('is treated as a dropped one', () => {
    const found = pickFromFolder([new File([], 'a.xml'), new File([], 'Thumbs.db')]);
    expect(found.files.map(({ name }) => name)).toEqual(['a.xml']);
    expect(found.leftAside).toBe(1);
  });

  it('gives XML in any spelling of its ending', () => {
    for (const name of ['a.xml', 'A.XML', 'a.xml.gz', 'a.gz'])
      expect(isDocumentName(name)).toBe(true);
    for (const name of ['a.xml.bak', '.a.xml', 'a.txt', 'xml'])
      expect(isDocumentName(name)).toBe(false);
  });
});
