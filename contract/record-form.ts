import { z } from 'zod';

/** How a field is filled in; a `group` holds other fields. */
const recordFieldKindSchema = z.enum(['group', 'text', 'day', 'amount', 'percentage', 'code']);
export type RecordFieldKind = z.infer<typeof recordFieldKindSchema>;

/** A field of a record, as the schema of its form describes it. */
export const recordFieldSchema = z.object({
  /** Element names from the record down: `CabeceraFactura/FechaRecepcion`. */
  path: z.string(),
  kind: recordFieldKindSchema,
  /** How often it may appear in its group; 0: it may be left out. */
  min: z.number().int(),
  max: z.number().int(),
  /** The values of a code, in the order of the schema. */
  codes: z.array(z.string()),
  maxLength: z.number().int().nullable(),
  /** It identifies the record in the LROE, and cannot change. */
  isIdentity: z.boolean(),
  /** Fields of a group with one number exclude each other; null for all others. */
  alternative: z.number().int().nullable(),
});
export type RecordField = z.infer<typeof recordFieldSchema>;

/** Every character that XML can hold; without a flag, which JSON Schema does not know. */
const xmlText = /^[\t\n\r\u0020-\ufffd]*$/;

/**
 * A value of a record, as written in the file: days dd-mm-yyyy, amounts with a dot. Names that may
 * repeat carry a number from 1: `IVA/DetalleIVA[2]/BaseImponible`.
 */
export const recordValueSchema = z.object({
  path: z.string().min(1).max(400),
  value: z.string().max(4000).regex(xmlText),
});
export type RecordValue = z.infer<typeof recordValueSchema>;
