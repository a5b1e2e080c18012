import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

interface Question {
  readonly specifier: string;
  /** The asking module's path inside the archive. */
  readonly from: string;
  readonly conditions: readonly string[];
  find(path: string): { readonly files?: object } | null;
  read(path: string): Buffer;
}

/** Where Node would find a module inside the archive; null for what is Node's own or not there. */
export function resolveInArchive(question: Question): string | null {
  const { specifier, from } = question;
  if (isBuiltin(specifier)) return null;
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return findFile(question, join(dirname(from), specifier));
  if (specifier.startsWith('#')) return resolveOwn(question);
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? [];
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const found = resolvePackage(question, join(folder, 'node_modules', name), rest);
    if (found !== null || folder === '.') return found;
  }
}

function readManifest({ find, read }: Question, folder: string): Record<string, unknown> | null {
  const path = join(folder, 'package.json');
  return find(path) === null ? null : JSON.parse(read(path).toString());
}

function resolvePackage(question: Question, folder: string, rest: string): string | null {
  const manifest = readManifest(question, folder);
  if (manifest === null) return null;
  if (manifest.exports === undefined)
    return findFile(question, join(folder, rest || String(manifest.main ?? 'index.js')));
  const target = matchKey(question, manifest.exports, `.${rest}`);
  return target === null ? null : join(folder, target);
}

/** A package's own `#name`. */
function resolveOwn(question: Question): string | null {
  for (let folder = dirname(question.from); folder !== '.'; folder = dirname(folder)) {
    const imports = readManifest(question, folder)?.imports;
    if (imports === undefined) continue;
    const target = matchKey(question, imports, question.specifier);
    return target === null ? null : join(folder, target);
  }
  return null;
}

/** The entry of `exports` or `imports` that a name falls under. */
function matchKey(question: Question, map: unknown, name: string): string | null {
  const isMap = typeof map === 'object' && map !== null && !Array.isArray(map);
  const keys = isMap ? Object.keys(map) : [];
  if (!keys.some((key) => /^[.#]/.test(key))) return name === '.' ? choose(question, map) : null;
  const entries = map as Record<string, unknown>;
  if (name in entries) return choose(question, entries[name]);
  for (const key of keys.filter((each) => each.includes('*'))) {
    const [start = '', end = ''] = key.split('*');
    if (!name.startsWith(start) || !name.endsWith(end)) continue;
    const middle = name.slice(start.length, name.length - end.length);
    return choose(question, entries[key])?.replaceAll('*', middle) ?? null;
  }
  return null;
}

/** The first target whose condition holds. */
function choose(question: Question, target: unknown): string | null {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return null;
  if (Array.isArray(target)) return choose(question, target[0]);
  for (const [condition, next] of Object.entries(target)) {
    if (condition !== 'default' && !question.conditions.includes(condition)) continue;
    const found = choose(question, next);
    if (found !== null) return found;
  }
  return null;
}

/** A file as `require` looks for it. */
function findFile({ find, read }: Question, path: string): string | null {
  const isFile = (each: string) => find(each) !== null && find(each)?.files === undefined;
  const manifest = join(path, 'package.json');
  const main = isFile(manifest) ? JSON.parse(read(manifest).toString()).main : undefined;
  const tries = ['', '.js', '.cjs', '.json', '.node', '/index.js'].map((ending) => path + ending);
  if (main !== undefined) tries.push(join(path, main), `${join(path, main)}.js`);
  return tries.find(isFile) ?? null;
}
