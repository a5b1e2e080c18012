import { isDocumentName, maxHolderBytes, mayHoldDocument } from '../../contract/document-names.ts';

/** A found file. Opening one makes the window wait, so they are opened one by one. */
export interface FoundFile {
  readonly name: string;
  /** Whether its name alone makes it a file. */
  readonly isGuess?: boolean;
  /** Whether it is from a folder, and taken only if it contains a document of the ledger. */
  readonly mayHold?: boolean;
  /** Null when it cannot be opened. */
  open(): Promise<File | null>;
}

/** A portion of the found files, and the number of skipped files in folders. */
interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly leftAside: number;
}

/** A running search of a drop or a choice, portion by portion. */
export type Finding = AsyncIterable<FoundFiles> | Iterable<FoundFiles>;

/**
 * A file of a folder; null for a skipped one. A file dropped by itself is always taken, so that its
 * kind can be named.
 */
function inFolder(found: FoundFile, isWanted: (name: string) => boolean): FoundFile | null {
  if (isWanted(found.name)) return found;
  return mayHoldDocument(found.name) ? { ...found, mayHold: true } : null;
}

/** Whether a file that may contain a document is small enough to be searched. */
export const isSmallHolder = ({ size }: File): boolean => size <= maxHolderBytes;

function fromEntry(entry: FileSystemFileEntry): FoundFile {
  const open = () =>
    new Promise<File | null>((resolve) => {
      entry.file(resolve, () => resolve(null));
    });
  return { name: entry.name, open };
}

/** Open files, as found ones. */
export function asFound(files: readonly File[], isGuess = false): readonly FoundFile[] {
  return files.map((file) => ({ name: file.name, isGuess, open: async () => file }));
}

/** Null where the folder cannot be read. */
function readSome(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[] | null> {
  return new Promise((resolve) => {
    reader.readEntries(resolve, () => resolve(null));
  });
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/**
 * Files of entries and of all folders beneath them, portion by portion: the first are there before
 * the last of thousands is found.
 */
export async function* walkEntries(
  entries: readonly FileSystemEntry[],
  isWanted = isDocumentName,
  isInside = false,
): AsyncGenerator<FoundFiles> {
  const files = entries.filter(isFile).map(fromEntry);
  const taken = isInside ? files.flatMap((file) => inFolder(file, isWanted) ?? []) : files;
  yield { files: taken, leftAside: files.length - taken.length };
  for (const folder of entries.filter(isFolder)) {
    const reader = folder.createReader();
    // A reader gives its entries in portions; an empty one is the end.
    for (let some = await readSome(reader); some?.length !== 0; some = await readSome(reader)) {
      if (some === null) {
        // Its name decides, as for a file that cannot be opened.
        yield { files: [{ name: folder.name, open: async () => null }], leftAside: 0 };
        break;
      }
      yield* walkEntries(some, isWanted, true);
    }
  }
}

/**
 * Up to this number of items the browser may be asked at once whether each is a folder: each answer
 * takes 0.2 ms, and the window waits.
 */
const maxAsked = 100;

/**
 * An item among very many with a file's name, and the browser's later answer about it; null without
 * one.
 */
interface Loose {
  readonly file: File;
  readonly handle: Promise<FileSystemHandle | null>;
}

/** Chromium's synchronous answer. */
interface AskedLater {
  /** Chromium resolves to undefined for a file that a script made. */
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null | undefined>;
}

/**
 * Files of a drop. Entries are taken at once: the browser empties the list after the event. Among
 * very many, an item with a file's name is checked afterwards, and is a file where the browser does
 * not tell.
 */
export function readDrop(transfer: DataTransfer, isWanted: (name: string) => boolean): Finding {
  const entries: FileSystemEntry[] = [];
  const made: File[] = [];
  const loose: Loose[] = [];
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  for (const item of items) {
    const file = items.length > maxAsked ? item.getAsFile() : null;
    if (file !== null && isDocumentName(file.name)) {
      loose.push({ file, handle: askLater(item) });
      continue;
    }
    const entry = item.webkitGetAsEntry();
    // Files made by a script have no entry.
    const own = entry === null ? (file ?? item.getAsFile()) : null;
    if (entry !== null) entries.push(entry);
    else if (own !== null) made.push(own);
  }
  return readEntries({ entries, made, loose }, isWanted);
}

async function askLater(item: DataTransferItem & AskedLater): Promise<FileSystemHandle | null> {
  try {
    return (await item.getAsFileSystemHandle?.()) ?? null;
  } catch {
    return null;
  }
}

interface Dropped {
  readonly entries: readonly FileSystemEntry[];
  readonly made: readonly File[];
  readonly loose: readonly Loose[];
}

const portion = 50;

async function* readEntries(
  { entries, made, loose }: Dropped,
  isWanted: (name: string) => boolean,
): AsyncGenerator<FoundFiles> {
  if (made.length > 0) yield { files: asFound(made), leftAside: 0 };
  const folders: FileSystemDirectoryHandle[] = [];
  for (let from = 0; from < loose.length; from += portion) {
    const files: FoundFile[] = [];
    for (const { file, handle } of loose.slice(from, from + portion)) {
      const known = await handle;
      if (known !== null && isDirectory(known)) folders.push(known);
      else files.push(...asFound([file], known === null));
    }
    yield { files, leftAside: 0 };
  }
  yield* walkEntries(entries, isWanted);
  for (const folder of folders) yield* walkFolder(folder, isWanted);
}

const isDirectory = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle =>
  handle.kind === 'directory';
const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle =>
  handle.kind === 'file';

/** Files of a folder known by its handle, and of those beneath it; unreadable ones are named. */
async function* walkFolder(
  folder: FileSystemDirectoryHandle,
  isWanted: (name: string) => boolean,
): AsyncGenerator<FoundFiles> {
  const files: FoundFile[] = [];
  const inner: FileSystemDirectoryHandle[] = [];
  let leftAside = 0;
  try {
    for await (const handle of folder.values()) {
      if (isDirectory(handle)) inner.push(handle);
      else {
        const file = isFileHandle(handle) ? inFolder(fromHandle(handle), isWanted) : null;
        if (file === null) leftAside += 1;
        else files.push(file);
      }
    }
  } catch {
    files.push({ name: folder.name, isGuess: true, open: async () => null });
  }
  yield { files, leftAside };
  for (const each of inner) yield* walkFolder(each, isWanted);
}

function fromHandle(handle: FileSystemFileHandle): FoundFile {
  return { name: handle.name, open: () => handle.getFile().catch(() => null) };
}

/** Opens the found files; leaves out those that cannot be opened. */
export async function openAll(files: readonly FoundFile[]): Promise<readonly File[]> {
  const opened = await Promise.all(files.map((file) => file.open()));
  return opened.filter((file) => file !== null);
}

/** Whether files are dragged. */
export function carriesFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false;
}

/** Files of a folder chosen in the dialog, as those of a dropped one. */
export function pickFromFolder(files: readonly File[]): FoundFiles {
  const taken = asFound(files).flatMap((file) => inFolder(file, isDocumentName) ?? []);
  return { files: taken, leftAside: files.length - taken.length };
}
