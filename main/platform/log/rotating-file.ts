import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { preparePrivateFolder } from '../files/private-folder.ts';

interface RotatingFileOptions {
  readonly folder: string;
  /** `zubi.log`; older ones become `zubi.1.log`, `zubi.2.log`. */
  readonly name: string;
  /** A line beyond this size begins a new file. */
  readonly maxBytes: number;
  /** Number of files, the current one included. */
  readonly files: number;
}

/** Receives lines and writes them at once, so that a crash loses none. */
interface LineFile {
  write(line: string): void;
  close(): void;
}

/**
 * A log file of bounded size, mode 0600. Writing never throws: a log that cannot be written (full
 * disk, missing folder) must not stop the work; the next line tries again.
 */
export function createRotatingFile(options: RotatingFileOptions): LineFile {
  const path = join(options.folder, options.name);
  let descriptor: number | null = null;
  let sizeBytes = 0;
  const close = (): void => {
    if (descriptor !== null) quietly(() => fs.closeSync(Number(descriptor)));
    descriptor = null;
  };
  const open = (): number => {
    if (descriptor !== null) return descriptor;
    preparePrivateFolder(options.folder);
    const opened = fs.openSync(path, 'a', 0o600);
    descriptor = opened;
    if (process.platform !== 'win32') fs.fchmodSync(opened, 0o600);
    sizeBytes = fs.fstatSync(opened).size;
    return opened;
  };
  const write = (line: string): void => {
    const bytes = Buffer.from(line);
    quietly(() => {
      open();
      if (sizeBytes > 0 && sizeBytes + bytes.length > options.maxBytes) {
        close();
        shift(path, options.files);
      }
      sizeBytes += fs.writeSync(open(), bytes);
    }, close);
  };
  return { write, close };
}

/** `zubi.1.log` becomes `zubi.2.log`, and so on; the oldest is removed. */
function shift(path: string, files: number): void {
  const older = (age: number): string => {
    const name = basename(path, '.log');
    return age === 0 ? path : join(path, '..', `${name}.${age}.log`);
  };
  fs.rmSync(older(files - 1), { force: true });
  for (let age = files - 2; age >= 0; age -= 1) {
    if (fs.existsSync(older(age))) fs.renameSync(older(age), older(age + 1));
  }
}

function quietly(action: () => void, afterFault: () => void = () => undefined): void {
  try {
    action();
  } catch {
    afterFault();
  }
}
