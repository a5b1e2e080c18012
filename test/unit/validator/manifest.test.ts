import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../main/validator/schema/manifest.ts';

const own: unknown = JSON.parse(
  readFileSync(new URL('../../../xsd/manifest.json', import.meta.url), 'utf8'),
);

/** The application's own manifest with one field of its first schema changed, by its path. */
function changed(path: string, value: unknown): unknown {
  const manifest = structuredClone(own);
  const names = path.split('.');
  const last = names.pop() ?? '';
  let holder = manifest as Record<string, unknown>;
  for (const name of names) holder = holder[name] as Record<string, unknown>;
  holder[last] = value;
  return manifest;
}

describe('the manifest of a schema package', () => {
  it('is read as written', () => {
    expect(readManifest(own)).toEqual({ schemas: (own as { schemas: unknown }).schemas });
  });

  it.each([
    ['format', 2],
    ['schemas', []],
    ['schemas', {}],
    ['schemas.0.id', ''],
    ['schemas.0.version', 1],
    ['schemas.0.namespace', null],
    ['schemas.0.root', undefined],
    ['schemas.0.form', []],
    ['schemas.0.form.model', '340'],
    ['schemas.0.form.operationGroup', 'creation'],
    ['schemas.0.form.expenseType', undefined],
    ['schemas.0.validFrom', 20220101],
    ['schemas.0.entry', ''],
    ['schemas.0.files', []],
    ['schemas.0.files.0.path', ''],
    ['schemas.0.files.0.sha256', 'abc'],
    ['schemas.0.files.0.sha256', 'G'.repeat(64)],
  ])('is refused with a wrong %s: %j, by its name', (path, value) => {
    expect(() => readManifest(changed(path, value))).toThrow(path.split('.').at(-1));
  });

  it.each([[null], ['text'], [[]], [{ format: 1 }]])(
    'is refused when it is not a manifest: %j',
    (value) => {
      expect(() => readManifest(value)).toThrow(/manifest/);
    },
  );
});
