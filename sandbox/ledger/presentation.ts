import type { Operation, RecordKey } from '../../contract/form.ts';
import type { LedgerFault, RecordSummary } from '../../main/validator/validator-port.ts';
import type { Chapter } from './books.ts';
import type { DocumentEcho } from './document-head.ts';

/** A file as the service forwards it to the ledger, with the service's data. */
export interface Presentation {
  /** The XML, gzipped: the ledger accepts nothing else. */
  readonly gzip: Uint8Array;
  readonly chapter: Chapter;
  readonly operation: Operation;
  readonly echo: DocumentEcho;
  readonly records: readonly RecordSummary[];
  /** Code of the first header fault in the verdict; null for a correct header. */
  readonly headerFault: string | null;
  /** Broken rules of the file and its records. */
  readonly ruleFaults: readonly LedgerFault[];
  /** The request's fields beside the file. */
  readonly declared: { readonly fiscalYear: number; readonly taxId: string; readonly name: string };
  /** The intermediary's tax id. */
  readonly presenter: string;
  /** The client company for which it is presented. */
  readonly companyId: string;
}

/** The ledger's result for one record. */
export interface RecordResult {
  readonly key: RecordKey;
  readonly state: 'correct' | 'accepted_with_errors' | 'incorrect';
  readonly code: string | null;
}

/** The ledger's result for a file. */
export interface LedgerOutcome {
  readonly result: 'correct' | 'partially_correct' | 'incorrect';
  /** Set when the whole file is refused. */
  readonly code: string | null;
  readonly identifier: string;
  /** Set when something was stored. */
  readonly registrationNumber: string | null;
  /** In the order of the file; empty when the file was refused as a whole. */
  readonly records: readonly RecordResult[];
  readonly at: Date;
}
