import { z } from 'zod';
import { formSchema } from '../../../contract/form.ts';
import { findBook } from '../../../contract/ledger-books.ts';

const text = z.string().min(1);

/** One schema of a `manifest.json`, see `xsd/README.md`. */
const descriptionSchema = z.object({
  id: text,
  version: text,
  namespace: text,
  root: text,
  form: formSchema
    .pick({ model: true, expenseType: true })
    .extend({ operationGroup: z.enum(['creation_or_modification', 'cancellation']) })
    .refine((form) => findBook(form) !== undefined),
  /** First day of its use, yyyy-mm-dd. */
  validFrom: text,
  entry: text,
  files: z
    .array(z.object({ path: text, sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .min(1)
    .readonly(),
});
export type ManifestSchema = z.output<typeof descriptionSchema>;

const manifestSchema = z.object({
  format: z.literal(1),
  schemas: z.array(descriptionSchema).min(1).readonly(),
});

/** Reads a manifest already parsed as JSON; throws an `Error` that names the first faulty field. */
export function readManifest(value: unknown): { readonly schemas: readonly ManifestSchema[] } {
  const { data, error } = manifestSchema.safeParse(value);
  if (data === undefined)
    throw new Error(`not as it should be in a manifest: ${error?.issues[0]?.path.join('.')}`);
  return { schemas: data.schemas };
}
