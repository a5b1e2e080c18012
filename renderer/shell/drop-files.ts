/** A file that was found. Opening one costs the window a wait, so that each is opened when its turn has come. */
export interface FoundFile {
  readonly name: string;
  /** Whether it is taken for a file by its name alone. */
  readonly isGuess?: boolean;
  /** Null when it cannot be opened. */
  open(): Promise<File | null>;
}

/** What was found, or a portion of it: the files to take, and how many of a folder's files were left aside. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly leftAside: number;
}

/** What is being looked for in a drop, or was chosen: portion by portion. */
export type Finding = AsyncIterable<FoundFiles> | Iterable<FoundFiles>;

const wanted = /\.(xml|gz|xsig)$/i;

/** Whether a file inside a dropped folder is taken; what is dropped by itself always is, so that it can be named as what it is. */
export function isWantedInFolder(name: string): boolean {
  return wanted.test(name) && !name.startsWith('.');
}

function fromEntry(entry: FileSystemFileEntry): FoundFile {
  const open = () =>
    new Promise<File | null>((resolve) => {
      entry.file(resolve, () => resolve(null));
    });
  return { name: entry.name, open };
}

/** Files that are open already, as those that are found. */
export function asFound(files: readonly File[], isGuess = false): readonly FoundFile[] {
  return files.map((file) => ({ name: file.name, isGuess, open: async () => file }));
}

function readSome(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  return new Promise((resolve) => {
    reader.readEntries(resolve, () => resolve([]));
  });
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Files of entries and of all folders beneath them, portion by portion: the first are there before the last of thousands is found. */
export async function* walkEntries(
  entries: readonly FileSystemEntry[],
  isWanted = isWantedInFolder,
  inFolder = false,
): AsyncGenerator<FoundFiles> {
  const files = entries.filter(isFile);
  const taken = inFolder ? files.filter(({ name }) => isWanted(name)) : files;
  yield { files: taken.map(fromEntry), leftAside: files.length - taken.length };
  for (const folder of entries.filter(isFolder)) {
    const reader = folder.createReader();
    // A reader gives its entries in portions; an empty one is the end.
    for (let some = await readSome(reader); some.length > 0; some = await readSome(reader))
      yield* walkEntries(some, isWanted, true);
  }
}

/** For so many things dropped together the browser may be asked at once whether each is a folder: it answers in 0.2 ms, and the window waits. */
const mostAsked = 100;

/** Files of a drop. Entries are taken at once: the browser empties the list after the event. Among very many, what is named like a file is taken for one. */
export function readDrop(transfer: DataTransfer, isWanted = isWantedInFolder): Finding {
  const entries: FileSystemEntry[] = [];
  const loose: File[] = [];
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  for (const item of items) {
    const file = items.length > mostAsked ? item.getAsFile() : null;
    const entry = file !== null && wanted.test(file.name) ? null : item.webkitGetAsEntry();
    if (entry !== null) entries.push(entry);
    else {
      // Files made by a script have no entry.
      const made = file ?? item.getAsFile();
      if (made !== null) loose.push(made);
    }
  }
  return readEntries(entries, asFound(loose, items.length > mostAsked), isWanted);
}

async function* readEntries(
  entries: readonly FileSystemEntry[],
  loose: readonly FoundFile[],
  isWanted: (name: string) => boolean,
): AsyncGenerator<FoundFiles> {
  if (loose.length > 0) yield { files: loose, leftAside: 0 };
  yield* walkEntries(entries, isWanted);
}

/** All that is found, at once. */
export async function gather(finding: Finding): Promise<FoundFiles> {
  const files: FoundFile[] = [];
  let leftAside = 0;
  for await (const found of finding) {
    files.push(...found.files);
    leftAside += found.leftAside;
  }
  return { files, leftAside };
}

/** Opens what was found; what cannot be opened is left out. */
export async function openAll(files: readonly FoundFile[]): Promise<readonly File[]> {
  const opened = await Promise.all(files.map((file) => file.open()));
  return opened.filter((file) => file !== null);
}

/** Whether what is dragged are files. */
export function carriesFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false;
}

/** Files of a folder chosen through the dialog, as those of a dropped one. */
export function pickFromFolder(files: readonly File[]): FoundFiles {
  const taken = files.filter((file) => isWantedInFolder(file.name));
  return { files: asFound(taken), leftAside: files.length - taken.length };
}
