type None = { readonly [key: string]: never };
type Id = { readonly id: string };
type Name = { readonly name: string };
type Named = { readonly name?: string };
type Cause = { readonly cause: string };
type Reason = { readonly reason: string };
type Company = { readonly taxId: string; readonly name?: string };
type Blocked = Company & {
  readonly companyId: string;
  readonly state: string;
  readonly expiresOn: string | null;
};
type Environment = { readonly environment?: string | null };

/**
 * What was expected at a place of an input: a key of `expected.*` in the texts, with its words and
 * limit. Never the given value: it may be a secret.
 */
export type Expected = {
  readonly kind: string;
  /** What it may be, as JSON. */
  readonly values?: string;
  readonly limit?: number;
};

/** The place of a fault in an input: a dotted path, empty for the whole input. */
export type InputFault = { readonly path: string; readonly expected: Expected };

/** The details of each error code; a code that is not listed has none. */
export type ErrorDetails = {
  // The call itself
  invalid_input:
    | { readonly fields: readonly string[]; readonly faults?: readonly InputFault[] }
    | {
        readonly what: string;
        readonly host?: string;
        readonly places?: readonly (InputFault & { readonly fault: string })[];
      };
  too_large: { readonly limitBytes: number; readonly sizeBytes?: number };
  // The data folder
  data_folder_in_use: { readonly version?: string | number };
  data_folder_not_writable: { readonly file: string; readonly reason: string };
  file_not_written: { readonly file: string; readonly reason: string };
  disk_full: { readonly file: string };
  too_many_open_files: Cause;
  database_damaged: Cause & { readonly [key: string]: string };
  database_newer: { readonly version: number; readonly supported: number };
  database_older: { readonly version: number; readonly supported: number };
  settings_damaged: Reason & { readonly file: string };
  // Secrets
  secrets_unreadable: Reason;
  secrets_backend_changed: { readonly from: string; readonly to: string };
  // Received files
  file_not_found: Name;
  file_unreadable: Cause;
  file_unknown: Id;
  file_not_valid: Named;
  file_already_queued: Name & { readonly files?: readonly object[] };
  check_failed: { readonly name?: string; readonly reason?: string };
  source_not_text: Name;
  source_too_large: Name & { readonly limitMiB: number };
  folder_not_usable: {
    readonly reason:
      | 'not_absolute'
      | 'not_found'
      | 'not_a_folder'
      | 'unreadable'
      | 'own'
      | 'overlaps';
    readonly path: string;
  };
  // Companies
  company_unknown: { readonly id?: string; readonly taxId?: string; readonly name?: string };
  company_exists: { readonly taxId: string; readonly where: 'here' | 'service' } & {
    readonly name?: string;
    readonly id?: string;
    readonly serviceId?: string | null;
  };
  company_without_key: Company;
  company_outside_bizkaia: Company & { readonly companyId: string; readonly territory: string };
  tax_id_invalid: { readonly taxId: string };
  tax_id_unconfirmed: { readonly taxId: string };
  territory_unknown: { readonly territoryId: string };
  company_creation_unknown: Company & Id & Cause;
  company_not_in_service: { readonly serviceId: string };
  company_state: Company & Id & { readonly state: string };
  company_elsewhere: Environment;
  company_has_history: Company & { readonly submissions: number };
  company_archived: Company & { readonly companyId: string };
  company_key_taken: Company;
  company_other_in_service: {
    readonly taxId: string;
    readonly told: string | null;
    readonly serviceId: string;
  };
  company_tax_id_changed: Company & { readonly fileTaxId: string };
  import_format: Reason & { readonly fault?: string };
  import_quotes: { readonly row: number };
  import_too_large: { readonly what: string; readonly limit: number; readonly name?: string };
  import_stopped: Reason;
  import_mapping: Reason & { readonly field?: string };
  import_rows_faulty: {
    readonly rows: number;
    readonly first: readonly { readonly row: number; readonly code: string }[];
  };
  job_unknown: Id;
  job_state: { readonly id: string | null; readonly state: string | null } | Reason;
  // Authorizations
  authorization_required: Blocked;
  authorization_expired: Blocked;
  authorization_unknown: Name | Blocked;
  authorization_unresolved: Name | Blocked;
  authorization_state: Name & { readonly state: string; readonly decision?: string };
  authorization_dates: {
    readonly date: string;
    readonly expiresOn: string;
    readonly latest: string;
  };
  authorization_day: {
    readonly date: string;
    readonly latest?: string;
    readonly earliest?: string;
  };
  authorization_replaced: Name;
  authorization_other_company: Name & { readonly taxId: string; readonly company: string };
  authorization_document_unknown: Id;
  document_too_large: {
    readonly sizeBytes: number;
    readonly limitBytes: number;
    readonly limitMegabytes: number;
  };
  document_damaged: Reason;
  document_ambiguous: { readonly found: string };
  document_type_refused: { readonly found: string };
  document_type_mismatch: { readonly claimed: string; readonly found: string };
  document_active: { readonly element: string };
  document_too_many_pixels: {
    readonly width: number;
    readonly height: number;
    readonly limitMegapixels: number;
  };
  template_not_pdf: Name & { readonly found: string };
  // Connection
  connection_missing: Environment & { readonly connection?: string };
  connection_host_changed: {
    readonly connection: string;
    readonly from: string;
    readonly to: string;
  };
  connection_kind_fixed: { readonly connection: string };
  connection_in_use: { readonly connection: string; readonly isInForce: boolean };
  connection_not_https: { readonly host: string };
  connection_tls: Reason & { readonly [key: string]: unknown };
  connection_proxy: Reason & { readonly [key: string]: unknown };
  connection_lost: { readonly host?: string; readonly reason?: string };
  software_garante_missing: { readonly empty: readonly string[] };
  // Answers of the service
  answer_not_understood: Reason & {
    readonly serviceId?: string;
    readonly place?: string;
    readonly expected?: string;
    readonly found?: string;
  };
  // Submissions
  submission_unknown: Id & { readonly part?: string };
  batch_unknown: Id;
  submission_state: Id & { readonly state?: string };
  submission_elsewhere: Environment;
  /** Each is a `SentBefore`. */
  already_sent: { readonly files: readonly object[] };
  history_went_back: Reason & {
    readonly known: number | null;
    readonly found: number | null;
  };
  correction_empty: Id & { readonly which: string };
  correction_not_possible: Id & { readonly operation: string };
  correction_record_unknown: Id & { readonly record: number; readonly records: number };
  record_not_there: Id & { readonly record: number };
  record_form_unreadable: Id & { readonly record: number };
  record_field_unknown: { readonly path: string };
  record_identity_changed: { readonly path: string };
  split_not_needed: Name & { readonly records: number; readonly most: number };
  fix_not_possible: Name;
  // Copies of the history
  backup_unknown: Id;
  backup_damaged: Cause;
  backup_failed: Cause;
  backup_queue_busy: { readonly files: number };
  backup_needed: Id & { readonly kind: string };
  // Schemas
  schemas_damaged: { readonly file?: string; readonly schema?: string };
  schema_package_empty: { readonly file?: string };
  schema_package_unreadable: { readonly file: string; readonly reason?: string };
  schema_package_too_large: { readonly what: string; readonly file: string };
  schema_package_unsafe: Reason & { readonly file: string };
  schema_package_incomplete: { readonly file: string; readonly needs: string };
  schema_package_wrong: Reason & { readonly file: string; readonly detail: string };
  schema_package_differs: {
    readonly count: number;
    readonly differences: readonly { readonly [key: string]: string | null }[];
  };
  schema_package_unknown: Id;
  schema_package_in_use: Id & Reason;
  // Reports
  report_not_judged: Name;
  report_not_written: Reason & { readonly file: string };
  // Updates
  update_off: Reason;
  update_unreachable: Cause;
  update_expired: { readonly expires: string };
  update_downgrade: { readonly version: string; readonly current: string };
  update_not_for_here: { readonly system: string };
  update_stalled: { readonly seconds: number };
  update_busy: { readonly files: number };
  update_failed: Cause;
};

/** The arguments of `new ZubiError(code, …)` after the code. */
export type DetailsOf<Code extends string> = Code extends keyof ErrorDetails
  ? ErrorDetails[Code]
  : None;
