import { realpathSync } from 'node:fs';
import { basename, extname, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DroppedFile } from '../../../contract/desktop.ts';

/** Options of a start of the desktop. */
export interface Launch {
  /** Absolute; null for the usual place. */
  readonly dataFolder: string | null;
  /** Connects to the own sandbox when no connection is set. */
  readonly sandboxOnFirstUse: boolean;
  /** Absolute paths of documents. */
  readonly files: readonly string[];
  /**
   * The arguments without documents, for a run that follows this one. None for an installed Zubi.
   */
  readonly options: readonly string[];
  /** The AppImage of this run; null elsewhere. */
  readonly appImage: string | null;
  /** The system's variables that locate the usual place. */
  readonly placeVariables: Readonly<Record<string, string | undefined>>;
}

interface LaunchSource {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isPackaged: boolean;
  /** The running program; absolute. */
  readonly program: string;
  /** Absolute; the base of relative paths. */
  readonly folder: string;
}

const documentExtensions: ReadonlySet<string> = new Set(['.xml', '.gz', '.xsig', '.p7m', '.zip']);

/** Whether a path may be a document; its content decides later. */
export function looksLikeDocument(path: string): boolean {
  return documentExtensions.has(extname(path).toLowerCase());
}

function optionValue(argv: readonly string[], name: string): string | null {
  const at = argv.indexOf(name);
  return (at < 0 ? undefined : argv[at + 1]) ?? null;
}

function readFiles(argv: readonly string[], folder: string): string[] {
  return argv
    .map(toPath)
    .filter((word) => !word.startsWith('-') && looksLikeDocument(word))
    .map((word) => resolve(folder, word));
}

/** Linux hands documents over as `file://` addresses. One on another host stays as it is. */
function toPath(word: string): string {
  const address = URL.parse(word);
  if (address?.protocol !== 'file:') return word;
  try {
    return fileURLToPath(address);
  } catch {
    return word;
  }
}

/**
 * The AppImage of the program. A program that another AppImage starts inherits its variables: an
 * update must not be written over that file.
 */
function findAppImage({ env: { APPIMAGE, APPDIR }, program }: LaunchSource): string | null {
  if (!APPIMAGE || !APPDIR || !isAbsolute(APPIMAGE)) return null;
  try {
    return program.startsWith(realpathSync(APPDIR) + sep) ? APPIMAGE : null;
  } catch {
    return null;
  }
}

/**
 * Reads arguments and environment. An installed Zubi takes documents from them and nothing else:
 * nobody chooses a place, server or protection from outside.
 */
export function readLaunch(source: LaunchSource): Launch {
  const { argv, env, isPackaged, folder } = source;
  const words = argv.slice(isPackaged ? 1 : 2);
  const files = readFiles(words, folder);
  const { APPDATA, LOCALAPPDATA, XDG_DATA_HOME, XDG_STATE_HOME } = env;
  const placeVariables = { APPDATA, LOCALAPPDATA, XDG_DATA_HOME, XDG_STATE_HOME };
  const appImage = isPackaged ? findAppImage(source) : null;
  const always = { files, appImage, placeVariables };
  if (isPackaged) return { dataFolder: null, sandboxOnFirstUse: false, options: [], ...always };
  const options = argv.slice(1).filter((word) => word.startsWith('-') || !looksLikeDocument(word));
  const dataFolder = optionValue(words, '--data') ?? env.ZUBI_DATA ?? null;
  return {
    dataFolder: dataFolder === null ? null : resolve(folder, dataFolder),
    sandboxOnFirstUse: words.includes('--sandbox-on-first-use'),
    options,
    ...always,
  };
}

/** The data of a second start for the first: only absolute paths of documents are accepted. */
export function readHandedOver(data: unknown): readonly string[] {
  const files: unknown =
    typeof data === 'object' && data !== null && 'files' in data ? data.files : null;
  if (!Array.isArray(files)) return [];
  return files
    .filter(
      (path): path is string =>
        typeof path === 'string' && isAbsolute(path) && looksLikeDocument(path),
    )
    .slice(0, 5000);
}

/** A path in the core's form. */
export function toDroppedFile(path: string): DroppedFile {
  return { name: basename(path), path };
}

/** Chromium's folder: inside the data folder, so that one folder is one Zubi. */
export function windowFolder(dataFolder: string): string {
  return join(dataFolder, 'window');
}
