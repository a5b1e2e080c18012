import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../files/make-folder.ts';
import { moveFile } from '../files/move-file.ts';
import { toStorageError } from '../files/whole-file.ts';
import { systemCode } from '../system-code.ts';
import type { EvidenceKey } from './evidence-key.ts';

export const witnessSchema = z.object({
  /** The random identifier of the history. */
  history: z.string(),
  /** The last link and its hash. */
  number: z.number().int(),
  hash: z.string(),
  /** Number of the last submission. */
  submission: z.number().int(),
  /** ISO instant. */
  at: z.string(),
  /** The key of the code; both null when no key outlives the process. */
  keyId: z.string().nullable(),
  code: z.string().nullable(),
});
export type Witness = z.infer<typeof witnessSchema>;

/** What is known of a history outside its database: the end of its chain. */
export type Mark = Omit<Witness, 'keyId' | 'code'>;

/** The note with the proof that this vault wrote it. */
export function toWitness(mark: Mark, key: EvidenceKey | null): Witness {
  const code = key?.code('witness', toText(mark)).toString('hex') ?? null;
  return { ...mark, keyId: key?.id ?? null, code };
}

/** Whether this key made the note. */
export function isAuthenticWitness(witness: Witness, key: EvidenceKey): boolean {
  return key.isOwn('witness', toText(witness), Buffer.from(witness.code ?? '', 'hex'));
}

const toText = ({ history, number, hash, submission, at }: Mark): string =>
  JSON.stringify([history, number, hash, submission, at]);

/** `broken`: the file exists and is no witness. */
export function readWitness(path: string): Witness | 'broken' | null {
  try {
    return witnessSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? null : 'broken';
  }
}

/**
 * Replaces the file: either the old or the new one is there, flushed. The directory entry is not
 * flushed: an older witness with a later history is valid. One writer at a time. Throws
 * `disk_full`, `data_folder_not_writable`.
 */
export async function writeWitness(path: string, witness: Witness): Promise<void> {
  const draft = `${path}.tmp`;
  try {
    makeFolder(dirname(path));
    await writeFile(draft, JSON.stringify(witness), { mode: 0o600, flush: true });
    await moveFile(draft, path);
  } catch (error) {
    throw toStorageError(error, path);
  }
}
