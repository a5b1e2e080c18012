import type { RecordKey } from '../../contract/form.ts';
import type { ShownResponse } from '../../contract/methods/corrections.ts';
import type { FixOffer } from '../../contract/methods/fixes.ts';
import type { SourcePiece } from '../../contract/methods/sources.ts';
import type { RecordField, RecordValue } from '../../contract/record-form.ts';
import type { RecordState } from '../../contract/submission.ts';
import type { ValidationResult } from '../../contract/verdict.ts';
import type { MadeDocument, MakeOrder } from './extract/make-order.ts';
import type { FixedDocument, FixOrder } from './fixes/fix-order.ts';
import type { SourceRefusal, SourceRequest } from './xml/source-text.ts';

/** The source of a document: bytes in memory, or a path from a host (never from the window). */
export type DocumentSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'path'; readonly path: string };

/** A checked document with its XML for storage. */
export interface ValidatedDocument {
  readonly validation: ValidationResult;
  /**
   * The XML's bytes (decompressed if they came as `.gz`), gzipped for the store; null when
   * unreadable.
   */
  readonly xmlGzip: Uint8Array | null;
  /**
   * Only on request, and without a limit: the first fault of the file and of each record under the
   * ledger's own codes.
   */
  readonly ledgerFaults?: readonly LedgerFault[];
}

/** A broken rule as the ledger would report it. */
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

/**
 * The place of a record in a document; numbers count from 1, line and column are those of its `<`.
 */
export interface LocatedRecord extends Omit<RecordSummary, 'counterparty'> {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A record as a form. */
export interface RecordForm {
  readonly key: RecordKey;
  readonly fields: readonly RecordField[];
  readonly values: readonly RecordValue[];
  /** The place of the `<` of each of its elements, by the path of its value or group. */
  readonly places: readonly ElementPlace[];
}

export interface ElementPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A record in the ledger's answer. */
export interface AnsweredRecord {
  readonly key: Partial<RecordKey>;
  /** Its number in the document, from 1, when the answer states it. */
  readonly row?: number | undefined;
  readonly state: RecordState;
  readonly code: string | null;
  readonly messageEs: string | null;
  readonly messageEu: string | null;
}

/**
 * The ledger's own answer; null for what it does not state. Times and dates as written (`25-04-2025
 * 10:15:30`, Bizkaia's clock).
 */
export interface LedgerResponse extends Omit<ShownResponse, 'recordStates'> {
  readonly records: readonly AnsweredRecord[];
}

/** The first of the ledger's words of each kind in an answer's bytes, as written; or null. */
export interface SaidWords {
  /** A full or partial refusal: a whole value (`Incorrecto`), or a code (`B4_2…`, `N3_…`). */
  readonly refusal: string | null;
  /** The word of a refusal inside a longer text. */
  readonly refusalInText: string | null;
  /** Accepted with errors, or a code for it (`B4_3…`). */
  readonly withErrors: string | null;
  /** An accepted record, or a partly accepted file. */
  readonly taken: string | null;
}

/** The content of an answer's body, in whatever wrapping. */
export interface AnswerReading {
  readonly response: LedgerResponse | null;
  /** The XML document with the response. */
  readonly xml: Uint8Array | null;
  readonly words: SaidWords;
  /**
   * False when something could not be opened or exceeds the limits, or when two responses differ.
   */
  readonly isWhole: boolean;
}

/** An answer's body and the profile's words of refusal. */
export interface AnswerToRead {
  readonly body: Uint8Array;
  readonly refusals: readonly string[];
}

/**
 * The validation engine: everything runs in worker threads with a time limit; no call throws on bad
 * documents.
 */
export interface Validator {
  /**
   * Starts the threads because a document is coming, so that the first verdict does not wait for
   * them.
   */
  prepare(): void;
  /** Starts the threads and compiles the schemas because documents may come. */
  expect(): void;
  validate(source: DocumentSource, options: ValidationOptions): Promise<ValidatedDocument>;
  /** Records of a document that was checked before, in the order of the file. */
  readRecords(xml: Uint8Array): Promise<readonly RecordSummary[]>;
  /** The same with their places, for a document just checked against that schema. */
  locateRecords(xml: Uint8Array, schemaId: string): Promise<readonly LocatedRecord[]>;
  /**
   * Makes documents from a ledger form. Throws `file_not_valid` when it is none, or lacks what the
   * order names.
   */
  makeDocuments(xml: Uint8Array, order: MakeOrder): Promise<readonly MadeDocument[]>;
  /**
   * A record (from 1) as a form; null when the document is none of these forms, lacks the record,
   * or its schema cannot be shown as fields. Throws `check_failed` when the engine fails.
   */
  readRecordForm(xml: Uint8Array, record: number): Promise<RecordForm | null>;
  /** What could be fixed in a document; nothing in one of another kind. */
  offerFixes(xml: Uint8Array): Promise<readonly FixOffer[]>;
  /** The document with the chosen fixes; null when none of them can be made. */
  fix(xml: Uint8Array, order: FixOrder): Promise<FixedDocument | null>;
  /**
   * Reads the ledger's own answer; null when it is none or damaged. Throws `check_failed` when the
   * engine fails.
   */
  readLedgerResponse(xml: Uint8Array): Promise<LedgerResponse | null>;
  /**
   * The ledger's own answer inside any wrapping of the service. Throws `check_failed` when the
   * engine fails.
   */
  readAnswer(answer: AnswerToRead): Promise<AnswerReading>;
  /**
   * A ledger form's records (null when it is none, or damaged) together with its answer. Throws
   * `check_failed` when the engine fails.
   */
  readAnswered(
    xml: Uint8Array,
    answer: AnswerToRead,
  ): Promise<{
    readonly records: readonly RecordSummary[] | null;
    readonly answer: AnswerReading;
  }>;
  /**
   * A piece of any document's text, gzipped or not. Throws `check_failed` when the engine fails.
   */
  readSource(source: DocumentSource, request: SourceRequest): Promise<SourcePiece | SourceRefusal>;
  /**
   * Whether bytes are a document of the ledger, bare or wrapped; false also when it takes too
   * long.
   */
  holdsDocument(bytes: Uint8Array, limitBytes: number): Promise<boolean>;
  close(): Promise<void>;
}

export interface ValidationOptions {
  readonly maxFileBytes: number;
  /** `schema` stops after the schema layer. */
  readonly checks: 'schema' | 'all';
  /** Whether to return the compressed XML. */
  readonly keepXml: boolean;
  /** Today (yyyy-mm-dd, Europe/Madrid), which some rules need; the clock's day by default. */
  readonly today?: string;
  /** Whether to return `ledgerFaults`; requires `checks: 'all'`. */
  readonly ledgerFaults?: boolean;
}
