import { z } from 'zod';
import {
  clientKeySchema,
  companyCreationSchema,
  companyFilterSchema,
  companyInputSchema,
  companyJobFailureSchema,
  companyJobSchema,
  companySchema,
  companySortSchema,
  serviceIdSchema,
} from '../company.ts';
import { importMappingSchema, importPreviewSchema } from '../company-import.ts';
import { maxSearchText } from '../fold-text.ts';
import { newPassphraseSchema, passphraseSchema } from '../passphrase.ts';
import { fileIdSchema } from '../worklist.ts';
import { command, downloadSchema, id, idsOrAll, limit, nothing, query } from './kinds.ts';

/**
 * The sheet and the rows to read. `sheet`: its place in the workbook, from 0; by default the first
 * visible one with the required columns.
 */
const tableChoice = {
  mapping: importMappingSchema.optional(),
  passphrase: passphraseSchema.optional(),
  sheet: z.number().int().min(0).max(2000).optional(),
  /** Whether rows hidden in the sheet are read. */
  hiddenRows: z.boolean().default(false),
};

const companyIds = z.array(id).min(1).max(20_000);

/** The client companies of this office. */
export const companyMethods = {
  /** A page of the companies. `text` is searched in name, tax id and code. */
  'companies.list': query(
    z.object({
      text: z.string().max(maxSearchText).optional(),
      filter: companyFilterSchema.prefault({}),
      sort: companySortSchema.prefault({}),
      cursor: z.string().max(2000).nullish(),
      limit,
    }),
    z.object({
      companies: z.array(companySchema),
      nextCursor: z.string().nullable(),
      /** The number in all pages. */
      total: z.number().int(),
    }),
  ),
  'companies.get': query(z.object({ id }), companySchema),
  /** The groups and advisers of this office's companies, by name. */
  'companies.labels': query(
    nothing,
    z.object({ groups: z.array(z.string()), advisers: z.array(z.string()) }),
  ),
  'companies.create': command(companyCreationSchema, companySchema),
  /**
   * Changes a registered company in the service, which returns its key, and here; a draft only
   * here.
   */
  'companies.update': command(companyInputSchema.extend({ id }), companySchema),
  /** Requests a lost key by updating the known identifier with the stored data. */
  'companies.recoverKey': command(z.object({ id }), companySchema),
  /**
   * A person's decision on a `creation_unknown` (or a `draft` that exists in the service). Either
   * its identifier, with the key or an update that requests it. Or that it was not created: it is
   * removed (`not_created`) or a draft again (`draft`). Null when removed.
   */
  'companies.reconcile': command(
    z.union([
      z.strictObject({ id, serviceId: serviceIdSchema, apiKey: clientKeySchema.optional() }),
      z.strictObject({ id, decision: z.enum(['not_created', 'draft']) }),
    ]),
    z.object({ company: companySchema.nullable() }),
  ),
  /**
   * Reads the kept answers of `creation_unknown` ones again with the profile in force; sends
   * nothing. A company whose answer is now understood becomes `registered`, with its key, or a
   * `draft` when the service had refused it. With `preview` nothing changes.
   */
  'companies.readAgain': command(
    z.object({ preview: z.boolean().default(false) }),
    z.object({
      changed: z.array(
        z.object({ id, fullName: z.string(), state: z.enum(['registered', 'draft']) }),
      ),
      unchanged: z.number().int(),
    }),
  ),
  'companies.archive': command(z.object({ id }), companySchema),
  'companies.unarchive': command(z.object({ id }), companySchema),
  /** Removes a company without history from this list; it stays in the service. */
  'companies.remove': command(z.object({ id }), nothing),
  /** Sets an adviser or a group for several companies, or removes it (null). */
  'companies.setLabels': command(
    z
      .object({
        companyIds,
        adviser: companyInputSchema.shape.adviser,
        group: companyInputSchema.shape.group,
      })
      .refine(({ adviser, group }) => adviser !== undefined || group !== undefined),
    nothing,
  ),
  'companies.setNotes': command(
    z.object({ id, notes: z.string().trim().max(5000) }),
    companySchema,
  ),
  /**
   * The only method whose reply has a key: shown when a person asks for it. A caller must not
   * store it.
   */
  'companies.revealKey': query(z.object({ id }), z.object({ key: z.string() })),
  /**
   * Copies the key to the system's clipboard and removes it after 30 s or at the application's end,
   * unless something else is there by then. `copied` is false where the host does not reach the
   * clipboard or it refused: then the window copies the key of `companies.revealKey`.
   */
  'companies.copyKey': query(z.object({ id }), z.object({ copied: z.boolean() })),

  /**
   * Reads a file (CSV, XLSX, or one sealed by `companies.exportFile`) and returns row by row what
   * an import would do. Without `mapping` one is proposed from the headings. Nothing is stored;
   * from here on the file is in memory only, until it is imported or discarded, or this process
   * ends.
   */
  'companies.importPreview': command(
    z.object({
      fileId: fileIdSchema,
      ...tableChoice,
      /** Pages only rows with faults, but not those that are only on the list already. */
      onlyFaulty: z.boolean().default(false),
      offset: z.number().int().min(0).default(0),
      limit,
    }),
    importPreviewSchema,
  ),
  /**
   * Stores rows, all or none: `rows` (numbers in the file), or every row; with `skipFaulty` those
   * without faults. Rows that the service does not have become drafts.
   */
  'companies.importFile': command(
    z.object({
      fileId: fileIdSchema,
      ...tableChoice,
      rows: z.array(z.number().int().min(1)).max(20_000).optional(),
      skipFaulty: z.boolean().default(false),
    }),
    z.object({
      registered: z.number().int(),
      withoutKey: z.number().int(),
      drafts: z.number().int(),
      /** Companies that were here already, with changed texts of the office. */
      updated: z.number().int(),
      skipped: z.number().int(),
      /** Identifiers of the drafts, for `companies.createDrafts`. */
      draftIds: z.array(z.string()),
    }),
  ),
  'companies.discardImport': command(z.object({ fileId: fileIdSchema }), nothing),
  /** The companies as CSV without keys, or with keys in a file sealed by the passphrase. */
  'companies.exportFile': command(
    z.union([
      z.strictObject({ format: z.literal('csv'), ids: companyIds.optional() }),
      z.strictObject({
        format: z.literal('sealed'),
        passphrase: newPassphraseSchema,
        ids: companyIds.optional(),
      }),
    ]),
    downloadSchema.extend({ companies: z.number().int() }),
  ),

  /**
   * Starts creating drafts in the service, one after the other: the named ones, or `all`. Returns
   * at once; `job.progressed` reports.
   */
  'companies.createDrafts': command(idsOrAll(companyIds), companyJobSchema),
  /**
   * The newest bulk creation of this environment, with the failed rows whose company is still
   * missing, or without its key; `standing` is their number.
   */
  'companies.getJob': query(
    z.object({ offset: z.number().int().min(0).default(0), limit }),
    z.object({
      job: companyJobSchema.nullable(),
      standing: z.object({ failed: z.number().int(), unknown: z.number().int() }),
      failures: z.array(companyJobFailureSchema),
    }),
  ),
  'companies.pauseJob': command(z.object({ id }), companyJobSchema),
  'companies.resumeJob': command(z.object({ id }), companyJobSchema),
  'companies.cancelJob': command(z.object({ id }), companyJobSchema),
} as const;
