import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLicence, readParts } from '../../main/platform/licences.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'zubi-licences-'));
  const put = (folder: string, manifest: object, licence: string | null) => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest));
    if (licence !== null) writeFileSync(join(root, folder, 'LICENSE.md'), licence);
  };
  put(
    '.',
    { name: 'zubi', dependencies: { a: '1', gone: '1' }, devDependencies: { t: '1' } },
    'Own',
  );
  const a = { name: 'a', version: '1.0.0', license: 'MIT', dependencies: { b: '2', c: '1' } };
  put('node_modules/a', a, 'Text of a');
  put('node_modules/a/node_modules/b', { name: 'b', version: '2.0.0', license: 'ISC' }, 'b 2');
  put('node_modules/b', { name: 'b', version: '1.0.0', license: 'ISC' }, 'b 1');
  put('node_modules/c', { name: 'c', version: '3.0.0', dependencies: { a: '1' } }, null);
  put('node_modules/t', { name: 't', version: '1.0.0' }, 'A tool');
  mkdirSync(join(root, 'dist', 'renderer'), { recursive: true });
  writeFileSync(
    join(root, 'dist', 'renderer', 'third-party-licenses.md'),
    '# Licenses\n\nWords.\n\n## @scope/w - 4.5.6 (Apache-2.0)\n\nText of w\n\n## a - 1.0.0 (MIT)\n\nText of a\n',
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('every part has its licence: libraries, their own, and those built into the window; no tool', async () => {
  const parts = await readParts(root);
  expect(parts.map(({ name, version, licence, text }) => [name, version, licence, text])).toEqual([
    ['@scope/w', '4.5.6', 'Apache-2.0', 'Text of w'],
    ['a', '1.0.0', 'MIT', 'Text of a'],
    ['b', '2.0.0', 'ISC', 'b 2'],
    ['c', '3.0.0', '', ''],
  ]);
  expect(await readLicence(root)).toBe('Own');
});
