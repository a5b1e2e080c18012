import type { Operation } from '../../../contract/ledger-books.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { AnswerReading, LedgerResponse } from '../../validator/validator-port.ts';

/** What identifies a document to the ledger besides its records. */
export interface DocumentHeader {
  readonly taxId: string;
  readonly fiscalYear: number;
  readonly operation: Operation;
}

/** The reading of an answer to a document. */
export interface DocumentReading extends AnswerReading {
  /**
   * The ledger's response in the answer belongs to another document: it says nothing of this one.
   */
  readonly isForeign?: true;
}

export function headerOf(row: SubmissionsTable): DocumentHeader {
  return { taxId: row.tax_id, fiscalYear: row.fiscal_year, operation: row.operation };
}

/** The reading without a response that belongs to another document. */
export function readingOf(reading: AnswerReading, header: DocumentHeader | null): DocumentReading {
  const { response } = reading;
  if (response === null || header === null || answers(response, header)) return reading;
  return { ...reading, response: null, isWhole: false, isForeign: true };
}

/** A part may be missing in a response: only a different value shows another document. */
function answers({ header }: LedgerResponse, sent: DocumentHeader): boolean {
  const isOr = (told: string | null, ours: string) =>
    !told || told.trim().toUpperCase() === ours.toUpperCase();
  const operation = header.operation?.trim().slice(0, 2).toUpperCase();
  return (
    isOr(header.taxId, sent.taxId) &&
    isOr(header.fiscalYear, String(sent.fiscalYear)) &&
    (!operation || operation === operationStarts[sent.operation])
  );
}

/** A00 and A01 create, M00 and M01 modify, AN0 cancels. */
const operationStarts = { creation: 'A0', modification: 'M0', cancellation: 'AN' } as const;
