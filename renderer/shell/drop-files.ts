/** What was found in a drop: the files to take, and how many of a folder's files were left aside. */
export interface FoundFiles {
  readonly files: readonly File[];
  readonly leftAside: number;
}

const wanted = /\.(xml|gz|xsig)$/i;

/** Whether a file inside a dropped folder is taken; what is dropped by itself always is, so that it can be named as what it is. */
export function isWantedInFolder(name: string): boolean {
  return wanted.test(name) && !name.startsWith('.');
}

function readFile(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => {
    entry.file(resolve, () => resolve(null));
  });
}

function readSome(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  return new Promise((resolve) => {
    reader.readEntries(resolve, () => resolve([]));
  });
}

async function readFolder(entry: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = entry.createReader();
  const entries: FileSystemEntry[] = [];
  // A reader gives its entries in portions; an empty one is the end.
  for (let some = await readSome(reader); some.length > 0; some = await readSome(reader))
    entries.push(...some);
  return entries;
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Files of entries and of all folders beneath them. */
export async function walkEntries(
  entries: readonly FileSystemEntry[],
  isWanted = isWantedInFolder,
): Promise<FoundFiles> {
  const files: File[] = [];
  let leftAside = 0;
  const waiting = entries.map((entry) => ({ entry, inFolder: false }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { entry, inFolder } = next;
    if (isFolder(entry)) {
      for (const child of await readFolder(entry)) waiting.push({ entry: child, inFolder: true });
    } else if (isFile(entry)) {
      const file = inFolder && !isWanted(entry.name) ? null : await readFile(entry);
      if (file === null) leftAside += 1;
      else files.push(file);
    }
  }
  return { files, leftAside };
}

/** Files of a drop. Entries are taken at once: the browser empties the list after the event. */
export function readDrop(transfer: DataTransfer, isWanted = isWantedInFolder): Promise<FoundFiles> {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry());
  const loose = items.map((item) => item.getAsFile());
  const walked = entries.filter((entry) => entry !== null);
  // Files made by a script have no entry.
  const others = loose.filter((file, index) => file !== null && entries[index] === null) as File[];
  return walkEntries(walked, isWanted).then((found) => ({ ...found, files: [...found.files, ...others] }));
}

/** Whether what is dragged are files. */
export function carriesFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false;
}

/** Files of a folder chosen through the dialog, as those of a dropped one. */
export function pickFromFolder(files: readonly File[]): FoundFiles {
  const taken = files.filter((file) => isWantedInFolder(file.name));
  return { files: taken, leftAside: files.length - taken.length };
}
