import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { build } from './pack.ts';

const window = fileURLToPath(new URL('../../../dist/renderer/', import.meta.url));
const assets = join(window, 'assets');

/** Files that a module loads before it runs; `import()` loads later. */
function neededBy(file: string): string[] {
  const code = readFileSync(join(assets, file), 'utf8');
  const imports = code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
  return [...imports].flatMap(([, name]) => name ?? []);
}

/** All files of the first screen: the page's own script and its imports, and so on. */
function firstCode(): Set<string> {
  const page = readFileSync(join(window, 'index.html'), 'utf8');
  const found = new Set(
    [...page.matchAll(/assets\/([^"]+\.js)"/g)].flatMap(([, name]) => name ?? []),
  );
  for (const file of found) for (const needed of neededBy(file)) found.add(needed);
  return found;
}

const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(assets, file))).length, 0) /
  1000;

beforeAll(build, 300_000);

it('the window loads at most 300 kB of JavaScript before its first screen, one language included', () => {
  const first = firstCode();
  const languages = readdirSync(assets).filter((file) => /^(es|eu|en)-[\w-]+\.js$/.test(file));
  expect(languages).toHaveLength(3);
  const largest = Math.max(...languages.map((file) => kilobytes([file])));
  expect(first.size).toBeGreaterThan(0);
  expect(languages.filter((file) => first.has(file))).toEqual([]);
  expect(kilobytes(first) + largest).toBeLessThanOrEqual(300);
  expect(kilobytes(first)).toBeGreaterThan(100);
});
