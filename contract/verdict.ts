import { z } from 'zod';
import { formSchema, recordKeySchema, taxpayerSchema, totalsSchema } from './form.ts';

/** `unreadable`: not a file of these books, or not readable as one. */
export const verdictSchema = z.enum(['valid', 'warnings', 'invalid', 'unreadable']);
export type Verdict = z.infer<typeof verdictSchema>;

/** The layers of a verdict, outermost first; a layer that fails wholly hides those behind it. */
export const layerSchema = z.enum(['file', 'xml', 'schema', 'header', 'rule']);
export type Layer = z.infer<typeof layerSchema>;

/**
 * One fault. `code` is a key of `locales/<language>/issues.json` (`<code>.title`, `.message`,
 * `.hint`), `params` its placeholders. Numbers count from 1; line and column are those of the `<`
 * of the faulty element (for a missing element, of the one found in its place).
 */
export const issueSchema = z.object({
  layer: layerSchema,
  severity: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The ledger's own code when the fault breaks one of its rules (`B4_1000021`), else null. */
  ledgerCode: z.string().nullable(),
  record: z.number().int().nullable(),
  recordKey: recordKeySchema.nullable(),
  /**
   * Element path without prefixes, record index in brackets:
   * `/LROE…Peticion/Gastos/Gasto[12]/CabeceraFactura/FechaRecepcion`.
   */
  path: z.string().nullable(),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  /** The faulty text, cut to 200 characters. */
  value: z.string().nullable(),
});
export type Issue = z.infer<typeof issueSchema>;

/** What a document is, before any form is checked. */
export const documentKindSchema = z.enum([
  'ledger_form',
  'ledger_other_chapter',
  'ledger_response',
  'ticketbai',
  'facturae',
  'electronic_invoice',
  'html',
  'other_xml',
  'pdf',
  'zip',
  'image',
  'spreadsheet',
  'text',
  'binary',
  'empty',
]);
export type DocumentKind = z.infer<typeof documentKindSchema>;

const notNamed: readonly DocumentKind[] = ['ledger_form', 'zip', 'text', 'binary', 'empty'];

/** Whether a document is known to belong elsewhere: TicketBAI, another chapter, a PDF. */
export function isForElsewhere({
  verdict,
  kind,
}: {
  verdict: Verdict;
  kind: DocumentKind;
}): boolean {
  return verdict === 'unreadable' && !notNamed.includes(kind);
}

/** Everything Zubi knows of one document without sending it. */
export const validationResultSchema = z.object({
  verdict: verdictSchema,
  kind: documentKindSchema,
  /** Details of the kind: another chapter's number, the root's name; null when there are none. */
  kindDetail: z.string().nullable(),
  form: formSchema.nullable(),
  fiscalYear: z.number().int().nullable(),
  /**
   * The quarter of its latest record, `2026-Q3`; null where no record has a day of the file's year.
   */
  period: z.string().nullable(),
  taxpayer: taxpayerSchema.nullable(),
  records: z.number().int(),
  totals: totalsSchema,
  /** At most 1,000, in the order of the file. */
  issues: z.array(issueSchema),
  /** True totals by severity. */
  issueCounts: z.object({
    error: z.number().int(),
    warning: z.number().int(),
    info: z.number().int(),
  }),
  /** Id of its schema, see `xsd/manifest.json`. */
  schemaId: z.string().nullable(),
  /** SHA-256 (hex) of the XML's bytes, after decompression; null when nothing could be read. */
  sha256: z.string().nullable(),
  /** Size of the XML's bytes, after decompression. */
  sizeBytes: z.number().int(),
});
export type ValidationResult = z.infer<typeof validationResultSchema>;
