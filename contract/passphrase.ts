import { z } from 'zod';

/** A passphrase that is asked for again: whatever was taken once. */
export const passphraseSchema = z.string().min(8).max(1024);

/**
 * A new passphrase: at least 8 characters between blanks, five of them different, so that blanks or
 * one key held down are none.
 */
export const newPassphraseSchema = passphraseSchema.refine(
  (text) => text.trim().length >= 8 && new Set(text.trim()).size >= 5,
);
