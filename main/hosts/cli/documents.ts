import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentSource } from '../../validator/validator-port.ts';
import { readStdin } from './stdin.ts';
import { WrongUsage } from './wrong-usage.ts';

/** A document named on the command line, or found in a folder that was. */
export interface NamedDocument {
  /**
   * The path as given; below a folder, the folder as given and the way from there. `-` for standard
   * input.
   */
  readonly file: string;
  readonly source: DocumentSource;
}

const inFolders = /\.(?:xml|gz)$/i;

/**
 * The documents behind the arguments, in their order; folders are walked to the end, sorted by
 * name, for `.xml` and `.gz`.
 */
export async function findDocuments(
  paths: readonly string[],
  maxFileBytes: number,
): Promise<NamedDocument[]> {
  if (paths.filter((path) => path === '-').length > 1) throw new WrongUsage('usage.stdinTwice');
  const found: NamedDocument[] = [];
  for (const path of paths) {
    if (path === '-') {
      found.push({ file: '-', source: { kind: 'bytes', bytes: await readStdin(maxFileBytes) } });
    } else if (await isFolder(path)) {
      for await (const file of walk(path))
        found.push({ file, source: { kind: 'path', path: file } });
    } else {
      found.push({ file: path, source: { kind: 'path', path } });
    }
  }
  if (found.length === 0) throw new WrongUsage('usage.noDocuments', { paths: paths.join(', ') });
  return found;
}

/** What is not there is no folder: the verdict says what is wrong with it. */
async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Links to folders are not followed: they could lead round in a circle. */
async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (inFolders.test(entry.name)) yield path;
  }
}

/**
 * Works on many things at once, at most `atOnce`, and gives the results in the order of the things.
 */
export async function* mapInOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // A failure is met when its turn comes; until then it must not count as unhandled.
    result.catch(() => undefined);
    running.push(result);
    const first = running.length >= atOnce ? running.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const result of running) yield await result;
}
