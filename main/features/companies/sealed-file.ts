import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { mapTexts } from '../../../contract/company-texts.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { createOwnPassphraseSealer } from '../../platform/secrets/passphrase-sealer.ts';
import { createKey, openBox, sealBox } from '../../platform/secrets/sealed-box.ts';
import type { Secret } from '../../platform/secrets/secret.ts';

/**
 * A company as it travels between two installations; the territory by name as well, for services
 * that number them otherwise.
 */
const sealedCompanySchema = z.object({
  isIndividual: z.boolean(),
  fullName: z.string(),
  // Older files lack the newer ones.
  ...mapTexts(() => z.string().nullable().default(null)),
  taxId: z.string(),
  territoryId: z.string(),
  territoryName: z.string(),
  serviceId: z.string().nullable(),
  apiKey: z.string().nullable(),
  notes: z.string(),
  /** Older files do not say it. */
  archived: z.boolean().default(false),
});
export type SealedCompany = z.infer<typeof sealedCompanySchema>;

const contentSchema = z.object({ companies: z.array(sealedCompanySchema).max(20_000) });

/**
 * The file, a JSON document: `key` is a fresh AES-256 key sealed under the passphrase (scrypt, N =
 * 2^17, r = 8, p = 1), `box` is the gzipped JSON of the companies under that key (Base64 of format
 * byte, nonce, tag, ciphertext; AES-256-GCM). See `docs/sealed-companies.md`.
 */
const fileSchema = z.object({
  format: z.literal('zubi-companies'),
  version: z.literal(1),
  key: z.string().max(2000),
  box: z.string(),
});

const context = 'zubi companies 1';
const maxContent = 64 * 1024 * 1024;

/** Seals companies with their keys under a passphrase. */
export async function sealCompanies(
  companies: readonly SealedCompany[],
  passphrase: Secret,
): Promise<Uint8Array> {
  const key = createKey();
  const plain = gzipSync(JSON.stringify({ companies }));
  try {
    const sealedKey = await createOwnPassphraseSealer(passphrase).sealKey(key);
    const file = {
      format: 'zubi-companies',
      version: 1,
      key: sealedKey,
      box: sealBox(key, plain, context),
    };
    return Buffer.from(`${JSON.stringify(file)}\n`);
  } finally {
    key.fill(0);
    plain.fill(0);
  }
}

/** Whether bytes look like a sealed file, from their beginning. */
export function isSealedFile(bytes: Uint8Array): boolean {
  return /^\s*\{\s*"format"\s*:\s*"zubi-companies"/.test(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  );
}

/**
 * Throws `wrong_passphrase`, or `import_format` for a file that is damaged, was changed, or is of a
 * newer version.
 */
export async function openCompanies(
  bytes: Uint8Array,
  passphrase: Secret,
): Promise<readonly SealedCompany[]> {
  const file = parseFile(bytes);
  const sealer = createOwnPassphraseSealer(passphrase);
  const { key } = await sealer.openKey(file.key).catch((error: unknown) => {
    if (error instanceof ZubiError && error.code === 'wrong_passphrase') throw error;
    throw new ZubiError('import_format', { reason: 'sealed' }, { cause: error });
  });
  try {
    const plain = gunzipSync(openBox(key, file.box, context), { maxOutputLength: maxContent });
    return contentSchema.parse(JSON.parse(plain.toString('utf8'))).companies;
  } catch (error) {
    throw new ZubiError('import_format', { reason: 'sealed' }, { cause: error });
  } finally {
    key.fill(0);
  }
}

/**
 * What opening the key may cost: 256 MiB of memory, twice what this program writes. Whoever made
 * the file chooses it.
 */
const costSchema = z.object({ n: z.number().max(2 ** 18), p: z.literal(1) });

function parseFile(bytes: Uint8Array): z.infer<typeof fileSchema> {
  try {
    const file = fileSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    costSchema.parse(JSON.parse(file.key));
    return file;
  } catch (error) {
    throw new ZubiError('import_format', { reason: 'sealed' }, { cause: error });
  }
}
