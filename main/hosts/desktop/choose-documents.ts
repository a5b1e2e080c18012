import { dirname } from 'node:path';
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { Texts } from './texts.ts';

/** The folder chosen last; the system's dialogs forget it. */
export interface LastFolder {
  read(): string | undefined;
  keep(folder: string): void;
}

/** Asks a person for a folder; null when they cancel. */
export async function chooseFolder(
  window: BrowserWindow | null,
  lastFolder: LastFolder,
): Promise<string | null> {
  const [folder] = await choose(window, lastFolder, { properties: ['openDirectory'] });
  return folder ?? null;
}

/** Asks a person for documents; empty when they cancel. */
export async function chooseDocuments(
  window: BrowserWindow | null,
  texts: Texts['open'],
  lastFolder: LastFolder,
): Promise<readonly string[]> {
  const paths = await choose(window, lastFolder, {
    title: texts.title,
    properties: ['openFile', 'multiSelections'],
    filters: [{ name: texts.documents, extensions: ['xml', 'gz', 'xsig', 'p7m', 'zip'] }],
  });
  const [first] = paths;
  if (first !== undefined) lastFolder.keep(dirname(first));
  return paths;
}

/** The system's dialog begins where documents were chosen last; without that, in Downloads. */
async function choose(
  window: BrowserWindow | null,
  lastFolder: LastFolder,
  wanted: OpenDialogOptions,
): Promise<readonly string[]> {
  const defaultPath = lastFolder.read();
  const options = defaultPath === undefined ? wanted : { ...wanted, defaultPath };
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return filePaths;
}
