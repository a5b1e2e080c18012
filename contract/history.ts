import { z } from 'zod';

/** A place in the history: its last link of the chain, and its last submission. */
const placeSchema = z.object({ link: z.number().int(), submission: z.number().int() });

/**
 * The history is not the last one known here, so nothing is sent until a person has decided.
 * `behind`: it ends earlier, as after a deleted log or a restored copy; `differs`: its known place
 * has other content; `other_history`: it is another one; `unknown_since`: the notes of its end are
 * missing, or not sealed by this vault.
 */
export const historyQuestionSchema = z.object({
  reason: z.enum(['behind', 'differs', 'other_history', 'unknown_since']),
  /** Its last known place and time; null where unknown. */
  known: placeSchema.extend({ at: z.iso.datetime() }).nullable(),
  found: placeSchema,
});
export type HistoryQuestion = z.infer<typeof historyQuestionSchema>;

/** A printed head of the chain: anybody with the public key can verify it. */
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

/** The state of the chain of evidence. */
export const chainStateSchema = z.object({
  links: z.number().int(),
  /** The newest link covered by a seal; 0 while nothing is sealed. */
  sealedUpTo: z.number().int(),
  /** Whether new links are sealed: not while the keys are locked or not stored. */
  seals: z.boolean(),
  /** Day of the newest signed head, and the public key; null without one. */
  signedOn: z.string().nullable(),
  publicKey: z.string().nullable(),
  /** Whether the history's end is also noted outside the data folder. */
  isNotedOutside: z.boolean(),
  /** Breaks of the chain: another key, a restored copy, a person's decision. */
  breaks: z.array(
    z.object({ at: z.iso.datetime(), kind: z.enum(['key', 'restored', 'continued']) }),
  ),
  question: historyQuestionSchema.nullable(),
});
export type ChainState = z.infer<typeof chainStateSchema>;
