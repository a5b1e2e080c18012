import { dirname } from 'node:path';
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { Texts } from './texts.ts';

/** The folder chosen last; the system's dialogs forget it. */
export interface LastFolder {
  read(): string | undefined;
  keep(folder: string): void;
}

/** Asks a person for a folder; null when they cancel. */
export async function chooseFolder(window: BrowserWindow | null): Promise<string | null> {
  const options: OpenDialogOptions = { properties: ['openDirectory'] };
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return filePaths[0] ?? null;
}

/** Asks a person for documents; empty when they cancel. */
export async function chooseDocuments(
  window: BrowserWindow | null,
  texts: Texts['open'],
  lastFolder: LastFolder,
): Promise<readonly string[]> {
  const folder = lastFolder.read();
  const options: OpenDialogOptions = {
    title: texts.title,
    ...(folder === undefined ? {} : { defaultPath: folder }),
    properties: ['openFile', 'multiSelections'],
    filters: [{ name: texts.documents, extensions: ['xml', 'gz', 'xsig', 'p7m', 'zip'] }],
  };
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  const [first] = filePaths;
  if (first !== undefined) lastFolder.keep(dirname(first));
  return filePaths;
}
