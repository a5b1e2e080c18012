import type { Generated } from 'kysely';

/** Columns as SQLite keeps them: instants are ISO 8601 in UTC, amounts decimal strings, booleans 0 or 1. */
export interface Tables {
  documents: DocumentsTable;
  worklist_files: WorklistFilesTable;
  submissions: SubmissionsTable;
  submission_events: SubmissionEventsTable;
  answers: AnswersTable;
  record_results: RecordResultsTable;
  companies: CompaniesTable;
  territories: TerritoriesTable;
  incoming_files: IncomingFilesTable;
  authorizations: AuthorizationsTable;
  authorization_uploads: AuthorizationUploadsTable;
  authorization_events: AuthorizationEventsTable;
}

/** Where a company is registered and a submission goes. */
export type ServiceEnvironment = 'sandbox' | 'production';

/** Documents (ledger XML, authorizations) by the SHA-256 of their bytes, kept gzipped. */
export interface DocumentsTable {
  sha256: string;
  size_bytes: number;
  gzip: Uint8Array;
  created_at: string;
}

export interface WorklistFilesTable {
  id: string;
  name: string;
  added_at: string;
  size_bytes: number;
  /** Where the bytes are until the file has been judged. */
  source_path: string;
  sha256: string | null;
  /** The judgement without its issues, as JSON; null until judged. */
  judgement: string | null;
  /** The issues as gzipped JSON; null until judged. */
  issues_gzip: Uint8Array | null;
}

export interface SubmissionsTable {
  id: string;
  /** Order of arrival in the queue. */
  sequence: number;
  worklist_file_id: string | null;
  previous_id: string | null;
  sha256: string;
  file_name: string;
  model: '140' | '240';
  operation: 'creation' | 'modification' | 'cancellation';
  expense_type: 'with_invoice' | 'without_invoice' | null;
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
  state: SubmissionStateColumn;
  environment: ServiceEnvironment;
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
}

export type SubmissionStateColumn =
  | 'queued'
  | 'sending'
  | 'accepted'
  | 'partially_accepted'
  | 'rejected'
  | 'failed'
  | 'unknown'
  | 'cancelled';

export interface SubmissionEventsTable {
  id: Generated<number>;
  submission_id: string;
  at: string;
  kind: string;
  /** JSON object of plain values. */
  data: string;
}

/** What came back, byte for byte. */
export interface AnswersTable {
  submission_id: string;
  status: number;
  content_type: string | null;
  body_gzip: Uint8Array;
  latency_ms: number;
  ledger_response_gzip: Uint8Array | null;
}

export interface RecordResultsTable {
  submission_id: string;
  /** Order in the result, from 1. */
  position: number;
  /** Position in the file, null when the answer names a record that the file does not have. */
  record: number | null;
  issuer: string | null;
  series: string | null;
  number: string | null;
  date: string | null;
  epigraph: string | null;
  concept: string | null;
  line: string | null;
  counterparty: string | null;
  amount: string | null;
  state: 'correct' | 'accepted_with_errors' | 'incorrect' | 'cancelled' | 'not_told';
  code: string | null;
  message_es: string | null;
  message_eu: string | null;
}

export interface CompaniesTable {
  id: string;
  service_id: string | null;
  /** Companies of the sandbox and of production are kept apart, whatever address either has. */
  environment: ServiceEnvironment;
  is_individual: 0 | 1;
  full_name: string;
  first_name: string | null;
  last_name_1: string | null;
  last_name_2: string | null;
  tax_id: string;
  territory_id: string;
  territory_name: string;
  authorization: 'none' | 'pending_validation' | 'approved' | 'rejected';
  created_at: string;
}

export interface TerritoriesTable {
  environment: ServiceEnvironment;
  id: string;
  name: string;
  position: number;
}

/** A file that was handed over and has no use yet. */
export interface IncomingFilesTable {
  id: string;
  name: string;
  taken_at: string;
  size_bytes: number;
  /** Where the bytes are: in our own folder, or where a host found them. */
  source_path: string;
}

type AuthorizationStateColumn = CompaniesTable['authorization'];

/** Where a company's authorization stands, beside `companies.authorization`; a company without a row has none. */
export interface AuthorizationsTable {
  company_id: string;
  upload_id: string | null;
  open_upload_id: string | null;
  open_as: 'sending' | 'unknown' | null;
  /** Why the answer is missing. */
  open_code: string | null;
  /** Days, as `2026-11-21`. */
  decided_on: string | null;
  reason: string | null;
  expires_on: string | null;
  updated_at: string;
}

/** A document that was given to the service, or was meant to be; what became of it is in the events. */
export interface AuthorizationUploadsTable {
  id: string;
  company_id: string;
  created_at: string;
  file_name: string;
  format: 'pdf' | 'jpg' | 'png';
  size_bytes: number;
  sha256: string;
  environment: ServiceEnvironment;
  base_url: string;
}

export interface AuthorizationEventsTable {
  id: Generated<number>;
  company_id: string;
  upload_id: string | null;
  at: string;
  kind: string;
  from_state: AuthorizationStateColumn;
  to_state: AuthorizationStateColumn;
  /** JSON object of plain values. */
  data: string;
  /** What the service answered, when it did. */
  answer_gzip: Uint8Array | null;
}
