import { CompiledQuery } from 'kysely';
import { sealHash } from './chain-seal.ts';
import {
  type ChangingKind,
  digestRows,
  type EvidenceKind,
  type EvidenceValues,
  hashLink,
  selectEvidence,
} from './evidence.ts';
import type { Queries, Transaction } from './tables.ts';

/** The chain's last link; number 0 and no hash when there is none. */
export interface LastLink {
  readonly number: number;
  readonly hash: string;
}

/**
 * Adds a link to the chain, inside the transaction that writes its rows. One after the other: two
 * at once would follow the same link.
 */
export async function linkEvidence(
  transaction: Transaction,
  link: { kind: EvidenceKind; subjectId: string; key: number; rows: Iterable<EvidenceValues> },
): Promise<void> {
  const { kind, subjectId: subject_id, key } = link;
  const digest = digestRows(link.rows);
  const last = await readLastLink(transaction);
  const hash = hashLink(last.hash, { kind, subject_id, key, digest });
  const seal = sealHash(transaction, hash);
  await transaction
    .insertInto('evidence_links')
    .values({ kind, subject_id, key, digest, hash, seal })
    .execute();
}

/** Links the current row of a submission or company; called whenever its evidence changes. */
export async function linkAsItStands(
  transaction: Transaction,
  kind: ChangingKind,
  id: string,
): Promise<void> {
  const select = CompiledQuery.raw(selectEvidence(kind), [id, 0]);
  const { rows } = await transaction.executeQuery<object>(select);
  await linkEvidence(transaction, { kind, subjectId: id, key: 0, rows: rows.map(Object.values) });
}

export async function readLastLink(queries: Queries): Promise<LastLink> {
  const link = await queries
    .selectFrom('evidence_links')
    .select(['id as number', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link ?? { number: 0, hash: '' };
}
