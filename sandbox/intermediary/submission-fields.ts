import { z } from 'zod';
import { expenseTypeSchema, operationSchema } from '../../contract/form.ts';
import type { ExpenseType, Model, Operation } from '../../contract/ledger-books.ts';
import { type FieldErrors, refuseFields } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { decodeBase64 } from './base64.ts';
import { parseFields } from './field-errors.ts';

const text = z.string().trim().min(1).max(250);

const fields = z.object({
  xml_contents: z.string().min(1),
  lroe_operation_type: operationSchema,
  fiscal_year: z.number().int().min(1000).max(9999),
  taxpayer: z.object({ tax_id_number: text.toUpperCase(), full_name: text }),
  software_garante: z.object({
    tax_id_number: text.toUpperCase(),
    license: text,
    name: text,
    version: text,
  }),
  certificate_encryption_key: z.string().min(1).max(4096),
});

const expenseType = z.object({ expense_type: expenseTypeSchema });

/**
 * A submission's fields (specification, 2.2, with the names of the default service profile), with
 * decoded XML.
 */
export interface SubmissionFields {
  readonly xml: Buffer;
  readonly operation: Operation;
  /** Null for model 240. */
  readonly expenseType: ExpenseType | null;
  readonly fiscalYear: number;
  readonly taxpayer: { readonly taxId: string; readonly name: string };
  readonly softwareGarante: { readonly taxId: string };
}

/**
 * Reads and checks the fields; 422 with every fault by field. The certificate's key is required and
 * not kept.
 */
export function readSubmissionFields(body: JsonObject, model: Model): SubmissionFields {
  const common = parseFields(fields, body);
  const kind = model === '140' ? parseFields(expenseType, body) : null;
  const xml = common.ok ? decodeBase64(common.value.xml_contents) : null;
  const errors: FieldErrors = {
    ...(common.ok ? {} : common.errors),
    ...(common.ok && xml === null ? { xml_contents: ['No es Base64 válido.'] } : {}),
    ...(kind?.ok === false ? kind.errors : {}),
    ...(model === '240' && (body.expense_type ?? null) !== null
      ? { expense_type: ['El modelo 240 no usa este campo.'] }
      : {}),
  };
  if (!common.ok || xml === null || kind?.ok === false || Object.keys(errors).length > 0) {
    throw refuseFields(errors);
  }
  const { lroe_operation_type, fiscal_year, taxpayer, software_garante } = common.value;
  return {
    xml,
    operation: lroe_operation_type,
    expenseType: kind?.value.expense_type ?? null,
    fiscalYear: fiscal_year,
    taxpayer: { taxId: taxpayer.tax_id_number, name: taxpayer.full_name },
    softwareGarante: { taxId: software_garante.tax_id_number },
  };
}
