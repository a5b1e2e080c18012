import type { Generated, GeneratedAlways, Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { RecordKey } from '../../../contract/form.ts';
import type { ExpenseType, Model, Operation } from '../../../contract/ledger-books.ts';
import type { RecordState, SubmissionState } from '../../../contract/submission.ts';
import type { CompanyTables } from './company-tables.ts';
import type { ConnectionId } from './connection-id.ts';
import type { EvidenceKind } from './evidence.ts';
import type { WorklistTables } from './worklist-tables.ts';

/** Columns as SQLite keeps them: instants in UTC (ISO 8601), amounts as decimal strings. */
export interface Tables extends CompanyTables, WorklistTables {
  documents: DocumentsTable;
  submissions: SubmissionsTable & SubmissionPlaceColumns;
  submission_events: SubmissionEventsTable;
  answers: AnswersTable;
  later_answers: LaterAnswersTable;
  record_results: RecordResultsTable;
  submission_totals: SubmissionTotalsTable;
  company_totals: CompanyTotalsTable;
  waiting_submissions: WaitingSubmissionsTable;
  evidence_links: EvidenceLinksTable;
  chain_events: ChainEventsTable;
  history_identity: HistoryIdentityTable;
  submission_records: SubmissionRecordsTable;
  queue_state: QueueStateTable;
  batches: BatchesTable;
}

/** The history to ask, within a transaction or not. */
export type Queries = Kysely<Tables>;

export type Transaction = KyselyTransaction<Tables>;

/** Documents (ledger XML, authorizations) by the SHA-256 of their bytes, kept gzipped. */
interface DocumentsTable {
  sha256: string;
  size_bytes: number;
  gzip: Uint8Array;
  created_at: string;
}

export interface SubmissionsTable {
  id: string;
  /** Order of arrival in the queue. */
  sequence: number;
  worklist_file_id: string | null;
  previous_id: string | null;
  sha256: string;
  file_name: string;
  model: Model;
  operation: Operation;
  expense_type: ExpenseType | null;
  fiscal_year: number;
  tax_id: string;
  taxpayer_name: string;
  company_id: string;
  company_name: string;
  record_count: number;
  amount: string | null;
  base: string | null;
  vat: string | null;
  deductible_vat: string | null;
  schema_id: string;
  state: SubmissionState;
  environment: ConnectionId;
  /** Address of the service it went to. */
  base_url: string;
  created_at: string;
  sent_at: string | null;
  finished_at: string | null;
  identifier: string | null;
  registration_number: string | null;
  answer_code: string | null;
  answer_message: string | null;
  correct_count: number;
  accepted_with_errors_count: number;
  incorrect_count: number;
  /** Place in the queue: its sequence, or that of the submission it repeats. */
  queue_order: number;
  /** Attempts that surely did not arrive. */
  attempts: number;
  /** Time of the next attempt of a queued one; null before the first. */
  next_attempt_at: string | null;
  /** The submission that a queued one waits for. */
  held_by: string | null;
  /** When a person released a held one. */
  released_at: string | null;
  /** 0: not yet, 1: its records are in `submission_records`, 2: its document cannot be read. */
  records_indexed: 0 | 1 | 2;
  /** The batch; null for submissions from before batches existed. */
  batch_id: string | null;
  /** When a person closed it without fixing; null when nobody did, or it was reopened. */
  dismissed_at: string | null;
  /** The quarter it counts for, `2026-Q4`. */
  period: string;
}

/** Submissions sent together. */
export interface BatchesTable {
  /** Order of arrival. */
  sequence: Generated<number>;
  id: string;
  environment: ConnectionId;
  created_at: string;
}

/** The records of a submission, by identity. */
interface SubmissionRecordsTable {
  /** Sequence of the submission. */
  submission: number;
  /** Position in the file, from 1. */
  record: number;
  identity: Uint8Array;
}

/** The queue as a whole: one row. */
interface QueueStateTable {
  id: 1;
  paused: 0 | 1;
  /** Sequence of the first submission since the queue was last empty. */
  batch_start: number;
}

/**
 * A submission's place among the others; `form` is 0 to 8 (expenses with invoice, without, received
 * invoices; each creation, modification, cancellation).
 */
interface SubmissionPlaceColumns {
  form: GeneratedAlways<number>;
  /** The month in Bizkaia, `2026-11`. */
  month: Generated<string>;
}

/** Counts kept by triggers. */
interface SubmissionTotalsTable {
  environment: ConnectionId;
  month: string;
  form: number;
  state: SubmissionState;
  files: number;
}

/** Counts and sums kept by triggers. */
export interface CompanyTotalsTable {
  company_id: string;
  period: string;
  form: number;
  state: SubmissionState;
  files: number;
  records: number;
  amount_cents: number;
}

/** Submissions that wait for a person, kept by triggers; each value comes from its submission. */
export type WaitingSubmissionsTable = Pick<
  SubmissionsTable & { form: number },
  'sequence' | 'environment' | 'company_id' | 'period' | 'form' | 'state' | 'created_at'
>;

/** The chain of evidence: each link's hash covers the previous one. */
interface EvidenceLinksTable {
  id: Generated<number>;
  kind: EvidenceKind;
  /** A submission, a company, or the chain itself. */
  subject_id: string;
  key: number;
  digest: string;
  hash: string;
  /** HMAC of the hash; null when the key was not available. */
  seal: Uint8Array | null;
}

/** Events of the chain itself. */
interface ChainEventsTable {
  id: Generated<number>;
  at: string;
  kind: 'key' | 'head' | 'restored' | 'continued';
  /** JSON object. */
  data: string;
}

/** One row. */
interface HistoryIdentityTable {
  id: 1;
  /** Random; the copies of a history share it. */
  history: string;
}

interface SubmissionEventsTable {
  id: Generated<number>;
  submission_id: string;
  at: string;
  kind: string;
  /** JSON object of plain values. */
  data: string;
}

/** An answer to the question for a submission's outcome; numbered from 1. */
export interface LaterAnswersTable extends AnswersTable {
  number: number;
  at: string;
}

/** The answer, byte for byte. */
export interface AnswersTable {
  submission_id: string;
  status: number;
  content_type: string | null;
  body_gzip: Uint8Array;
  latency_ms: number;
  ledger_response_gzip: Uint8Array | null;
}

export interface RecordResultsTable extends RecordKey {
  submission_id: string;
  /** Order in the result, from 1. */
  position: number;
  /** Position in the file, null when the answer names a record that the file lacks. */
  record: number | null;
  counterparty: string | null;
  amount: string | null;
  state: RecordState;
  code: string | null;
  message_es: string | null;
  message_eu: string | null;
}
