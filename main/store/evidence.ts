import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** What a link of the chain stands for; `key` tells several of one submission apart. */
export type EvidenceKind = 'submission' | 'event' | 'answer' | 'records';

/** A row as it counts: its values in the order of `evidenceColumns`. */
export type EvidenceValues = readonly unknown[];

/** The columns that are evidence, for the one who writes a link and the one who checks it. */
export const evidenceColumns = {
  submission: [
    ...['id', 'sequence', 'previous_id', 'sha256', 'file_name', 'model', 'operation', 'expense_type'],
    ...['fiscal_year', 'tax_id', 'taxpayer_name', 'company_id', 'company_name', 'record_count', 'amount'],
    ...['base', 'vat', 'deductible_vat', 'state', 'environment', 'base_url', 'created_at', 'sent_at'],
    ...['finished_at', 'identifier', 'registration_number', 'answer_code', 'answer_message'],
    ...['correct_count', 'accepted_with_errors_count', 'incorrect_count'],
  ],
  event: ['at', 'kind', 'data'],
  answer: ['status', 'content_type', 'body_gzip', 'latency_ms', 'ledger_response_gzip'],
  records: [
    ...['position', 'record', 'issuer', 'series', 'number', 'date', 'epigraph', 'concept', 'line'],
    ...['counterparty', 'amount', 'state', 'code', 'message_es', 'message_eu'],
  ],
} as const satisfies Record<EvidenceKind, readonly string[]>;

/** Digest of rows: one for a submission, an event or an answer, all of them for records. */
export function digestRows(rows: Iterable<EvidenceValues>): string {
  const hash = createHash('sha256');
  for (const values of rows) hash.update(`${JSON.stringify(values.map(toPlain))}\n`);
  return hash.digest('hex');
}

/** A link's hash: over the one before, so that neither a link nor what it stands for can change or vanish unseen. */
export function hashLink(
  previous: string,
  link: { kind: string; submission_id: string; key: number; digest: string },
): string {
  const text = JSON.stringify([previous, link.kind, link.submission_id, link.key, link.digest]);
  return createHash('sha256').update(text).digest('hex');
}

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

function toPlain(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex');
  return value ?? null;
}
