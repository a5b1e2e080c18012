import type { Operation, RecordKey } from '../../contract/form.ts';
import type { LedgerFault, RecordSummary } from '../../main/validator/validator-port.ts';
import type { Chapter } from './books.ts';
import type { DocumentEcho } from './document-head.ts';

/**
 * A file as the service forwards it to the ledger, with the data that the service tells beside it.
 */
export interface Presentation {
  /** The XML, gzipped: the ledger takes nothing else. */
  readonly gzip: Uint8Array;
  readonly chapter: Chapter;
  readonly operation: Operation;
  readonly echo: DocumentEcho;
  readonly records: readonly RecordSummary[];
  /** Code of the first header fault that the verdict found; null when the header is sound. */
  readonly headerFault: string | null;
  /** What the file and its records break of the ledger's rules. */
  readonly ruleFaults: readonly LedgerFault[];
  /** What the request says beside the file. */
  readonly declared: { readonly fiscalYear: number; readonly taxId: string; readonly name: string };
  /** Who presents: the intermediary's tax id. */
  readonly presenter: string;
  /** The client company on whose behalf it is presented. */
  readonly companyId: string;
}

/** How the ledger took one record. */
export interface RecordResult {
  readonly key: RecordKey;
  readonly state: 'correct' | 'accepted_with_errors' | 'incorrect';
  readonly code: string | null;
}

/** How the ledger took a file. */
export interface LedgerOutcome {
  readonly result: 'correct' | 'partially_correct' | 'incorrect';
  /** Set when the whole file is refused. */
  readonly code: string | null;
  readonly identifier: string;
  /** Given when something was stored. */
  readonly registrationNumber: string | null;
  /**
   * In the order of the file; empty when the file was refused before its records were looked at.
   */
  readonly records: readonly RecordResult[];
  readonly at: Date;
}
