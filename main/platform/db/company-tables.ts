import type { Generated } from 'kysely';
import type { AuthorizationState } from '../../../contract/company.ts';
import type { CompanyTextColumns } from '../../../contract/company-texts.ts';
import type { DocumentFormat } from '../../../contract/document-format.ts';
import type { BookName } from '../../../contract/quarter.ts';
import type { ConnectionId } from './connection-id.ts';

export interface CompanyTables {
  companies: CompaniesTable;
  filing_marks: FilingMarksTable;
  accounting_totals: AccountingTotalsTable;
  territories: TerritoriesTable;
  licenses: LicensesTable;
  service_answers: ServiceAnswersTable;
  company_jobs: CompanyJobsTable;
  company_job_items: CompanyJobItemsTable;
  incoming_files: IncomingFilesTable;
  watched_files: WatchedFilesTable;
  authorizations: AuthorizationsTable;
  authorization_uploads: AuthorizationUploadsTable;
  authorization_events: AuthorizationEventsTable;
  authorization_template: AuthorizationTemplateTable;
}

export interface CompaniesTable extends CompanyTextColumns {
  id: string;
  service_id: string | null;
  /** Companies of the sandbox and of production are kept apart, whatever address either has. */
  environment: ConnectionId;
  is_individual: 0 | 1;
  full_name: string;
  tax_id: string;
  territory_id: string;
  territory_name: string;
  authorization: AuthorizationState;
  created_at: string;
  state: Generated<'draft' | 'creating' | 'creation_unknown' | 'registered'>;
  /** The `CallError` of the last attempt to create it, as JSON. */
  failure: Generated<string | null>;
  /** Folded name, tax id and code. */
  search_text: string;
  key_stored: Generated<0 | 1>;
  /**
   * '' when the key is too short to show any character, null when the last characters are unknown.
   */
  key_last4: Generated<string | null>;
  archived_at: Generated<string | null>;
  notes: Generated<string>;
}

/** The office's mark for a company's quarter; for each book the newest counts. */
export interface FilingMarksTable {
  id: Generated<number>;
  company_id: string;
  /** As `2026-Q4`. */
  period: string;
  book: BookName;
  at: string;
  kind: 'nothing' | 'something';
}

/** The accounting program's totals of a company in a quarter. */
export interface AccountingTotalsTable {
  company_id: string;
  period: string;
  records: number | null;
  amount_cents: number;
  imported_at: string;
}

interface TerritoriesTable {
  environment: ConnectionId;
  id: string;
  name: string;
  position: number;
  fetched_at: Generated<string | null>;
}

/** What the service last reported about its intermediary. */
interface LicensesTable {
  environment: ConnectionId;
  developer: string | null;
  software: string | null;
  version: string | null;
  license: string | null;
  fetched_at: string;
}

/** The service's last answer to a call that is no submission. */
export interface ServiceAnswersTable {
  environment: ConnectionId;
  call: 'territories' | 'license' | 'createCompany' | 'updateCompany' | 'authorization';
  /** Of the company; '' when the call concerns none. */
  tax_id: string;
  at: string;
  status: number;
  content_type: string | null;
  size_bytes: number;
  /** Id of the vault's key that seals the body. */
  key_id: string;
  body_sealed: string;
}

/** A bulk creation of companies. */
export interface CompanyJobsTable {
  id: string;
  environment: ConnectionId;
  state: 'running' | 'paused' | 'stopped' | 'cancelled' | 'finished';
  /** A `CallError` as JSON. */
  reason: string | null;
  started_at: string;
  finished_at: string | null;
}

export interface CompanyJobItemsTable {
  job_id: string;
  position: number;
  company_id: string;
  state: 'waiting' | 'created' | 'failed' | 'unknown';
  /** A `CallError` as JSON. */
  error: string | null;
}

/** Files of watched folders that were handled; the path `''` stands for the folder itself. */
export interface WatchedFilesTable {
  folder_id: string;
  /** Within the folder. */
  path: string;
  size_bytes: number;
  modified_ms: number;
  /** Null where its bytes were not read. */
  sha256: string | null;
  outcome: 'existing' | 'taken' | 'left_aside';
  /** Identifiers of the worklist, as JSON. */
  file_ids: string;
  at: string;
}

/** A file that was handed over and is not used yet. */
export interface IncomingFilesTable {
  id: string;
  name: string;
  taken_at: string;
  size_bytes: number;
  /** Where the bytes are: in our own folder, or where a host found them. */
  source_path: string;
}

/**
 * The current state of a company's authorization, beside `companies.authorization`; a company
 * without a row has none.
 */
export interface AuthorizationsTable {
  company_id: string;
  upload_id: string | null;
  open_upload_id: string | null;
  open_as: 'sending' | 'unknown' | null;
  /** Why there is no answer. */
  open_code: string | null;
  /** Days, as `2026-11-21`. */
  decided_on: string | null;
  reason: string | null;
  expires_on: string | null;
  updated_at: string;
}

/** A document sent or to be sent to the service; its outcome is in the events. */
export interface AuthorizationUploadsTable {
  id: string;
  company_id: string;
  created_at: string;
  file_name: string;
  format: DocumentFormat;
  size_bytes: number;
  sha256: string;
  environment: ConnectionId;
  base_url: string;
}

/** The blank authorization form for the companies; one row at most. */
export interface AuthorizationTemplateTable {
  id: 1;
  file_name: string;
  size_bytes: number;
  sha256: string;
  kept_at: string;
}

export interface AuthorizationEventsTable {
  id: Generated<number>;
  company_id: string;
  upload_id: string | null;
  at: string;
  kind: string;
  from_state: AuthorizationState;
  to_state: AuthorizationState;
  /** JSON object of plain values. */
  data: string;
  /** The service's answer, when there was one. */
  answer_gzip: Uint8Array | null;
}
