import { hash } from 'node:crypto';
import { ZubiError } from '../../../contract/errors.ts';

/**
 * What a link of the chain stands for. Its subject is a submission, a company (`company`,
 * `authorization`), or the chain itself (`chain`); `key` separates several of one subject.
 */
export type EvidenceKind =
  | 'submission'
  | 'event'
  | 'answer'
  | 'records'
  | 'company'
  | 'authorization'
  | 'chain';

/** Kinds with changing rows: only the newest link of a subject shows its current row. */
export type ChangingKind = Extract<EvidenceKind, 'submission' | 'company'>;

/** A row as evidence: its values in the order of `evidenceColumns`. */
export type EvidenceValues = readonly unknown[];

/** The columns that are evidence, for writing and for checking links. */
export const evidenceColumns = {
  submission: [
    ...['id', 'sequence', 'previous_id', 'sha256', 'file_name', 'model', 'operation'],
    ...['expense_type', 'fiscal_year', 'tax_id', 'taxpayer_name', 'company_id', 'company_name'],
    ...['record_count', 'amount', 'base', 'vat', 'deductible_vat', 'schema_id', 'state'],
    ...['environment', 'base_url', 'created_at', 'sent_at', 'finished_at', 'dismissed_at'],
    ...['identifier', 'registration_number', 'answer_code', 'answer_message'],
    ...['correct_count', 'accepted_with_errors_count', 'incorrect_count'],
  ],
  event: ['at', 'kind', 'data'],
  answer: ['status', 'content_type', 'body_gzip', 'latency_ms', 'ledger_response_gzip'],
  records: [
    ...['position', 'record', 'issuer', 'series', 'number', 'date', 'epigraph', 'concept', 'line'],
    ...['counterparty', 'amount', 'state', 'code', 'message_es', 'message_eu'],
  ],
  /** Who it is, and whether its documents may be sent. */
  company: [
    ...['company.id', 'company.environment', 'company.service_id', 'company.tax_id'],
    ...['company.authorization', 'standing.upload_id', 'standing.decided_on', 'standing.reason'],
    'standing.expires_on',
  ],
  authorization: ['upload_id', 'at', 'kind', 'from_state', 'to_state', 'data', 'answer_gzip'],
  chain: ['at', 'kind', 'data'],
} as const satisfies Record<EvidenceKind, readonly string[]>;

/** The rows of a link; its subject and key are bound in this order. */
const evidenceRows = {
  submission: 'submissions where id = ? and 0 = ?',
  event: 'submission_events where submission_id = ? and id = ?',
  answer: 'answers where submission_id = ? and 0 = ?',
  // The key is the position of the first one.
  records: 'record_results where submission_id = ? and 0 < ? order by position',
  company: `companies as company left join authorizations as standing
    on standing.company_id = company.id where company.id = ? and 0 = ?`,
  authorization: 'authorization_events where company_id = ? and id = ?',
  chain: "chain_events where 'chain' = ? and id = ?",
} as const satisfies Record<EvidenceKind, string>;

/** Reads the rows of a link of this kind. */
export const selectEvidence = (kind: EvidenceKind): string =>
  `select ${evidenceColumns[kind].join(', ')} from ${evidenceRows[kind]}`;

/** The same for a link of kind `answer` with a key: the answer with that number. */
export const selectLaterAnswer = `select ${evidenceColumns.answer.join(', ')}
  from later_answers where submission_id = ? and number = ?`;

/** Subject of the chain's own links. */
export const chainSubject = 'chain';

/** Digest of rows: one for a submission, an event or an answer, all of them for records. */
export function digestRows(rows: Iterable<EvidenceValues>): string {
  let text = '';
  for (const values of rows) text += `${JSON.stringify(values.map(toPlain))}\n`;
  return hash('sha256', text);
}

/**
 * A link's hash, over the previous one too, so that no link and no row behind one can change or
 * vanish unnoticed. It uses no key: a link's seal proves that this application wrote it.
 */
export function hashLink(
  previous: string,
  link: { kind: string; subject_id: string; key: number; digest: string },
): string {
  const text = JSON.stringify([previous, link.kind, link.subject_id, link.key, link.digest]);
  return hash('sha256', text);
}

function toPlain(value: unknown): unknown {
  if (value instanceof Uint8Array) return hash('sha256', value);
  return value ?? null;
}

/** Evidence of this kind is not as it was written. */
export function changedEvidence(kind: string, subjectId: string): ZubiError {
  return new ZubiError('database_damaged', { cause: 'evidence', kind, submissionId: subjectId });
}
