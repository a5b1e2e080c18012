import { z } from 'zod';
import { passphraseFault } from './passphrase-fault.ts';

/** An existing passphrase: any text, since it was accepted once. */
export const passphraseSchema = z.string().min(1).max(1024);

export const newPassphraseSchema = passphraseSchema.refine(
  (text) => passphraseFault(text) === null,
);
