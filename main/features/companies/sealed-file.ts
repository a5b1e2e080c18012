import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { mapTexts } from '../../../contract/company-texts.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { decodeHeader, openFile, sealFile, sealSchema } from '../../platform/files/sealed-file.ts';
import { type Secret, wiped } from '../../platform/secrets/secret.ts';

/**
 * A company in a file between two installations. It names its territory too, because services may
 * number territories differently.
 */
const sealedCompanySchema = z.object({
  isIndividual: z.boolean(),
  fullName: z.string(),
  // Older files lack the newer texts.
  ...mapTexts(() => z.string().nullable().default(null)),
  taxId: z.string(),
  territoryId: z.string(),
  territoryName: z.string(),
  serviceId: z.string().nullable(),
  apiKey: z.string().nullable(),
  notes: z.string(),
  /** Older files lack this field. */
  archived: z.boolean().default(false),
});
export type SealedCompany = z.infer<typeof sealedCompanySchema>;

const contentSchema = z.object({ companies: z.array(sealedCompanySchema) });

const magic = 'ZUBICOM1';
const kind = { magic, header: z.object({ format: z.literal(1), sealed: sealSchema }) };
const maxContent = 64 * 1024 * 1024;

/** Seals companies with their keys under a passphrase (docs/sealed-files.md). */
export async function sealCompanies(
  companies: readonly SealedCompany[],
  passphrase: Secret,
): Promise<Uint8Array> {
  using plain = wiped(gzipSync(JSON.stringify({ companies })));
  const sealed = sealFile(magic, { format: 1 }, { body: [plain], passphrase });
  return Buffer.concat(await Readable.from(sealed).toArray());
}

/**
 * Whether bytes begin like a sealed file of any version. Before the first release the file was a
 * JSON document: it is recognised, not opened.
 */
export function isSealedFile(bytes: Uint8Array): boolean {
  return /^(ZUBICOM|\s*\{\s*"format"\s*:\s*"zubi-companies")/.test(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  );
}

/**
 * Throws `wrong_passphrase`, or `import_format` for a file that is damaged, was changed, or is of
 * another version.
 */
export async function openCompanies(
  bytes: Uint8Array,
  passphrase: Secret,
): Promise<readonly SealedCompany[]> {
  try {
    const start = decodeHeader(kind, Buffer.from(bytes));
    if (!start) throw new Error('header');
    const body = [bytes.subarray(start.encoded.length)];
    const frames = await Readable.from(openFile(start, { body, passphrase })).toArray();
    const plain = gunzipSync(Buffer.concat(frames), { maxOutputLength: maxContent });
    return contentSchema.parse(JSON.parse(plain.toString('utf8'))).companies;
  } catch (error) {
    if (error instanceof ZubiError && error.code === 'wrong_passphrase') throw error;
    throw new ZubiError('import_format', { reason: 'sealed' }, { cause: error });
  }
}
