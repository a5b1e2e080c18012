import { hash } from 'node:crypto';

/** What a link of the chain stands for; `key` tells several of one submission apart. */
export type EvidenceKind = 'submission' | 'event' | 'answer' | 'records';

/** A row as it counts: its values in the order of `evidenceColumns`. */
export type EvidenceValues = readonly unknown[];

/** The columns that are evidence, for the one who writes a link and the one who checks it. */
export const evidenceColumns = {
  submission: [
    ...[
      'id',
      'sequence',
      'previous_id',
      'sha256',
      'file_name',
      'model',
      'operation',
      'expense_type',
    ],
    ...[
      'fiscal_year',
      'tax_id',
      'taxpayer_name',
      'company_id',
      'company_name',
      'record_count',
      'amount',
    ],
    ...[
      'base',
      'vat',
      'deductible_vat',
      'state',
      'environment',
      'base_url',
      'created_at',
      'sent_at',
    ],
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
  let text = '';
  for (const values of rows) text += `${JSON.stringify(values.map(toPlain))}\n`;
  return hash('sha256', text);
}

/**
 * A link's hash: over the one before, so that neither a link nor what it stands for can change or
 * vanish unseen.
 */
export function hashLink(
  previous: string,
  link: { kind: string; submission_id: string; key: number; digest: string },
): string {
  const text = JSON.stringify([previous, link.kind, link.submission_id, link.key, link.digest]);
  return hash('sha256', text);
}

function toPlain(value: unknown): unknown {
  if (value instanceof Uint8Array) return hash('sha256', value);
  return value ?? null;
}
