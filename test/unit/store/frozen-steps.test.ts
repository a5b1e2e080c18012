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

/** A folder from before is refused as damaged where its parts are not those of its step. */
const released: Readonly<Record<number, string>> = {
  20: '642a12b9c678',
  21: '94cae0990897',
  22: 'e3b0c44298fc',
  23: 'ef8b8647a280',
  24: 'bf7e3c227c6a',
  25: '4c7f870a7ba1',
  26: 'f72b7e028a96',
  27: '18883e2227ba',
  28: '49b24a8e2f18',
  29: '812f54a5fd8d',
  30: '8cf2022c4b7a',
  31: '06d905f4ae40',
  32: 'f5461b3801c6',
  33: 'cd2f1993b2bb',
  34: '072606872369',
  35: 'c0b4fc024e2c',
  36: 'c4736805c3f9',
  37: '44b8bbeb8cc7',
};

it('no released step changes, not by a space', () => {
  const digests = migrations.map(({ version, sql }) => [
    version,
    createHash('sha256').update(sql).digest('hex').slice(0, 12),
  ]);
  expect(Object.fromEntries(digests)).toEqual(released);
});
