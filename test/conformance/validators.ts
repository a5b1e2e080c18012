import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type ElementModel, readSchemaModel } from '../../main/validator/schema/schema-model.ts';
import type { FormName } from '../fixtures/validator/forms.ts';
import { type ManifestSchema, readManifest, readSchemaFile } from './manifest-files.ts';
import { compileOfficial, compileOurs, type Validator } from './wasm-validator.ts';

/**
 * The place of the ledger's own files on a developer's machine: beside the repository, never in it.
 */
export const officialFolder = new URL('../../../shared/lroe/official/', import.meta.url);

/** Whether the ledger's own files are there. Prints it on the console when they are not. */
export function hasOfficial(): boolean {
  const isThere = existsSync(officialFolder);
  if (!isThere)
    console.log(
      'SKIPPED: the ledger’s own schema files are not in ../shared/lroe/official, nothing to compare with',
    );
  return isThere;
}

/** Our schema of a form. */
export function schemaOf(form: FormName): ManifestSchema {
  const found = readManifest().schemas.find(({ entry }) => entry.endsWith(`/${form}.xsd`));
  if (found === undefined) throw new Error(`no schema of ${form} in the manifest`);
  return found;
}

/** Compiles our schema of a form. */
export function judgeOurs(form: FormName): Validator {
  return compileOurs(schemaOf(form));
}

/** Compiles the ledger's own schema of a form; its file is the one its namespace ends in. */
export function judgeOfficial(form: FormName): Validator {
  return compileOfficial(officialFolder, officialFile(form));
}

/** Our schema of a form, element by element. */
export function modelOfOurs(form: FormName): ElementModel {
  return readSchemaModel(schemaOf(form).files.map(({ path }) => readSchemaFile(path)));
}

/** The ledger's own schema of a form, element by element. */
export function modelOfOfficial(form: FormName): ElementModel {
  const parts = readdirSync(officialFolder).filter((name) => name.startsWith('batuz_'));
  return readSchemaModel(
    [officialFile(form), ...parts].map((name) => readFileSync(new URL(name, officialFolder))),
  );
}

function officialFile(form: FormName): string {
  return schemaOf(form).namespace.split('/').at(-1) ?? '';
}
