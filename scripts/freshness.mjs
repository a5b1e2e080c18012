import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './checkout.mjs';

const stampOf = (name) => join(root, '.build', `${name}.stamp`);

function* filesBelow(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) {
    yield `${path}:${stats.size}:${stats.mtimeMs}`;
    return;
  }
  for (const entry of readdirSync(path).sort()) yield* filesBelow(join(path, entry));
}

function digest(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs)
    for (const line of filesBelow(join(root, input))) hash.update(`${line}\n`);
  return hash.digest('hex');
}

/**
 * Whether a part was built from the current inputs (paths below the root): same files, sizes and
 * times of change.
 */
export function isFresh(name, inputs) {
  const stamp = stampOf(name);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(inputs);
}

/**
 * Reads the inputs' state before a build; the returned function records it after the build has
 * succeeded.
 */
export function markFresh(name, inputs) {
  const before = digest(inputs);
  return () => {
    mkdirSync(dirname(stampOf(name)), { recursive: true });
    writeFileSync(stampOf(name), before);
  };
}

/**
 * Puts a finished folder in another's place: a running server sees the old files or the new ones.
 */
export function replaceFolder(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const old = `${from}-old`;
  if (existsSync(to)) renameSync(to, old);
  renameSync(from, to);
  rmSync(old, { recursive: true, force: true });
}
