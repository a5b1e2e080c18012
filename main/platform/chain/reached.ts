import { lastSubmission } from '../db/chain-rows.ts';
import { type LastLink, readLastLink } from '../db/evidence-links.ts';
import type { Queries } from '../db/tables.ts';
import type { RevealedKeys } from './chain-keys.ts';

/** What a thread needs to verify the chain: keys, and a known link. */
export interface ChainGround {
  readonly keys: RevealedKeys;
  readonly known: LastLink | null;
}

/** How far the history has come. */
export type Reached = LastLink & { readonly submission: number };

/** Inside a transaction, or on a connection of its own: nothing may be written in between. */
export const readReached = async (connection: Queries): Promise<Reached> => ({
  ...(await readLastLink(connection)),
  submission: await lastSubmission(connection),
});
