import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerThreads from 'node:worker_threads';
import { resolveInArchive } from './asar-resolve.ts';

/*
 * Reads `app.asar` where it lies, in every thread: what Electron does to `fs` and to the loading of
 * modules (`lib/node/asar-fs-wrapper.ts`), for the calls that an application makes. A file that is
 * opened is copied out first; what is read whole is not.
 */

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly offset?: string;
  readonly size?: number;
  readonly unpacked?: boolean;
}

const archive = process.env.STAND_IN_ASAR ?? '';
const { readFileSync, readSync, statSync, lstatSync, readdirSync, realpathSync } = fs;
const { existsSync, accessSync, openSync, writeFileSync, mkdtempSync } = fs;
const file = openSync(archive, 'r');
const read = (at: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  readSync(file, bytes, 0, size, at);
  return bytes;
};
const headerSize = read(4, 4).readUInt32LE();
const header: Entry = JSON.parse(read(16, read(12, 4).readUInt32LE()).toString());

/** The path inside the archive; null for all that lies elsewhere. */
function inside(path: unknown): string | null {
  const text = path instanceof URL && path.protocol === 'file:' ? fileURLToPath(path) : path;
  if (text === archive) return '';
  return typeof text === 'string' && text.startsWith(`${archive}/`)
    ? text.slice(archive.length + 1)
    : null;
}

function find(path: string): Entry | null {
  let entry: Entry | undefined = header;
  for (const name of path.split('/').filter((part) => part !== '' && part !== '.'))
    entry = entry?.files?.[name];
  return entry ?? null;
}

function fail(code: string, path: string): never {
  const error = new Error(`${code}, ${path} in ${archive}`);
  throw Object.assign(error, { code, errno: -2 });
}

function entryOf(path: string): Entry {
  return find(path) ?? fail('ENOENT', path);
}

function contentOf(path: string): Buffer {
  const entry = entryOf(path);
  if (entry.files !== undefined) fail('EISDIR', path);
  if (entry.unpacked) return readFileSync(join(`${archive}.unpacked`, path));
  return read(8 + headerSize + Number(entry.offset), entry.size ?? 0);
}

let copies: string | null = null;
function copyOut(path: string): string {
  if (entryOf(path).unpacked) return join(`${archive}.unpacked`, path);
  copies ??= mkdtempSync(join(tmpdir(), 'stand-in-asar-'));
  const copy = join(copies, path.replaceAll('/', '!'));
  if (!existsSync(copy)) writeFileSync(copy, contentOf(path), { mode: 0o400 });
  return copy;
}
process.once('exit', () => copies !== null && fs.rmSync(copies, { recursive: true, force: true }));

function statOf(path: string): fs.Stats {
  const entry = entryOf(path);
  const model = statSync(entry.files === undefined ? archive : join(archive, '..'));
  return Object.assign(model, { size: entry.size ?? 0 });
}

// biome-ignore lint/suspicious/noExplicitAny: each call has its own shape
type Call = (...args: any[]) => any;
/** What each call does for a path inside; outside it stays what it was. */
const calls: Record<string, Call> = {
  readFileSync(path: string, options?: BufferEncoding | { encoding?: BufferEncoding }) {
    const encoding = typeof options === 'string' ? options : options?.encoding;
    return encoding ? contentOf(path).toString(encoding) : contentOf(path);
  },
  statSync: (path: string, options?: { throwIfNoEntry?: boolean }) =>
    options?.throwIfNoEntry === false && find(path) === null ? undefined : statOf(path),
  existsSync: (path: string) => find(path) !== null,
  accessSync: (path: string) => void entryOf(path),
  realpathSync: (path: string) => join(archive, entryOf(path) && path),
  openSync: (path: string, ...rest: [string]) => openSync(copyOut(path), ...rest),
  readdirSync(path: string, options?: { withFileTypes?: boolean }) {
    const names = Object.keys(entryOf(path).files ?? fail('ENOTDIR', path));
    if (options?.withFileTypes !== true) return names;
    const isFolder = (name: string) => entryOf(join(path, name)).files !== undefined;
    return names.map((name) => ({
      ...{ name, parentPath: join(archive, path) },
      ...{ isDirectory: () => isFolder(name), isFile: () => !isFolder(name) },
    }));
  },
};
Object.assign(calls, { lstatSync: calls.statSync });

const own = {
  readFileSync,
  statSync,
  lstatSync,
  existsSync,
  accessSync,
  realpathSync,
  readdirSync,
};
const { promises } = fs;
const asked = promises as unknown as Record<string, Call>;
for (const [name, old] of Object.entries({ ...own, openSync }) as [string, Call][]) {
  const call = calls[name] as Call;
  const wrapped: Call = (path, ...rest) => {
    const at = inside(path);
    return at === null ? old(path, ...rest) : call(at, ...rest);
  };
  Object.assign(fs, { [name]: Object.assign(wrapped, old) });
  const plain = name.slice(0, -'Sync'.length);
  const oldPromise = asked[plain];
  if (oldPromise === undefined) continue;
  asked[plain] = async (path: unknown, ...rest: unknown[]) => {
    const at = inside(path);
    if (at === null) return oldPromise.call(promises, path, ...rest);
    return plain === 'open' ? oldPromise.call(promises, copyOut(at), ...rest) : call(at, ...rest);
  };
  const callback: Call = (fs as unknown as Record<string, Call>)[plain] as Call;
  const wrappedCallback: Call = (path, ...rest) => {
    if (inside(path) === null) return callback(path, ...rest);
    const tell = rest.pop();
    return void asked[plain]?.(path, ...rest).then(
      (value: unknown) => tell(null, value),
      (error: unknown) => tell(error),
    );
  };
  Object.assign(fs, { [plain]: Object.assign(wrappedCallback, callback) });
}
const { createReadStream } = fs;
fs.createReadStream = ((path: string, ...rest: []) => {
  const at = inside(path);
  return createReadStream(at === null ? path : copyOut(at), ...rest);
}) as typeof createReadStream;
/** Electron reads archives in every thread, whatever a thread is started with. */
const { Worker } = workerThreads;
workerThreads.Worker = class extends Worker {
  constructor(entry: string | URL, options: workerThreads.WorkerOptions = {}) {
    const execArgv = [...(options.execArgv ?? []), '--import', import.meta.filename];
    const env = { ...(typeof options.env === 'object' ? options.env : process.env) };
    super(entry, { ...options, execArgv, env: { ...env, STAND_IN_ASAR: archive } });
  }
};
syncBuiltinESMExports();

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL?.startsWith('file:')
      ? inside(fileURLToPath(context.parentURL))
      : null;
    const isPath = specifier.startsWith('file:') || specifier.startsWith('/');
    const to = isPath ? inside(specifier.startsWith('/') ? specifier : new URL(specifier)) : null;
    if (to === null && (from === null || isPath || /^(?:node:|electron$)/.test(specifier)))
      return next(specifier, context);
    const found =
      to ??
      resolveInArchive({
        specifier,
        from: from ?? '',
        conditions: context.conditions,
        find,
        read: contentOf,
      });
    if (found === null) return next(specifier, context);
    const place = find(found)?.unpacked ? `${archive}.unpacked` : archive;
    return { url: pathToFileURL(join(place, found)).href, shortCircuit: true };
  },
  load(url, context, next) {
    const at = url.startsWith('file:') ? inside(fileURLToPath(url)) : null;
    if (at === null) return next(url, context);
    return { format: formatOf(at), source: contentOf(at).toString(), shortCircuit: true };
  },
});

/** As Node decides: by the ending, else by the nearest `package.json`. */
function formatOf(path: string): 'module' | 'commonjs' | 'json' {
  if (/\.(?:json|cjs|mjs)$/.test(basename(path)))
    return path.endsWith('.json') ? 'json' : path.endsWith('.mjs') ? 'module' : 'commonjs';
  for (let folder = join(path, '..'); ; folder = join(folder, '..')) {
    const manifest = join(folder, 'package.json');
    if (find(manifest) !== null)
      return JSON.parse(contentOf(manifest).toString()).type === 'module' ? 'module' : 'commonjs';
    if (folder === '.' || folder === '/') return 'commonjs';
  }
}
