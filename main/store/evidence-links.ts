import { type Kysely, sql } from 'kysely';
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
export async function linkEvidence(
  transaction: Kysely<Tables>,
  link: { kind: EvidenceKind; submissionId: string; key: number; rows: Iterable<EvidenceValues> },
): Promise<void> {
  const last = await transaction
    .selectFrom('evidence_links')
    .select('hash')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = {
    kind: link.kind,
    submission_id: link.submissionId,
    key: link.key,
    digest: digestRows(link.rows),
  };
  await transaction
    .insertInto('evidence_links')
    .values({ ...row, hash: hashLink(last?.hash ?? '', row) })
    .execute();
}

/** Links a submission as it stands now; called whenever one of its columns has changed. */
export async function linkSubmission(transaction: Kysely<Tables>, id: string): Promise<void> {
  const columns = sql.join(evidenceColumns.submission.map((column) => sql.ref(column)));
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns} from submissions where id = ${id}`.execute(transaction);
  const values = rows.map((row) => evidenceColumns.submission.map((column) => row[column]));
  await linkEvidence(transaction, { kind: 'submission', submissionId: id, key: 0, rows: values });
}
