import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import type { Desktop } from './driver.ts';
import { ElectronDesktop } from './electron-desktop.ts';
import { StandInDesktop } from './stand-in-desktop.ts';

/** Whether the scenarios run on the real Electron. */
export const isReal = process.env.ZUBI_REAL_ELECTRON === '1';

/** A folder for one desktop and all its files. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-desktop-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Opens Zubi on a folder of its own, by `npm start`; it is ended after the test. */
export async function openDesktop(
  env: NodeJS.ProcessEnv = {},
  { folder = makeFolder(), args = [] }: { folder?: string; args?: readonly string[] } = {},
): Promise<Desktop> {
  const desktop = isReal ? new ElectronDesktop(folder) : await StandInDesktop.create(folder, env);
  atEnd(() => desktop.end());
  return desktop.start(...args);
}

const lantegiak = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

/** Writes a document of the sandbox's own company to the disk; returns its path. */
export function writeDocument(
  desktop: Pick<Desktop, 'folder'>,
  name: string,
  seed: number,
): string {
  const path = join(desktop.folder, name);
  writeFileSync(path, makeDocument('240-received', { seed, records: 2, taxpayer: lantegiak }));
  return path;
}

/** Its data folder; a package is told no place. */
export const dataFolderOf = (desktop: Desktop, isPackaged = false): string =>
  join(desktop.folder, isPackaged ? 'share/zubi' : 'data');
