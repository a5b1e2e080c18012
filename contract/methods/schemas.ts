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
  /** All of the package's forms when left out. */
  forms: z.array(formNameSchema).min(1).optional(),
  fiscalYears: z.array(z.number().int().min(2020).max(2100)).min(1).max(50).optional(),
  from: z.iso.date().optional(),
};

const list = z.object({
  schemas: z.array(installedSchemaSchema),
  packages: z.array(schemaPackageSchema),
});

/** The schemas that documents are held to. */
export const schemaMethods = {
  'schemas.list': query(nothing, list),
  /**
   * Installs the files of one package (or one zip, or on the command line one folder) and chooses
   * it, all or nothing. A package that checks samples otherwise is refused with
   * `schema_package_differs` (details: `differences`) until `confirm`.
   */
  'schemas.install': command(
    z.object({
      fileIds: z.array(fileIdSchema).min(1).max(500),
      confirm: z.boolean().default(false),
      /** False keeps it installed and not chosen. */
      activate: z.boolean().default(true),
      /**
       * First day of use of published schemas in a new namespace, which do not say it; today when
       * left out.
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
   * the built-in one is going back.
   */
  'schemas.activate': command(z.object({ id, ...choice }), list),
  /**
   * Removes what is neither built in, nor chosen, nor what a submission was checked against
   * (`schema_package_in_use`, details: `reason`).
   */
  'schemas.remove': command(z.object({ id }), list),
} as const;
