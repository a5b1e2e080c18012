import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { sealHash } from './chain-seal.ts';
import {
  type ChangingKind,
  digestRows,
  type EvidenceKind,
  type EvidenceValues,
  hashLink,
  selectEvidence,
} from './evidence.ts';
import type { Tables } from './tables.ts';

/** The chain's last link; number 0 and no hash where there is none yet. */
export interface LastLink {
  readonly number: number;
  readonly hash: string;
}

/**
 * Adds a link to the chain; called in the transaction that writes what it stands for. One after the
 * other: two at once would follow the same link.
 */
export async function linkEvidence(
  transaction: Transaction<Tables>,
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

/** Links a submission or a company as it stands now; called whenever evidence of it has changed. */
export async function linkAsItStands(
  transaction: Transaction<Tables>,
  kind: ChangingKind,
  id: string,
): Promise<void> {
  const select = CompiledQuery.raw(selectEvidence(kind), [id, 0]);
  const { rows } = await transaction.executeQuery<object>(select);
  await linkEvidence(transaction, { kind, subjectId: id, key: 0, rows: rows.map(Object.values) });
}

export async function readLastLink(queries: Kysely<Tables>): Promise<LastLink> {
  const link = await queries
    .selectFrom('evidence_links')
    .select(['id as number', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link ?? { number: 0, hash: '' };
}
