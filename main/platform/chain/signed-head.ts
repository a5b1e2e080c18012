import { dayOf } from '../../../contract/formats.ts';
import type { SignedHead } from '../../../contract/history.ts';
import { addChainEvent, findChainEvent } from '../db/chain-rows.ts';
import { type LastLink, readLastLink } from '../db/evidence-links.ts';
import { headText } from '../db/head-signature.ts';
import type { Transaction } from '../db/tables.ts';
import type { EvidenceKey } from './evidence-key.ts';

/** What a head is signed with. */
interface Signing {
  readonly history: string;
  readonly key: EvidenceKey | null;
  readonly now: Date;
}

/** Null without a key, or with nothing to sign. */
export function signHead({ number, hash }: LastLink, signing: Signing): SignedHead | null {
  const { history, key, now } = signing;
  if (key === null || number === 0) return null;
  const head = { history, number, hash, day: dayOf(now) };
  return { ...head, publicKey: key.publicKey(), signature: key.sign(headText(head)) };
}

/** The first head of a day becomes part of the chain; false when there was nothing to sign. */
export async function addDailyHead(transaction: Transaction, signing: Signing): Promise<boolean> {
  const known = await findChainEvent(transaction, 'head');
  if (known?.day === dayOf(signing.now)) return false;
  const head = signHead(await readLastLink(transaction), signing);
  if (head === null) return false;
  await addChainEvent(transaction, signing.now.toISOString(), { kind: 'head', ...head });
  return true;
}
