import type { ZodType } from 'zod';
import type { FieldErrors } from '../http/answer.ts';

/** The result of a parse: the value, or the faults by field (`taxpayer.tax_id_number`). */
type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: FieldErrors };

/**
 * Parses a request's fields. Texts of faults are as the service's: in Spanish, by field, without
 * repeating what was sent.
 */
export function parseFields<Value>(schema: ZodType<Value>, input: unknown): Parsed<Value> {
  const parsed = schema.safeParse(input, { error: describe });
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.');
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return { ok: false, errors };
}

function describe(issue: {
  readonly code?: string | undefined;
  readonly input?: unknown;
  readonly origin?: unknown;
}): string {
  if (issue.input === undefined) return 'Campo obligatorio.';
  const isBound = issue.code === 'too_small' || issue.code === 'too_big';
  if (isBound && issue.origin === 'number') return 'Fuera del intervalo admitido.';
  if (issue.code === 'too_small') return 'No puede estar vacío.';
  if (issue.code === 'too_big') return 'Demasiado largo.';
  if (issue.code === 'invalid_value') return 'Valor no admitido.';
  return 'Tipo de dato no válido.';
}
