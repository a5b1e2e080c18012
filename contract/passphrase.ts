import { z } from 'zod';

/** An existing passphrase: any text, since it was accepted once. */
export const passphraseSchema = z.string().min(8).max(1024);

/**
 * A new passphrase: at least 8 characters between blanks, five of them different, so that blanks or
 * one repeated key do not count.
 */
export const newPassphraseSchema = passphraseSchema.refine(
  (text) => text.trim().length >= 8 && new Set(text.trim()).size >= 5,
);
