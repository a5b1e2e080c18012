import type { HistoryQuestion } from '../../../contract/history.ts';
import * as rows from '../db/chain-rows.ts';
import { inTurn } from '../db/direct.ts';
import { type LastLink, readLastLink } from '../db/evidence-links.ts';
import type { Store } from '../db/store.ts';
import type { Log, Vault } from '../ports.ts';
import { keyOf } from './evidence-key.ts';
import { isAuthenticWitness, type Witness } from './witness.ts';

/** What the database holds of its chain. */
export interface Found {
  readonly history: string;
  readonly last: LastLink;
  readonly submission: number;
  /** The last key that sealed links of it. */
  readonly keyId: string | null;
  /** All keys that did. */
  readonly keyIds: readonly string[];
  hashOf(number: number): string | null;
}

/** Reads them. */
export function readFound(queries: Store['queries']): Promise<Found> {
  return inTurn(queries, (direct) => ({
    history: rows.readHistoryId(direct),
    ...{ last: readLastLink(direct), submission: rows.lastSubmission(direct) },
    keyId: rows.findChainEvent(direct, 'key')?.keyId ?? null,
    keyIds: rows.listKeyIds(direct),
    hashOf: (number: number) => rows.hashOfLink(direct, number),
  }));
}

/** Of the notes of a history, those that are there and not proven false. */
export async function onlyAuthentic(
  witnesses: readonly (Witness | 'broken' | null)[],
  { vault, log }: { readonly vault: Vault; readonly log: Log },
): Promise<readonly Witness[]> {
  const known: Witness[] = [];
  for (const witness of witnesses) {
    if (witness === null) continue;
    if (witness !== 'broken' && (await mayBeOwn(witness, vault))) known.push(witness);
    else log.warn('witness_broken');
  }
  return known;
}

/** Also while its key is not at hand. */
async function mayBeOwn(witness: Witness, vault: Vault): Promise<boolean> {
  if (witness.keyId === null) return true;
  const key = await keyOf(vault, witness.keyId).catch(() => null);
  if (key === null) return true;
  const isOwn = isAuthenticWitness(witness, key);
  key.wipe();
  return isOwn;
}

/**
 * What of the history contradicts what is known of it. `isSealedHere`: the key in force has sealed
 * it, so a note of it must be there. A database that is ahead contradicts nothing: the process
 * ended between a commit and its note.
 */
export function findContradiction(
  found: Found,
  known: readonly Witness[],
  isSealedHere: boolean,
): HistoryQuestion | null {
  for (const witness of known) {
    const reason = reasonOf(found, witness);
    if (reason) return toQuestion(reason, found, witness);
  }
  return known.length === 0 && isSealedHere ? toQuestion('unknown_since', found, null) : null;
}

function reasonOf(found: Found, witness: Witness): HistoryQuestion['reason'] | null {
  if (witness.history !== found.history) return 'other_history';
  if (witness.number > found.last.number) return 'behind';
  return (found.hashOf(witness.number) ?? '') === witness.hash ? null : 'differs';
}

function toQuestion(
  reason: HistoryQuestion['reason'],
  found: Found,
  witness: Witness | null,
): HistoryQuestion {
  return {
    reason,
    known: witness && { link: witness.number, submission: witness.submission, at: witness.at },
    found: { link: found.last.number, submission: found.submission },
  };
}
