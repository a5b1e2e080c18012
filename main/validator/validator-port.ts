import type { RecordKey } from '../../contract/form.ts';
import type { RecordState } from '../../contract/submission.ts';
import type { ValidationResult } from '../../contract/verdict.ts';
import type { MadeDocument, MakeOrder } from './extract/make-order.ts';
import type { FixOrder, FixResult } from './fixes/fix-order.ts';
import type { SourcePiece, SourceRefusal, SourceRequest } from './xml/source-order.ts';

/**
 * Where a document comes from: bytes in memory, or a path that a host (never the window) vouches
 * for.
 */
export type DocumentSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'path'; readonly path: string };

/** A document that has been checked, with the XML itself for keeping. */
export interface ValidatedDocument {
  readonly validation: ValidationResult;
  /**
   * The XML's bytes as they are (decompressed when they came as `.gz`), gzipped for the store; null
   * when unreadable.
   */
  readonly xmlGzip: Uint8Array | null;
  /**
   * Only when asked for, and without a bound: the first fault of the file and of each record under
   * the ledger's own codes.
   */
  readonly ledgerFaults?: readonly LedgerFault[];
}

/** A fault against a rule as the ledger would answer with it. */
export interface LedgerFault {
  /** Position in the file, from 1; null: the whole file is refused. */
  readonly record: number | null;
  readonly code: string;
  readonly state: 'incorrect' | 'accepted_with_errors';
}

/** What the history shows of one record. */
export interface RecordSummary {
  /** Position in the file, from 1. */
  readonly record: number;
  readonly key: RecordKey;
  readonly counterparty: string | null;
  /** Decimal string. */
  readonly amount: string | null;
}

/** Where a record of a document is; numbers count from 1, line and column are those of its `<`. */
export interface LocatedRecord extends Omit<RecordSummary, 'counterparty'> {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A record as an answer tells of it. */
export interface AnsweredRecord {
  readonly key: Partial<RecordKey>;
  /** Its number in the document, from 1, where the answer names it so. */
  readonly row?: number | undefined;
  readonly state: RecordState;
  readonly code: string | null;
  readonly messageEs: string | null;
  readonly messageEu: string | null;
}

/**
 * The ledger's own answer; what it does not say is null. Times and dates are as written
 * (`25-04-2025 10:15:30`, Bizkaia's clock).
 */
export interface LedgerResponse {
  readonly header: {
    readonly model: string | null;
    readonly chapter: string | null;
    readonly subchapter: string | null;
    readonly operation: string | null;
    readonly fiscalYear: string | null;
    readonly taxId: string | null;
    readonly name: string | null;
  };
  readonly presentedAt: string | null;
  /** Tax id. */
  readonly presenter: string | null;
  readonly records: readonly AnsweredRecord[];
}

/** The first of the ledger's words of each kind in an answer's bytes, as it is written; or null. */
export interface SaidWords {
  /** A refusal, in whole or in part: a whole value (`Incorrecto`), or a code (`B4_2…`, `N3_…`). */
  readonly refusal: string | null;
  /** The word of a refusal inside a longer text. */
  readonly refusalInText: string | null;
  /** Accepted with errors, or a code of that (`B4_3…`). */
  readonly withErrors: string | null;
  /** A record that was taken, or a file of which a part was. */
  readonly taken: string | null;
}

/** What lies in an answer's body, whatever it is wrapped in. */
export interface AnswerReading {
  readonly response: LedgerResponse | null;
  /** The XML document that the response was found in. */
  readonly xml: Uint8Array | null;
  readonly words: SaidWords;
  /**
   * False when something could not be opened, goes beyond the limits, or when there are two
   * responses that differ.
   */
  readonly isWhole: boolean;
}

/** An answer's body and the words of refusal that the profile has. */
export interface AnswerToRead {
  readonly body: Uint8Array;
  readonly refusals: readonly string[];
}

/**
 * The verdict's engine: everything runs in worker threads with a time limit; no call throws on bad
 * documents.
 */
export interface Validator {
  /**
   * Starts its threads, because a document is on its way: the first verdict need not wait for them.
   */
  prepare(): void;
  /**
   * The same, because documents may be about to come, with the schemas compiled; threads that
   * nothing is asked of within half a minute end again.
   */
  expect(): void;
  validate(source: DocumentSource, options: ValidationOptions): Promise<ValidatedDocument>;
  /** Records of a document that was checked before, in order of the file. */
  readRecords(xml: Uint8Array): Promise<readonly RecordSummary[]>;
  /**
   * The same with their places, for a document that was checked against that schema a moment ago.
   */
  locateRecords(xml: Uint8Array, schemaId: string): Promise<readonly LocatedRecord[]>;
  /**
   * Makes documents out of a ledger form. Throws `file_not_valid` when it is none, or has not what
   * the order names.
   */
  makeDocuments(xml: Uint8Array, order: MakeOrder): Promise<readonly MadeDocument[]>;
  /** Tells what could be fixed in a document, or fixes it; nothing in what is no form. */
  fix(xml: Uint8Array, order: FixOrder): Promise<FixResult>;
  /**
   * Reads the ledger's own answer; null when it is none, or damaged. Throws `check_failed` when the
   * engine could not say.
   */
  readLedgerResponse(xml: Uint8Array): Promise<LedgerResponse | null>;
  /**
   * The ledger's own answer in whatever the service's answer wraps it in. Throws `check_failed`
   * when the engine could not say.
   */
  readAnswer(answer: AnswerToRead): Promise<AnswerReading>;
  /**
   * A ledger form's records (null when it is none, or damaged) and the answer to it, in one go.
   * Throws `check_failed` when the engine could not say.
   */
  readAnswered(
    xml: Uint8Array,
    answer: AnswerToRead,
  ): Promise<{
    readonly records: readonly RecordSummary[] | null;
    readonly answer: AnswerReading;
  }>;
  /**
   * A piece of any document's text, gzipped or not. Throws `check_failed` when the engine could not
   * say.
   */
  readSource(source: DocumentSource, request: SourceRequest): Promise<SourcePiece | SourceRefusal>;
  close(): Promise<void>;
}

export interface ValidationOptions {
  readonly maxFileBytes: number;
  /** `schema` stops after the schema layer. */
  readonly checks: 'schema' | 'all';
  /** Whether the compressed XML is wanted back. */
  readonly keepXml: boolean;
  /** Today (yyyy-mm-dd, Europe/Madrid), on which some rules depend; the clock's when left out. */
  readonly today?: string;
  /** Whether `ledgerFaults` are wanted; they need `checks: 'all'`. */
  readonly ledgerFaults?: boolean;
}
