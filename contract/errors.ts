import type { DetailsOf } from './error-details.ts';

/**
 * Every way in which a call can fail, as a closed list. The core sends codes and details; the hosts
 * translate them (`locales/<language>/errors.json` has one entry for each code).
 */
export const errorCodes = [
  // The call itself
  'unknown_method',
  'invalid_input',
  'too_large',
  'not_allowed',
  'internal',
  // The data folder
  'data_folder_in_use',
  'data_folder_not_writable',
  'file_not_written',
  'print_failed',
  'disk_full',
  'too_many_open_files',
  'database_damaged',
  'database_newer',
  'database_older',
  'database_locked',
  'data_folder_on_network',
  'settings_damaged',
  // Secrets
  'secrets_locked',
  'secrets_unreadable',
  'secrets_backend_changed',
  'secrets_unprotected',
  'wrong_passphrase',
  // Received files
  'file_not_found',
  'file_unreadable',
  'file_perhaps_folder',
  'file_too_large',
  'file_unknown',
  'file_not_valid',
  'file_already_queued',
  'check_failed',
  'source_not_text',
  'source_too_large',
  'folder_not_usable',
  // Companies
  'company_unknown',
  'company_exists',
  'company_without_key',
  'company_outside_bizkaia',
  'company_name_parts',
  'tax_id_invalid',
  'tax_id_unconfirmed',
  'territory_unknown',
  'company_creation_unknown',
  'company_created_keyless',
  'company_not_in_service',
  'company_state',
  'company_elsewhere',
  'company_has_history',
  'company_archived',
  'company_key_taken',
  'company_other_in_service',
  'company_tax_id_changed',
  'import_format',
  'import_quotes',
  'import_too_large',
  'import_stopped',
  'import_empty',
  'import_sheet_unknown',
  'import_mapping',
  'import_rows_faulty',
  'job_unknown',
  'job_state',
  // Authorizations
  'authorization_required',
  'authorization_expired',
  'authorization_unknown',
  'authorization_unresolved',
  'authorization_state',
  'authorization_dates',
  'authorization_day',
  'authorization_replaced',
  'authorization_other_company',
  'authorization_document_unknown',
  'document_too_large',
  'document_damaged',
  'document_ambiguous',
  'document_type_refused',
  'document_unrecognised',
  'document_type_mismatch',
  'document_encrypted',
  'document_active',
  'document_with_attachments',
  'document_too_many_pixels',
  'template_not_pdf',
  // Connection
  'connection_missing',
  'connection_host_changed',
  'connection_in_use',
  'connection_kind_fixed',
  'connection_unproven',
  'service_profile_unread',
  'connection_not_https',
  'connection_refused',
  'connection_dns',
  'connection_tls',
  'connection_proxy',
  'connection_timeout',
  'connection_lost',
  'user_key_missing',
  'certificate_key_missing',
  'software_garante_missing',
  'sandbox_unavailable',
  // Answers of the service
  'service_unauthorized',
  'service_forbidden',
  'service_blocked',
  'service_not_found',
  'service_conflict',
  'service_refused',
  'service_too_large',
  'service_rate_limited',
  'service_unavailable',
  'service_redirected',
  'service_unclear',
  'answer_not_understood',
  'reading_not_understood',
  'answer_incomplete',
  'answer_queued',
  'answer_contradictory',
  'answer_too_large',
  // Submissions
  'submission_unknown',
  'batch_unknown',
  'submission_state',
  'submission_dismissed',
  'submission_repeated',
  'submission_elsewhere',
  'earlier_not_delivered',
  'already_sent',
  'interrupted',
  'history_restored',
  'history_went_back',
  'correction_empty',
  'correction_not_possible',
  'correction_record_unknown',
  'record_not_there',
  'record_form_unreadable',
  'record_field_unknown',
  'record_identity_changed',
  'split_not_needed',
  'fix_not_possible',
  // Copies of the history
  'backup_unknown',
  'backup_damaged',
  'backup_sealed',
  'backup_failed',
  'backup_queue_busy',
  'backup_needed',
  // Schemas
  'schemas_damaged',
  'schema_package_empty',
  'schema_package_unreadable',
  'schema_package_too_large',
  'schema_package_unsafe',
  'schema_package_incomplete',
  'schema_package_wrong',
  'schema_package_differs',
  'schema_package_unknown',
  'schema_package_in_use',
  // Reports
  'report_not_judged',
  'report_not_written',
  // Updates
  'update_off',
  'update_unreachable',
  'update_not_understood',
  'update_signature',
  'update_expired',
  'update_downgrade',
  'update_not_for_here',
  'update_truncated',
  'update_changed',
  'update_stalled',
  'update_none',
  'update_busy',
  'update_failed',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The error in a reply: a code to translate and values, never a secret. */
export interface CallError {
  readonly code: ErrorCode;
  readonly details: { readonly [key: string]: Json };
}

/** The only error that modules throw to each other; everything else becomes `internal`. */
export interface ZubiError extends Error {
  readonly code: ErrorCode;
  readonly details: CallError['details'];
}

/** The details of the code by `ErrorDetails`; optional where none is required. */
type Behind<Code extends ErrorCode> =
  Record<never, never> extends DetailsOf<Code>
    ? [details?: DetailsOf<Code>, options?: ErrorOptions]
    : [details: DetailsOf<Code>, options?: ErrorOptions];

interface ZubiErrorConstructor {
  new <Code extends ErrorCode>(code: Code, ...behind: Behind<Code>): ZubiError;
  /** Throws a failure that came as a value. */
  new (failure: CallError, options?: ErrorOptions): ZubiError;
  readonly prototype: ZubiError;
}

class PlainZubiError extends Error implements ZubiError {
  readonly code: ErrorCode;
  readonly details: CallError['details'];

  constructor(given: ErrorCode | CallError, ...behind: readonly object[]) {
    const isCode = typeof given === 'string';
    super(isCode ? given : given.code, behind[isCode ? 1 : 0]);
    this.name = 'ZubiError';
    this.code = isCode ? given : given.code;
    this.details = isCode ? ({ ...behind[0] } as CallError['details']) : given.details;
  }
}

export const ZubiError = PlainZubiError as ZubiErrorConstructor;

/** The result of a call over any process border. */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: CallError };
