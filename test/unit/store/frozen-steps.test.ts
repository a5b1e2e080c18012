import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { migrations } from '../../../main/platform/db/migrations/list.ts';

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
      .filter((path) => /migrations\/(first-shape|\d)/.test(path))
      .map((path) => `${basename(file)}: ${path}`),
  );
  expect(borrowed).toEqual([
    'derived-check.ts: ./migrations/first-shape/waiting-list.ts',
    'derived-check.ts: ./migrations/first-shape/waiting-rule.ts',
  ]);
});

it('no migration imports a rule from other files', () => {
  const borrowed = filesOf(steps).flatMap((file) =>
    importsOf(file)
      .filter((path) => !path.startsWith('./'))
      .map((path) => `${basename(file)}: ${path}`),
  );
  expect(borrowed).toEqual([]);
});

/** A folder from before is refused as damaged where its parts are not those of its step. */
const released: Readonly<Record<number, string>> = { 37: '4a01ec25957a' };

it('no released step changes, not by a space', () => {
  const digests = migrations.map(({ version, sql }) => [
    version,
    createHash('sha256').update(sql).digest('hex').slice(0, 12),
  ]);
  expect(Object.fromEntries(digests)).toEqual(released);
});
