import type { Kysely } from 'kysely';
import { directIn } from './direct.ts';
import { digestRows, type EvidenceKind, type EvidenceValues, evidenceColumns, hashLink } from './evidence.ts';
import type { Tables } from './tables.ts';

/** Runs within the transaction it is given, or in one of its own. */
export function inTransaction<Value>(
  queries: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  return queries.isTransaction ? work(queries) : queries.transaction().execute(work);
}

/** Adds a link to the chain; called in the transaction that writes what it stands for. */
export function linkEvidence(
  transaction: Kysely<Tables>,
  link: { kind: EvidenceKind; submissionId: string; key: number; rows: Iterable<EvidenceValues> },
): void {
  const direct = directIn(transaction);
  const [last] = direct.first('select hash from evidence_links order by id desc limit 1', []) ?? [];
  const { kind, submissionId: submission_id, key } = link;
  const digest = digestRows(link.rows);
  const hash = hashLink(String(last ?? ''), { kind, submission_id, key, digest });
  direct.run('insert into evidence_links (kind, submission_id, key, digest, hash) values (?, ?, ?, ?, ?)', [
    ...[kind, submission_id, key, digest, hash],
  ]);
}

const selectSubmission = `select ${evidenceColumns.submission.join(', ')} from submissions where id = ?`;

/** Links a submission as it stands now; called whenever one of its columns has changed. */
export function linkSubmission(transaction: Kysely<Tables>, id: string): void {
  const values = directIn(transaction).first(selectSubmission, [id]);
  linkEvidence(transaction, { kind: 'submission', submissionId: id, key: 0, rows: values ? [values] : [] });
}
