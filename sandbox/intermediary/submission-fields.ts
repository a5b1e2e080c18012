import { z } from 'zod';
import { type FieldErrors, refuseFields } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { decodeBase64 } from './base64.ts';
import { parseFields } from './field-errors.ts';

const text = z.string().trim().min(1).max(250);

const fields = z.object({
  xml_contents: z.string().min(1),
  lroe_operation_type: z.enum(['creation', 'modification', 'cancellation']),
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

const expenseType = z.object({ expense_type: z.enum(['with_invoice', 'without_invoice']) });

/**
 * A submission's fields (specification, 2.2, with the names of the default service profile), its
 * XML decoded.
 */
export interface SubmissionFields {
  readonly xml: Buffer;
  readonly operation: 'creation' | 'modification' | 'cancellation';
  /** Null for model 240. */
  readonly expenseType: 'with_invoice' | 'without_invoice' | null;
  readonly fiscalYear: number;
  readonly taxpayer: { readonly taxId: string; readonly name: string };
  readonly softwareGarante: { readonly taxId: string };
}

/**
 * Reads and checks the fields; 422 with every fault by field. The certificate's key is required and
 * then forgotten.
 */
export function readSubmissionFields(body: JsonObject, model: '140' | '240'): SubmissionFields {
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
