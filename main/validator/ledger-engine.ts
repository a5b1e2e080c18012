import type { XsdValidator } from 'libxml2-wasm';
import { ZubiError } from '../../contract/errors.ts';
import { type ElementModel, readSchemaModel } from './schema/schema-model.ts';
import type { SchemaDescription, SchemaPackage } from './schema/schema-package.ts';
import { createSchemaEngine, type ParsedDocument, type ValidationOutcome } from './xml/libxml.ts';

/** What one thread needs for checking: the schemas, compiled on first use and kept. */
export interface LedgerEngine {
  readonly schemas: readonly SchemaDescription[];
  /** Compiles a schema in advance. Throws `schemas_damaged`. */
  compile(schemaId: string): void;
  /** Throws `schemas_damaged` when the schema does not compile. */
  validate(schemaId: string, parsed: ParsedDocument, limit: number): ValidationOutcome;
  /** The content of a schema, element by element; null when it cannot be expressed as fields. */
  model(schemaId: string): ElementModel | null;
  dispose(): void;
}

/** The schemas, and what they say. */
export type SchemaLibrary = Pick<LedgerEngine, 'schemas' | 'model'>;

/** Makes the engine of this thread; compiles nothing yet. */
export function createLedgerEngine({ schemas, files }: SchemaPackage): LedgerEngine {
  const engine = createSchemaEngine();
  const compiled = new Map<string, XsdValidator>();
  const compile = (schemaId: string): XsdValidator => {
    const schema = schemas.find(({ id }) => id === schemaId);
    if (schema === undefined) throw new ZubiError('schemas_damaged', { schema: schemaId });
    const own = new Map(
      schema.files.map(({ path }) => [path, files.get(path) ?? new Uint8Array()]),
    );
    try {
      return engine.compile(schema.entry, own);
    } catch (cause) {
      throw new ZubiError('schemas_damaged', { schema: schemaId }, { cause });
    }
  };
  const models = new Map<string, ElementModel | null>();
  const modelOf = (schemaId: string): ElementModel | null => {
    const schema = schemas.find(({ id }) => id === schemaId);
    try {
      const own = schema?.files.map(({ path }) => files.get(path) ?? new Uint8Array());
      return own === undefined ? null : readSchemaModel(own);
    } catch {
      return null;
    }
  };
  const validatorOf = (schemaId: string): XsdValidator => {
    const validator = compiled.get(schemaId) ?? compile(schemaId);
    compiled.set(schemaId, validator);
    return validator;
  };
  return {
    schemas,
    compile: (schemaId) => void validatorOf(schemaId),
    validate: (schemaId, parsed, limit) => engine.validate(validatorOf(schemaId), parsed, limit),
    model(schemaId) {
      const model = models.get(schemaId) ?? modelOf(schemaId);
      models.set(schemaId, model);
      return model;
    },
    dispose() {
      for (const validator of compiled.values()) validator.dispose();
      compiled.clear();
    },
  };
}
