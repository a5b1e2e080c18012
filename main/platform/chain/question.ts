import type { HistoryQuestion } from '../../../contract/history.ts';
import * as rows from '../db/chain-rows.ts';
import { type LastLink, readLastLink } from '../db/evidence-links.ts';
import type { Store } from '../db/store.ts';
import type { Log, Vault } from '../ports.ts';
import { keyOf } from './evidence-key.ts';
import { isAuthenticWitness, type Witness } from './witness.ts';

/** What the database contains of its chain. */
export interface Found {
  readonly history: string;
  readonly last: LastLink;
  readonly submission: number;
  /** The last key that sealed links. */
  readonly keyId: string | null;
  /** All keys that sealed links. */
  readonly keyIds: readonly string[];
  hashOf(number: number): Promise<string | null>;
}

/** Reads these facts. */
export function readFound(queries: Store['queries']): Promise<Found> {
  return queries.connection().execute(async (connection) => ({
    history: await rows.readHistoryId(connection),
    last: await readLastLink(connection),
    submission: await rows.lastSubmission(connection),
    keyId: (await rows.findChainEvent(connection, 'key'))?.keyId ?? null,
    keyIds: await rows.listKeyIds(connection),
    hashOf: (number) => rows.hashOfLink(queries, number),
  }));
}

/** The notes of a history that exist and are not proven false. */
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

/** Also when its key is not available. */
async function mayBeOwn(witness: Witness, vault: Vault): Promise<boolean> {
  if (witness.keyId === null) return true;
  using key = await keyOf(vault, witness.keyId).catch(() => null);
  return key === null || isAuthenticWitness(witness, key);
}

/**
 * The contradiction between a history and its notes. `isSealedHere`: the key in force has sealed
 * it, so a note must exist. A database ahead of its note contradicts nothing: the process ended
 * between a commit and its note.
 */
export async function findContradiction(
  found: Found,
  known: readonly Witness[],
  isSealedHere: boolean,
): Promise<HistoryQuestion | null> {
  for (const witness of known) {
    const reason = await reasonOf(found, witness);
    if (reason) return toQuestion(reason, found, witness);
  }
  return known.length === 0 && isSealedHere ? toQuestion('unknown_since', found, null) : null;
}

async function reasonOf(found: Found, witness: Witness): Promise<HistoryQuestion['reason'] | null> {
  if (witness.history !== found.history) return 'other_history';
  if (witness.number > found.last.number) return 'behind';
  return ((await found.hashOf(witness.number)) ?? '') === witness.hash ? null : 'differs';
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
