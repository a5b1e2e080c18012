import type { HistoryQuestion } from '../../../contract/history.ts';
import type { ChainEvent } from '../db/chain-events.ts';
import type { Log, Vault } from '../ports.ts';
import type { ChainKeys } from './chain-keys.ts';
import { type Found, findContradiction, onlyAuthentic } from './question.ts';
import { wasRestored } from './restored-mark.ts';
import { readWitnesses, type WitnessPlaces } from './witness-writer.ts';

/** What the notes outside the database say of a history. */
export type Comparison =
  /** Not compared yet, or what locked keys could not decide. */
  | { readonly kind: 'open' }
  | { readonly kind: 'contradicted'; readonly question: HistoryQuestion }
  /** As it was left, or restored by this application: `event` then says so in the chain. */
  | { readonly kind: 'known'; readonly event: ChainEvent | null };

interface Ground extends WitnessPlaces {
  readonly vault: Vault;
  readonly log: Log;
  readonly keys: ChainKeys;
}

export async function compareWithNotes(found: Found, ground: Ground): Promise<Comparison> {
  const { dataFolder, vault, keys } = ground;
  const known = await onlyAuthentic(readWitnesses(ground, found.history), ground);
  const sealState = keys.sealState();
  if (await wasRestored(dataFolder, { vault, found, bare: sealState === 'bare' })) {
    const former = known.find(({ history }) => history === found.history);
    return { kind: 'known', event: { kind: 'restored', known: former?.number ?? null } };
  }
  const isSealedHere = found.keyId !== null && keys.current()?.id === found.keyId;
  const question = await findContradiction(found, known, isSealedHere);
  if (question) return { kind: 'contradicted', question };
  return sealState === 'waiting' ? { kind: 'open' } : { kind: 'known', event: null };
}
