import { z } from 'zod';

/** A place in the history: its last link of the chain, and its last submission. */
const placeSchema = z.object({ link: z.number().int(), submission: z.number().int() });

/**
 * The history is not the one that was known here last, so nothing leaves until a person has
 * decided. `behind`: it ends earlier, as after a log that was deleted or a copy that was put in its
 * place; `differs`: it holds something else at the place that was known; `other_history`: it is
 * another one; `unknown_since`: the notes of where it ended are gone, or not by this vault.
 */
export const historyQuestionSchema = z.object({
  reason: z.enum(['behind', 'differs', 'other_history', 'unknown_since']),
  /** Where it was last, and when; null where that is not known. */
  known: placeSchema.extend({ at: z.iso.datetime() }).nullable(),
  found: placeSchema,
});
export type HistoryQuestion = z.infer<typeof historyQuestionSchema>;

/** A head of the chain as it is printed: whoever has the public key can verify it. */
export const signedHeadSchema = z.object({
  history: z.string(),
  number: z.number().int(),
  hash: z.string(),
  /** Day in Bizkaia, as `2026-11-23`. */
  day: z.string(),
  /** Ed25519, hexadecimal. */
  publicKey: z.string(),
  signature: z.string(),
});
export type SignedHead = z.infer<typeof signedHeadSchema>;

/** How the chain of evidence stands. */
export const chainStateSchema = z.object({
  links: z.number().int(),
  /** The newest link that a seal speaks for; 0 while nothing is sealed. */
  sealedUpTo: z.number().int(),
  /** Whether new links are sealed: not while the keys are locked, or not kept. */
  seals: z.boolean(),
  /** Day of the newest head that was signed, and the public key; null where none was. */
  signedOn: z.string().nullable(),
  publicKey: z.string().nullable(),
  /** Whether it is also noted outside the data folder how far the history has come. */
  isNotedOutside: z.boolean(),
  /** Where the chain did not simply go on: another key, a copy restored, a decision of a person. */
  breaks: z.array(
    z.object({ at: z.iso.datetime(), kind: z.enum(['key', 'restored', 'continued']) }),
  ),
  question: historyQuestionSchema.nullable(),
});
export type ChainState = z.infer<typeof chainStateSchema>;
