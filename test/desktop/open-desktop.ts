import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import type { Desktop } from './driver.ts';
import { StandInDesktop } from './stand-in-desktop.ts';

/** Opens Zubi on a folder of its own, by `npm start`; it is ended after the test. */
export async function openDesktop(env: NodeJS.ProcessEnv = {}): Promise<Desktop> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-desktop-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const desktop = await StandInDesktop.create(folder, env);
  atEnd(() => desktop.end());
  return desktop.start();
}

const lantegiak = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

/** Writes a document of the sandbox's own company to the disk; gives back its path. */
export function writeDocument(desktop: Desktop, name: string, seed: number): string {
  const path = join(desktop.folder, name);
  writeFileSync(path, makeDocument('240-received', { seed, records: 2, taxpayer: lantegiak }));
  return path;
}

/** Where its data lie. */
export const dataFolderOf = (desktop: Desktop): string => join(desktop.folder, 'data');
