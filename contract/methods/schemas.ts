import { z } from 'zod';
import {
  formNameSchema,
  installedSchemaSchema,
  schemaDifferenceSchema,
  schemaPackageSchema,
} from '../schema-package.ts';
import { fileIdSchema } from '../worklist.ts';
import { command, id, nothing, query } from './kinds.ts';

const choice = {
  /** By default all forms of the package. */
  forms: z.array(formNameSchema).min(1).optional(),
  fiscalYears: z.array(z.number().int().min(2020).max(2100)).min(1).max(50).optional(),
  from: z.iso.date().optional(),
};

const list = z.object({
  schemas: z.array(installedSchemaSchema),
  packages: z.array(schemaPackageSchema),
});

/** The schemas that documents are checked against. */
export const schemaMethods = {
  'schemas.list': query(nothing, list),
  /**
   * Installs the files of one package (or one zip, or on the command line one folder) and chooses
   * it, all or nothing. A package that checks samples differently fails with
   * `schema_package_differs` (details: `differences`) until `confirm`.
   */
  'schemas.install': command(
    z.object({
      fileIds: z.array(fileIdSchema).min(1).max(500),
      confirm: z.boolean().default(false),
      /** False installs without choosing. */
      activate: z.boolean().default(true),
      /**
       * First day of published schemas in a new namespace, which do not state it; by default today.
       */
      validFrom: z.iso.date().optional(),
      ...choice,
    }),
    z.object({
      outcome: z.enum(['installed', 'nothing_new']),
      package: schemaPackageSchema,
      differences: z.array(schemaDifferenceSchema),
    }),
  ),
  /**
   * Chooses a package; without `fiscalYears` and `from` for every document of its forms. Choosing
   * the built-in one goes back.
   */
  'schemas.activate': command(z.object({ id, ...choice }), list),
  /**
   * Removes a package that is neither built in, nor chosen, nor used by a submission's check
   * (`schema_package_in_use`, details: `reason`).
   */
  'schemas.remove': command(z.object({ id }), list),
} as const;
