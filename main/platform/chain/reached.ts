import { lastSubmission } from '../db/chain-rows.ts';
import type { Direct } from '../db/direct.ts';
import { type LastLink, readLastLink } from '../db/evidence-links.ts';
import type { RevealedKeys } from './chain-keys.ts';

/** With what a thread of its own verifies the chain: keys, and a link that is known. */
export interface ChainGround {
  readonly keys: RevealedKeys;
  readonly known: LastLink | null;
}

/** How far the history has come. */
export type Reached = LastLink & { readonly submission: number };

/** In a transaction, or in turn. */
export const readReached = (direct: Direct): Reached => ({
  ...readLastLink(direct),
  submission: lastSubmission(direct),
});
