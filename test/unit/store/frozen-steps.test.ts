import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../../main/', import.meta.url));
const steps = join(main, 'platform', 'db', 'migrations');

/** A file's imports of our own. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']*)'/g)].map(
    ([, path]) => path ?? '',
  );
}

function filesOf(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

it('only the check of what triggers keep imports from a migration, the newest rule', () => {
  const living = filesOf(main).filter((file) => !file.startsWith(steps));
  expect(living.length).toBeGreaterThan(100);
  const borrowed = living.flatMap((file) =>
    importsOf(file)
      .filter((path) => /migrations\/\d/.test(path))
      .map((path) => `${basename(file)}: ${path}`),
  );
  expect(borrowed).toEqual(['derived-check.ts: ./migrations/037-waiting-to-the-last-record.ts']);
});

it('no migration imports a rule from other files', () => {
  const borrowed = readdirSync(steps).flatMap((name) =>
    importsOf(join(steps, name))
      .filter((path) => !path.startsWith('./'))
      .map((path) => `${name}: ${path}`),
  );
  expect(borrowed).toEqual([]);
});
