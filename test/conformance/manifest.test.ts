import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forms } from '../fixtures/validator/forms.ts';
import { computeManifest, readManifest, readSchemaFile, schemaFolder } from './manifest-files.ts';
import { judgeOurs, schemaOf } from './validators.ts';
import { compileJudge } from './wasm-validator.ts';

const manifest = readManifest();

// holds X6
describe('xsd/manifest.json', () => {
  it('describes every file as it is: node test/conformance/refresh-manifest.ts corrects it', () => {
    expect(manifest).toEqual(computeManifest(manifest));
  });

  it('lists every schema file and no other', () => {
    const listed = new Set(manifest.schemas.flatMap(({ files }) => files.map(({ path }) => path)));
    const found = readdirSync(schemaFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.xsd'),
    );
    expect([...listed].sort()).toEqual(found.map((name) => name.replaceAll('\\', '/')).sort());
  });

  it('contains the six forms, each under its own namespace and root', () => {
    const keys = manifest.schemas.map(({ namespace, root }) => `${namespace} ${root}`);
    expect(keys.sort()).toEqual(
      forms.map(({ namespace, root }) => `${namespace} ${root.name}`).sort(),
    );
    expect(new Set(manifest.schemas.map(({ id }) => id)).size).toBe(manifest.schemas.length);
    expect(new Set(manifest.schemas.map(({ form }) => JSON.stringify(form))).size).toBe(6);
  });
});

describe.each(forms)('the schema of $name', ({ name }) => {
  it('compiles from memory', () => {
    using validator = judgeOurs(name);
    expect(validator.isValid('<other/>')).toBe(false);
  });

  it('does not compile when any of its files is missing', () => {
    const { entry, files } = schemaOf(name);
    for (const missing of files) {
      const others = files.filter((file) => file !== missing);
      const held = new Map(others.map(({ path }) => [path, readSchemaFile(path)]));
      expect(() => compileJudge(entry, held), missing.path).toThrow();
    }
  });
});
