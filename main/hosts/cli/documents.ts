import { isUtf8 } from 'node:buffer';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import {
  isDocumentName,
  isHidden,
  maxHolderBytes,
  mayHoldDocument,
} from '../../../contract/document-names.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { openDocumentZip } from '../../platform/files/document-zip.ts';
import { readWhole } from '../../platform/files/read-whole.ts';
import type { Texts } from '../../platform/texts.ts';
import type { DocumentSource } from '../../validator/validator-port.ts';
import { holdsLedgerDocument } from '../../validator/wrapped-document.ts';
import { complain } from './output.ts';
import { readStdin } from './stdin.ts';
import { WrongUsage } from './wrong-usage.ts';

/** A document named on the command line, or found in a named folder. */
export interface NamedDocument {
  /**
   * The path as given; in a folder, the folder as given and the path from there. `-` for standard
   * input.
   */
  readonly file: string;
  readonly source: DocumentSource;
  /** The zip file around it. */
  readonly zip?: string;
  /** Bytes of the path on the disk (its zip's, inside one), when it is not UTF-8. */
  readonly place?: Buffer;
  /** Whether it was found in a folder or zip, and not named itself. */
  readonly isFound?: boolean;
}

/** The documents found, and the names of other files in folders and zip files. */
interface FoundDocuments {
  readonly documents: readonly NamedDocument[];
  readonly leftAside: readonly string[];
}

/**
 * The documents of the arguments, in their order. Folders are read completely, sorted by name,
 * without hidden files. A zip file stands for its documents.
 */
export async function findDocuments(
  paths: readonly string[],
  maxFileBytes: number,
): Promise<FoundDocuments> {
  if (paths.filter((path) => path === '-').length > 1) throw new WrongUsage('usage.stdinTwice');
  const documents: NamedDocument[] = [];
  const leftAside: string[] = [];
  const take = async (walked: Walked, isFound = false) => {
    const opened = await openZip(walked, maxFileBytes);
    documents.push(...opened.documents.map((each) => (isFound ? { ...each, isFound } : each)));
    leftAside.push(...opened.leftAside);
  };
  for (const path of paths) {
    if (path === '-') {
      const bytes = await readStdin(maxFileBytes);
      documents.push({ file: '-', source: { kind: 'bytes', bytes } });
    } else if (await isFolder(path)) {
      for await (const walked of walk(path)) {
        const { file, isUnreadable } = walked;
        const isDocument = isUnreadable || isDocumentName(basename(file));
        if (isDocument || (await isHolder(walked, maxFileBytes))) await take(walked, true);
        else leftAside.push(file);
      }
    } else await take({ file: path });
  }
  return { documents, leftAside };
}

/** As `findDocuments`, at least one; names the other files of folders in one line. */
export async function requireDocuments(
  paths: readonly string[],
  maxFileBytes: number,
  texts: Texts,
): Promise<readonly NamedDocument[]> {
  const { documents, leftAside } = await findDocuments(paths, maxFileBytes);
  if (leftAside.length > 0) sayKinds(leftAside, texts);
  if (documents.length > 0) return documents;
  throw new WrongUsage('usage.noDocuments', { paths: paths.join(', ') });
}

function sayKinds(leftAside: readonly string[], texts: Texts): void {
  const endingOf = (file: string) =>
    extname(file).slice(1).toUpperCase() || texts.say('validate.noEnding');
  const byEnding = [...Map.groupBy(leftAside, endingOf)];
  const kinds = byEnding.toSorted(([, one], [, other]) => other.length - one.length).slice(0, 8);
  complain(
    texts.say('validate.leftAside', {
      count: leftAside.length,
      kinds: kinds.map(([ending, files]) => `${texts.number(files.length)} ${ending}`).join(', '),
    }),
  );
}

/** The documents of a zip file, or the file itself when it contains none. */
async function openZip({ file, place }: Walked, maxFileBytes: number): Promise<FoundDocuments> {
  const own = place && { place };
  const holds = (bytes: Uint8Array) => holdsLedgerDocument(bytes, maxFileBytes);
  const inside = /\.zip$/i.test(file)
    ? await openDocumentZip(place ?? file, { maxFileBytes, isHolder: holds })
    : null;
  if (inside === null) {
    const bytes = place === undefined ? null : await readSmall(place, maxFileBytes);
    const source: DocumentSource =
      bytes === null ? { kind: 'path', path: file } : { kind: 'bytes', bytes };
    return { documents: [{ file, source, ...own }], leftAside: [] };
  }
  const documents = inside.documents.map(({ name, bytes }) => ({
    file: `${file}/${name}`,
    zip: file,
    ...own,
    isFound: true,
    source: { kind: 'bytes', bytes } as const,
  }));
  return { documents, leftAside: inside.leftAside.map((name) => `${file}/${name}`) };
}

/** Whether a file of a folder that is no document by its name has one of the ledger inside. */
async function isHolder({ file, place }: Walked, maxFileBytes: number): Promise<boolean> {
  if (!mayHoldDocument(basename(file))) return false;
  const bytes = await readSmall(place ?? file, maxHolderBytes);
  return bytes !== null && holdsLedgerDocument(bytes, maxFileBytes);
}

/** Null where the file cannot be read, or is larger. */
async function readSmall(path: string | Buffer, limitBytes: number): Promise<Buffer | null> {
  const tooLarge = () => new ZubiError('too_large', { limitBytes });
  return readWhole(path, limitBytes, tooLarge).catch(() => null);
}

/** A missing path counts as a file: its verdict reports it. */
async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

interface Walked {
  readonly file: string;
  /** The path as the disk has it, where it is not UTF-8: a string cannot name the file. */
  readonly place?: Buffer;
  /** A folder that cannot be read: its verdict reports it, as that of a missing file. */
  readonly isUnreadable?: true;
}

/** Links to folders are not followed: they could form a circle. */
async function* walk(folder: string, place = Buffer.from(folder)): AsyncGenerator<Walked> {
  const read = await readdir(place, { withFileTypes: true, encoding: 'buffer' }).catch(() => null);
  if (read === null) return yield { file: folder, isUnreadable: true };
  const entries = read.map((entry) => ({ entry, name: entry.name.toString() }));
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const { entry, name } of entries) {
    const file = join(folder, name);
    const within = Buffer.concat([place, Buffer.from(sep), entry.name]);
    if (isHidden(name)) continue;
    // Node on Windows takes all that is in OneDrive for links.
    const kind = entry.isSymbolicLink() ? await lstat(within).catch(() => entry) : entry;
    if (kind.isDirectory()) yield* walk(file, within);
    else if (kind.isFile() || isDocumentName(name))
      yield isUtf8(within) ? { file } : { file, place: within };
  }
}

/** Works on many things at once, at most `atOnce`; results in the order of the things. */
export async function* mapInOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // A failure is handled in its turn; until then it must not count as unhandled.
    result.catch(() => undefined);
    running.push(result);
    const first = running.length >= atOnce ? running.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const result of running) yield await result;
}
