import fs from 'node:fs';
import Module, { isBuiltin, registerHooks, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerThreads from 'node:worker_threads';

/*
 * Reads `app.asar` where it lies, in every thread: what Electron does to `fs` and to the loading of
 * modules, for the calls that Zubi makes. A file that is opened is copied out first.
 */

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly offset?: string;
  readonly size?: number;
  readonly unpacked?: boolean;
}

const archive = process.env.STAND_IN_ASAR ?? '';
const checkout = join(import.meta.dirname, '..', '..', '..');
const { readFileSync, existsSync, promises } = fs;
const { readFile, open, realpath } = promises;
const file = fs.openSync(archive, 'r');
const read = (at: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  fs.readSync(file, bytes, 0, size, at);
  return bytes;
};
const headerSize = read(4, 4).readUInt32LE();
const header: Entry = JSON.parse(read(16, read(12, 4).readUInt32LE()).toString());

/** The path below a folder; null for all that lies elsewhere. */
function below(folder: string, path: unknown): string | null {
  const text = path instanceof URL && path.protocol === 'file:' ? fileURLToPath(path) : path;
  if (text === folder) return '';
  if (typeof text !== 'string' || !text.startsWith(`${folder}/`)) return null;
  return text.slice(folder.length + 1);
}

function find(path: string): Entry | undefined {
  const names = path.split('/').filter((part) => part !== '' && part !== '.');
  return names.reduce<Entry | undefined>((entry, name) => entry?.files?.[name], header);
}

function entryOf(path: string): Entry {
  const entry = find(path);
  if (entry !== undefined) return entry;
  throw Object.assign(new Error(`ENOENT, ${path} in ${archive}`), { code: 'ENOENT', errno: -2 });
}

/** Where what is unpacked lies. */
const outside = (path: string): string => join(`${archive}.unpacked`, path);

function contentOf(path: string): Buffer {
  const { unpacked, offset, size = 0 } = entryOf(path);
  return unpacked ? readFileSync(outside(path)) : read(8 + headerSize + Number(offset), size);
}

let copies: string | null = null;
/** A file that the system can open; one of the archive is copied out first. */
function toReadable(path: string): string {
  const at = below(archive, path);
  if (at === null) return path;
  if (entryOf(at).unpacked) return outside(at);
  copies ??= fs.mkdtempSync(join(tmpdir(), 'stand-in-asar-'));
  const copy = join(copies, at.replaceAll('/', '!'));
  if (!existsSync(copy)) fs.writeFileSync(copy, contentOf(at));
  return copy;
}

/** The calls that read inside the archive; every other one fails there. */
Object.assign(fs, {
  readFileSync: (path: string, ...rest: []) => readFileSync(toReadable(path), ...rest),
  existsSync(path: string): boolean {
    const at = below(archive, path);
    return at === null ? existsSync(path) : find(at) !== undefined;
  },
});
Object.assign(promises, {
  async realpath(path: string, ...rest: []): Promise<string> {
    const at = below(archive, path);
    if (at === null) return realpath(path, ...rest);
    entryOf(at);
    return join(archive, at);
  },
  readFile: async (path: string, ...rest: []) => readFile(toReadable(path), ...rest),
  open: async (path: string, ...rest: []) => open(toReadable(path), ...rest),
});

/** Electron reads archives in every thread, whatever its arguments. */
const { Worker } = workerThreads;
workerThreads.Worker = class extends Worker {
  constructor(entry: string | URL, options: workerThreads.WorkerOptions = {}) {
    const execArgv = [...(options.execArgv ?? []), '--import', import.meta.filename];
    const env = typeof options.env === 'object' ? options.env : process.env;
    super(entry, { ...options, execArgv, env: { ...env, STAND_IN_ASAR: archive } });
  }
};
syncBuiltinESMExports();

/** Node's own search, as `require` uses it; its types do not declare it. */
interface Search {
  _nodeModulePaths(folder: string): string[];
  _resolveFilename(name: string, asker: object, isMain: boolean, options: object): string;
}
const search = Module as unknown as Search;

/**
 * Where Node finds a module. It looks in the checkout, which the archive was packed from; the
 * archive must have what it finds.
 */
function findModule(specifier: string, asker: string, conditions: readonly string[]): string {
  const filename = join(checkout, origins.get(asker) ?? asker);
  const parent = { id: filename, filename, paths: search._nodeModulePaths(dirname(filename)) };
  const options = { conditions: new Set(conditions) };
  const there = search._resolveFilename(specifier, parent, false, options);
  const origin = below(checkout, there) ?? '';
  const found = flatten(origin);
  origins.set(found, origin);
  return entryOf(found).unpacked ? outside(found) : join(archive, found);
}

/** Where a module of the archive was found in the checkout. */
const origins = new Map<string, string>();
/** Some libraries lie deeper in the checkout than in the archive. */
function flatten(path: string): string {
  const above = path.replace(/node_modules\/(?:@[^/]+\/)?[^/]+\/(?=node_modules\/)/, '');
  return find(path) !== undefined || above === path ? path : flatten(above);
}

const toPath = (address = ''): string =>
  address.startsWith('file:') ? fileURLToPath(address) : address;
registerHooks({
  resolve(specifier, context, next) {
    const asker = below(archive, toPath(context.parentURL));
    const wanted = below(archive, toPath(specifier));
    const isElsewhere = asker === null && wanted === null;
    if (isElsewhere || isBuiltin(specifier)) return next(specifier, context);
    const name = wanted === null ? specifier : join(checkout, wanted);
    const path = findModule(name, asker ?? '', context.conditions);
    return { url: pathToFileURL(path).href, shortCircuit: true };
  },
  load(url, context, next) {
    const path = below(archive, toPath(url));
    if (path === null) return next(url, context);
    const { href } = pathToFileURL(join(checkout, origins.get(path) ?? path));
    return { ...next(href, context), source: contentOf(path).toString(), shortCircuit: true };
  },
});
