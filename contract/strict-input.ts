import { z } from 'zod';

const { clone, mergeDefs } = z.core.util;
type Schema = z.core.$ZodType;

/** What each schema is made of, where objects can stand inside it. */
function mapInner(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const changed = (parts: object): Schema => clone(schema, mergeDefs(schema._zod.def, parts));
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape).map(([key, field]) => [key, change(field)] as const);
    return changed({ shape: Object.fromEntries(shape), catchall: z.never() });
  }
  if (schema instanceof z.ZodArray) return changed({ element: change(schema.element) });
  if (schema instanceof z.ZodUnion) return changed({ options: schema.options.map(change) });
  if (isWrapper(schema)) return changed({ innerType: change(schema.def.innerType) });
  return schema;
}

function isWrapper(schema: Schema) {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  );
}

/** The same schema, refusing unknown keys at every depth. Keys of a record type stay free. */
export function toStrict<S extends Schema>(schema: S): S {
  // The type stays that of the schema.
  return mapInner(schema, toStrict) as S;
}

/** Keys that a schema knows at a path into its input; list items under any number. */
export function keysAt(schema: Schema, path: readonly PropertyKey[]): readonly string[] {
  if (isWrapper(schema)) return keysAt(schema.def.innerType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => keysAt(each, path));
  const [first, ...rest] = path;
  if (schema instanceof z.ZodArray && first !== undefined) return keysAt(schema.element, rest);
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum)
    return schema.keyType.options.map(String);
  if (!(schema instanceof z.ZodObject)) return [];
  if (first === undefined) return Object.keys(schema.shape);
  const field: Schema | undefined = schema.shape[String(first)];
  return field === undefined ? [] : keysAt(field, rest);
}
