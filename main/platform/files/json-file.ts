import { chmodSync, existsSync, linkSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { z } from 'zod';
import { ZubiError } from '../../../contract/errors.ts';
import type { Clock, JsonFile } from '../ports.ts';
import { systemCode } from '../system-code.ts';
import { preparePrivateFolder } from './private-folder.ts';
import { stampOf } from './stamp.ts';
import {
  sweepLeftovers,
  toStorageError,
  type WholeFileSystem,
  writeWholeFile,
} from './whole-file.ts';

/** The problem found when the file was opened. */
export type FileFault =
  /** It could not be read. `keptAs` is its new name, null while it is still in its place. */
  | { readonly kind: 'damaged'; readonly keptAs: string | null }
  /** A newer Zubi wrote it in a format unknown here; it is not overwritten. */
  | { readonly kind: 'newer'; readonly version: number };

/** A small JSON file of the data folder that is always whole and reports its problems. */
export interface GuardedFile<Value> extends JsonFile<Value> {
  fault(): FileFault | null;
}

export interface JsonFileOptions<Value> {
  /** Absolute; ends in `.json`. */
  readonly path: string;
  /** Format version of this program, in the file's field `version`; it never decreases. */
  readonly version: number;
  readonly schema: z.ZodType<Value>;
  /** Used when there is no readable file. */
  readonly defaults: Value;
  /**
   * A damaged file is renamed to `.corrupt-<time>`: `at_once`, keeping its valid fields, or
   * `on_write` only, when its content cannot be recreated and every start must report it.
   */
  readonly setAside: 'at_once' | 'on_write';
  readonly clock: Clock;
  readonly fs?: WholeFileSystem;
}

/** The file's fields, including those unknown to this version. */
type Fields = Readonly<Record<string, unknown> & { version?: unknown }>;

/**
 * Opens (and does not create) the file. No content makes it fail. Errors of `write`: `disk_full`,
 * `data_folder_not_writable`, `settings_damaged` for a file of a newer version.
 */
export function createJsonFile<Value extends object>(
  options: JsonFileOptions<Value>,
): GuardedFile<Value> {
  preparePrivateFolder(dirname(options.path));
  sweepLeftovers(options.path);
  closeToOthers(options.path);
  let state = openFields(options);
  const write = (value: Value): void => {
    if (state.fault?.kind === 'newer') {
      throw new ZubiError('settings_damaged', { file: basename(options.path), reason: 'newer' });
    }
    if (state.fault?.kind === 'damaged' && state.fault.keptAs === null) {
      state = { ...state, fault: { kind: 'damaged', keptAs: setAside(options) } };
    }
    const version = Math.max(options.version, versionOf(state.raw));
    const raw = { ...state.raw, ...value, version };
    writeWholeFile(options.path, serialize(raw), options.fs);
    state = { ...state, raw, value };
  };
  if (state.fault?.kind === 'damaged' && options.setAside === 'at_once')
    keepWhatIsRight(write, state.value);
  return { read: () => state.value, write, fault: () => state.fault };
}

interface OpenFile<Value> {
  readonly raw: Fields;
  readonly value: Value;
  readonly fault: FileFault | null;
}

function openFields<Value extends object>(options: JsonFileOptions<Value>): OpenFile<Value> {
  const raw = readFields(options.path);
  if (raw === null)
    return { raw: {}, value: options.defaults, fault: { kind: 'damaged', keptAs: null } };
  const parsed = options.schema.safeParse({ ...options.defaults, ...raw });
  if (parsed.success) return { raw, value: parsed.data, fault: null };
  const version = versionOf(raw);
  const fault: FileFault =
    version > options.version ? { kind: 'newer', version } : { kind: 'damaged', keptAs: null };
  if (options.setAside === 'on_write') return { raw: {}, value: options.defaults, fault };
  const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  const right = Object.fromEntries(Object.entries(raw).filter(([name]) => !wrong.has(name)));
  const again = options.schema.safeParse({ ...options.defaults, ...right });
  return again.success
    ? { raw: right, value: again.data, fault }
    : { raw: {}, value: options.defaults, fault };
}

/** The file's fields; none without a file; null for a file that is no JSON object. */
function readFields(path: string): Fields | null {
  try {
    return parseObject(readFileSync(path, 'utf8'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {};
    if (isDamage(error)) return null;
    throw toStorageError(error, path);
  }
}

/** A list, a bare value or invalid UTF-8 is damage, not an empty file. */
export function parseObject(text: string): Record<string, unknown> {
  if (text.includes('\uFFFD')) throw new SyntaxError('not UTF-8');
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError('no object');
  return value as Record<string, unknown>;
}

/**
 * The replacement character is escaped, so that reading can tell it from invalid UTF-8.
 */
function serialize(fields: Fields): string {
  return `${JSON.stringify(fields, null, '\t').replaceAll('\uFFFD', '\\ufffd')}\n`;
}

function versionOf(raw: Fields): number {
  return typeof raw.version === 'number' && Number.isSafeInteger(raw.version) ? raw.version : 0;
}

function keepWhatIsRight<Value>(write: (value: Value) => void, value: Value): void {
  try {
    write(value);
  } catch {
    // The disk is full or read-only: nothing is lost, and the next start tries again.
  }
}

/** Gives the damaged file a second name; it keeps the first until a whole new file replaces it. */
function setAside<Value>({ path, clock }: JsonFileOptions<Value>): string {
  const aside = corruptName(path, clock);
  try {
    linkOrRename(path, aside);
    return basename(aside);
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** A free name for a damaged file. */
export function corruptName(path: string, clock: Clock): string {
  const name = `${path}.corrupt-${stampOf(clock())}`;
  for (let attempt = 0; ; attempt += 1) {
    const free = attempt === 0 ? name : `${name}-${attempt}`;
    if (!existsSync(free)) return free;
  }
}

/** A second link needs no disk space; where links do not exist (folders, FAT), the file moves. */
function linkOrRename(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    renameSync(from, to);
  }
}

/** A file copied by hand or by an older program may be readable by others. */
function closeToOthers(path: string): void {
  try {
    if (process.platform !== 'win32') chmodSync(path, 0o600);
  } catch {
    // No file yet, or not ours: reading or writing reports it.
  }
}

/** Whether reading failed because of the content, and would fail again. */
export function isDamage(error: unknown): boolean {
  return error instanceof SyntaxError || systemCode(error) === 'EISDIR';
}
