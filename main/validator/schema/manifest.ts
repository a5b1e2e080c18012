import {
  type ExpenseType,
  expenseTypes,
  findBook,
  type Model,
  models,
} from '../../../contract/ledger-books.ts';

/** A file of a schema. */
export interface ManifestFile {
  readonly path: string;
  readonly sha256: string;
}

/** One schema of a `manifest.json`, see `xsd/README.md`. */
export interface ManifestSchema {
  readonly id: string;
  readonly version: string;
  readonly namespace: string;
  readonly root: string;
  readonly form: {
    readonly model: Model;
    readonly operationGroup: 'creation_or_modification' | 'cancellation';
    readonly expenseType: ExpenseType | null;
  };
  /** First day of its use, yyyy-mm-dd. */
  readonly validFrom: string;
  readonly entry: string;
  readonly files: readonly ManifestFile[];
}

/**
 * Reads a manifest already parsed as JSON; throws an `Error` that names the first faulty field.
 * Written by hand: loading zod takes longer than checking ten files, and the command line needs
 * nothing else of it for a verdict.
 */
export function readManifest(value: unknown): { readonly schemas: readonly ManifestSchema[] } {
  const manifest = readObject(value, 'manifest');
  if (manifest.format !== 1) throw wrong('format');
  return { schemas: readList(manifest, 'schemas').map(readSchema) };
}

function readSchema(value: unknown): ManifestSchema {
  const schema = readObject(value, 'schema');
  const form = readObject(schema.form, 'form');
  const model = readOneOf(form, 'model', models);
  const expenseType = readOneOf(form, 'expenseType', [...expenseTypes, null]);
  if (findBook({ model, expenseType }) === undefined) throw wrong('form');
  return {
    id: readText(schema, 'id'),
    version: readText(schema, 'version'),
    namespace: readText(schema, 'namespace'),
    root: readText(schema, 'root'),
    form: {
      model,
      operationGroup: readOneOf(form, 'operationGroup', [
        'creation_or_modification',
        'cancellation',
      ]),
      expenseType,
    },
    validFrom: readText(schema, 'validFrom'),
    entry: readText(schema, 'entry'),
    files: readList(schema, 'files').map(readFile),
  };
}

function readFile(value: unknown): ManifestFile {
  const file = readObject(value, 'file');
  const sha256 = readText(file, 'sha256');
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw wrong('sha256');
  return { path: readText(file, 'path'), sha256 };
}

type Fields = Readonly<Record<string, unknown>>;

function readObject(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name);
  return { ...value };
}

function readList(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.length === 0) throw wrong(name);
  return value;
}

function readText(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw wrong(name);
  return value;
}

function readOneOf<Value extends string | null>(
  fields: Fields,
  name: string,
  values: readonly Value[],
): Value {
  const found = values.find((known) => known === fields[name]);
  if (found === undefined) throw wrong(name);
  return found;
}

function wrong(name: string): Error {
  return new Error(`not as it should be in a manifest: ${name}`);
}
