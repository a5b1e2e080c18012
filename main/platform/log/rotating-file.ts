import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { join } from 'node:path';
import { preparePrivateFolder } from '../files/private-folder.ts';

interface RotatingFileOptions {
  readonly folder: string;
  /** A line beyond this size begins a new file. */
  readonly maxBytes: number;
}

/** Receives lines and writes them at once, so that a crash loses none. */
interface LineFile {
  write(line: string): void;
  close(): void;
}

/**
 * The log file of bounded size, mode 0600. Writing never throws: a log that cannot be written (full
 * disk, missing folder) must not stop the work; the next line tries again.
 */
export function createRotatingFile({ folder, maxBytes }: RotatingFileOptions): LineFile {
  const path = join(folder, 'zubi.log');
  const older = join(folder, 'zubi.1.log');
  const oldest = join(folder, 'zubi.2.log');
  let descriptor: number | null = null;
  let sizeBytes = 0;
  const close = (): void => {
    if (descriptor !== null) quietly(() => fs.closeSync(Number(descriptor)));
    descriptor = null;
  };
  const open = (): number => {
    if (descriptor !== null) return descriptor;
    preparePrivateFolder(folder);
    const opened = fs.openSync(path, 'a', 0o600);
    descriptor = opened;
    if (process.platform !== 'win32') fs.fchmodSync(opened, 0o600);
    sizeBytes = fs.fstatSync(opened).size;
    return opened;
  };
  const shift = (): void => {
    fs.rmSync(oldest, { force: true });
    if (fs.existsSync(older)) fs.renameSync(older, oldest);
    if (fs.existsSync(path)) fs.renameSync(path, older);
  };
  const write = (line: string): void => {
    const bytes = Buffer.from(line);
    quietly(() => {
      open();
      if (sizeBytes > 0 && sizeBytes + bytes.length > maxBytes) {
        close();
        shift();
      }
      sizeBytes += fs.writeSync(open(), bytes);
    }, close);
  };
  return { write, close };
}

function quietly(action: () => void, afterFault: () => void = () => undefined): void {
  try {
    action();
  } catch {
    afterFault();
  }
}
