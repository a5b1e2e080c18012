import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overlaySchemas } from '../../../main/features/schemas/overlay.ts';
import { createValidator } from '../../../main/validator/validator.ts';
import type { ValidatedDocument, Validator } from '../../../main/validator/validator-port.ts';
import { hasOfficial, officialFolder } from '../../conformance/validators.ts';
import { makeZip } from '../../fixtures/make-zip.ts';
import { forms } from '../../fixtures/validator/forms.ts';
import { createGenerator } from '../../fixtures/validator/generator.ts';
import { openOffice } from '../core/office.ts';

const folder = fileURLToPath(officialFolder);
const options = { maxFileBytes: 2 ** 25, checks: 'schema', keepXml: false } as const;

describe.runIf(hasOfficial())('the ledger’s own published files', () => {
  let ours: Validator;
  let theirs: Validator;
  beforeAll(async () => {
    const schemas = await overlaySchemas(folder);
    ours = createValidator({ threads: 1 });
    theirs = createValidator({ threads: 1, schemas: () => schemas });
  }, 30_000);
  afterAll(async () => {
    await ours.close();
    await theirs.close();
  });

  it('give 300 generated documents the verdict of the built-in schemas, and are really used', async () => {
    const generator = createGenerator(41);
    const documents = Array.from({ length: 25 }, () =>
      forms.flatMap(({ name }) => [generator.valid(name), generator.mutant(name)]),
    ).flat();
    expect(documents).toHaveLength(300);
    let valid = 0;
    for (const { xml } of documents) {
      const source = { kind: 'bytes', bytes: new TextEncoder().encode(xml) } as const;
      const [one, other] = [
        await ours.validate(source, options),
        await theirs.validate(source, options),
      ];
      expect(other.validation.verdict, xml).toBe(one.validation.verdict);
      expect(other.validation.form).toEqual(one.validation.form);
      if (one.validation.schemaId !== null)
        expect(other.validation.schemaId).toBe(`given/${one.validation.schemaId}`);
      if (one.validation.verdict === 'valid') valid += 1;
      expect(issuesOf(other), xml).toBe(issuesOf(one));
    }
    console.log(`300 documents, ${valid} valid: the same verdicts, codes and places`);
    expect(valid).toBeGreaterThan(100);
  }, 60_000);

  it('install from a zip as published, without a difference on the samples', async () => {
    const office = await openOffice({ ownValidator: true });
    const files = readdirSync(folder).map((name) => ({
      name: `LROE/${name}`,
      content: readFileSync(new URL(name, officialFolder)),
    }));
    const taken = await office.app.takeFile({ name: 'esquemas.zip', bytes: makeZip(files) });
    const fileIds = taken.ok ? [taken.value.fileId] : [];
    const {
      outcome,
      package: installed,
      differences,
    } = await office.call('schemas.install', { fileIds });
    expect([outcome, differences, installed.forms.length, installed.version]).toEqual([
      'installed',
      [],
      6,
      '1.0.2',
    ]);
  });
});

function issuesOf({ validation }: ValidatedDocument): string {
  return validation.issues
    .map(({ code, line, column, value }) => `${code} ${line}:${column} ${value}`)
    .join('\n');
}
