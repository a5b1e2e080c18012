import { z } from 'zod';
import { formNames } from './ledger-books.ts';
import { verdictSchema } from './verdict.ts';

/** The six forms, the unit of choosing schemas. */
export const formNameSchema = z.enum(formNames);
export type { FormName } from './ledger-books.ts';

/** Id of the application's own package. */
export const builtInPackageId = 'built-in';

/**
 * The documents that a choice applies to; the newest choice for a document wins, after all of them
 * the built-in package.
 */
export const schemaChoiceSchema = z.object({
  forms: z.array(formNameSchema),
  /** Fiscal years of the documents; null for all. */
  fiscalYears: z.array(z.number().int()).nullable(),
  /** Documents checked on this day (yyyy-mm-dd, in Bizkaia) or later; null for any day. */
  from: z.iso.date().nullable(),
});
export type SchemaChoice = z.infer<typeof schemaChoiceSchema>;

/** One schema, for documents with one root in one namespace. */
export const installedSchemaSchema = z.object({
  /** Unique over all packages. */
  id: z.string(),
  packageId: z.string(),
  version: z.string(),
  root: z.string(),
  namespace: z.string(),
  form: formNameSchema,
  validFrom: z.string(),
  /** Of the schema's first file. */
  sha256: z.string(),
  source: z.enum(['built_in', 'folder', 'zip']),
  /** Whether any choice uses it. */
  active: z.boolean(),
});
export type InstalledSchema = z.infer<typeof installedSchemaSchema>;

export const schemaPackageSchema = z.object({
  id: z.string(),
  source: z.enum(['built_in', 'folder', 'zip']),
  /** Name of the folder, zip or first file it came as; null for the built-in one. */
  sourceName: z.string().nullable(),
  installedAt: z.iso.datetime().nullable(),
  /** Over the paths and hashes of all its files. */
  sha256: z.string(),
  forms: z.array(formNameSchema),
  /** The newest version among its schemas and the first day that any of them may be used. */
  version: z.string(),
  validFrom: z.string(),
  /** Empty when it is installed and not chosen for anything. */
  choices: z.array(schemaChoiceSchema),
  /** Its files differ from the installed ones: it is not used. */
  damaged: z.boolean(),
  /** Submissions of the history that were checked against it. */
  submissions: z.number().int(),
  removable: z.boolean(),
});
export type InstalledPackage = z.infer<typeof schemaPackageSchema>;

/**
 * A sample that a new package checks differently from what is expected, or from the package in
 * force.
 */
export const schemaDifferenceSchema = z.object({
  /** Id of the schema inside the new package. */
  schema: z.string(),
  /** `clean`, or the sample's slip (`decimal_comma`, `iso_date`, …). */
  sample: z.string(),
  before: verdictSchema.nullable(),
  after: verdictSchema,
});
export type SchemaDifference = z.infer<typeof schemaDifferenceSchema>;
