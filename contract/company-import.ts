import { z } from 'zod';
import { companyTextsSchema } from './company.ts';
import { importFields } from './company-texts.ts';

/** The column of each field (from 0); a field left out is not in the table. */
export const importMappingSchema = z.object({
  columns: z.partialRecord(z.enum(importFields), z.number().int().min(0).max(63)),
  /** For rows that name no territory. */
  defaultTerritoryId: z.string().min(1).max(64).nullish(),
});
export type ImportMapping = z.infer<typeof importMappingSchema>;

/** Faults of a row; each has a sentence in `locales/<language>/`. */
export const importFaultCodes = [
  'tax_id_missing',
  'tax_id_invalid',
  'name_missing',
  'name_parts_missing',
  'name_too_long',
  'notes_too_long',
  'territory_missing',
  'territory_unknown',
  'duplicate_tax_id',
  'duplicate_service_id',
  'duplicate_key',
  'key_taken',
  'exists_already',
  'exists_archived',
  'service_id_taken',
  'service_id_invalid',
  'key_without_service_id',
  'key_invalid',
  'merged_cell',
  'formula_without_value',
  'cell_error',
] as const;
export type ImportFaultCode = (typeof importFaultCodes)[number];

export const importFaultSchema = z.object({
  code: z.enum(importFaultCodes),
  field: z.enum(importFields).nullable(),
  /** The value found, shortened; never from the key's column. */
  value: z.string().nullable(),
  /** The other row of the file, for duplicates. */
  otherRow: z.number().int().nullable(),
});
export type ImportFault = z.infer<typeof importFaultSchema>;

/**
 * A row as it would be stored. `kind`: known to the service with its key, known without its key, to
 * be created, or a company on the list of which it changes the office's own texts or adds what is
 * missing here.
 */
export const importRowSchema = z.object({
  /** Number in the file, from 1, with the heading. */
  row: z.number().int(),
  taxId: z.string(),
  fullName: z.string(),
  isIndividual: z.boolean().nullable(),
  ...companyTextsSchema.shape,
  territoryId: z.string().nullable(),
  territoryName: z.string().nullable(),
  serviceId: z.string().nullable(),
  hasKey: z.boolean(),
  notes: z.string(),
  kind: z.enum(['registered', 'without_key', 'draft', 'update']),
  /** Hidden in its sheet, by a filter or by hand. */
  isHidden: z.boolean(),
  faults: z.array(importFaultSchema),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importCountsSchema = z.object({
  /** Checked rows: hidden ones only on request. */
  rows: z.number().int(),
  /** Rows hidden in the sheet. */
  hidden: z.number().int(),
  good: z.number().int(),
  faulty: z.number().int(),
  /** Of the faulty ones: right, but on the list already. */
  existing: z.number().int(),
  /** Of the good ones. */
  registered: z.number().int(),
  withoutKey: z.number().int(),
  drafts: z.number().int(),
  updated: z.number().int(),
});

/** A sheet with rows. */
export const importSheetSchema = z.object({
  /** Place in the workbook, from 0. */
  index: z.number().int(),
  name: z.string(),
  /** Non-empty rows under the heading, with hidden ones. */
  rows: z.number().int(),
  isHidden: z.boolean(),
});
export type ImportSheet = z.infer<typeof importSheetSchema>;

export const importPreviewSchema = z.object({
  fileId: z.string(),
  name: z.string(),
  format: z.enum(['csv', 'xlsx', 'sealed']),
  /** The encoding of a text; null for other formats. */
  encoding: z.enum(['utf-8', 'windows-1252', 'utf-16']).nullable(),
  delimiter: z.enum([',', ';', '\t', '|']).nullable(),
  /** The sheet that was read; null for other formats. */
  sheet: z.string().nullable(),
  /** Its place in the workbook, from 0; null for other formats. */
  sheetIndex: z.number().int().nullable(),
  /** All sheets with rows, in the workbook's order; empty for other formats. */
  sheets: z.array(importSheetSchema),
  columns: z.array(
    z.object({
      index: z.number().int(),
      heading: z.string(),
      /** The first non-empty values; a possible key is masked. */
      samples: z.array(z.string()),
    }),
  ),
  mapping: importMappingSchema,
  counts: importCountsSchema,
  /** The number of rows with each fault. */
  faults: z.array(z.object({ code: z.enum(importFaultCodes), count: z.number().int() })),
  rows: z.array(importRowSchema),
  /** Rows that the page is taken from: all, or the faulty ones. */
  total: z.number().int(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;
