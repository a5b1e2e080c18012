import { z } from 'zod';
import { expenseTypes, models, operations } from './ledger-books.ts';

/** The operation that a file asks of the ledger. */
export const operationSchema = z.enum(operations);
export type { Operation } from './ledger-books.ts';

export const expenseTypeSchema = z.enum(expenseTypes);

/**
 * Model 140 (professionals) has expenses with and without invoice; model 240 (companies) has
 * received invoices and no expense type.
 */
export const formSchema = z.object({
  model: z.enum(models),
  operation: operationSchema,
  expenseType: expenseTypeSchema.nullable(),
});
export type Form = z.infer<typeof formSchema>;

/** The taxpayer of a file, by its header. */
export const taxpayerSchema = z.object({ taxId: z.string(), name: z.string() });
export type Taxpayer = z.infer<typeof taxpayerSchema>;

/**
 * Sums over a file's records: decimal strings with a dot and two digits (`"84310.22"`), null where
 * the form has no such amount.
 */
export const totalsSchema = z.object({
  /** Invoice totals; for expenses without invoice, the income-tax expense. */
  amount: z.string().nullable(),
  base: z.string().nullable(),
  vat: z.string().nullable(),
  deductibleVat: z.string().nullable(),
});
export type Totals = z.infer<typeof totalsSchema>;

/**
 * The identity of a record in the ledger; a part that the form or the file does not have is null.
 */
export const recordKeySchema = z.object({
  /** Tax id of the invoice's issuer (or of the supplier). */
  issuer: z.string().nullable(),
  series: z.string().nullable(),
  number: z.string().nullable(),
  /** As written in the file, dd-mm-yyyy. */
  date: z.string().nullable(),
  /**
   * Without invoice only: epigraph, concept and the line (1 to 99) that distinguishes equal
   * expenses of a day.
   */
  epigraph: z.string().nullable(),
  concept: z.string().nullable(),
  line: z.string().nullable(),
});
export type RecordKey = z.infer<typeof recordKeySchema>;
