import type { RecordResult } from '../../../contract/submission.ts';
import type { RecordResultsTable } from '../../platform/db/tables.ts';

/** A record's result as a row; `position` is its place in the list, from 1. */
export function toRecordRow(
  submissionId: string,
  position: number,
  result: RecordResult,
): RecordResultsTable {
  return {
    submission_id: submissionId,
    position,
    record: result.record,
    ...result.key,
    counterparty: result.counterparty,
    amount: result.amount,
    state: result.state,
    code: result.code,
    message_es: result.messageEs,
    message_eu: result.messageEu,
  };
}

export function fromRecordRow(row: RecordResultsTable): RecordResult {
  const { issuer, series, number, date, epigraph, concept, line } = row;
  return {
    record: row.record,
    key: { issuer, series, number, date, epigraph, concept, line },
    counterparty: row.counterparty,
    amount: row.amount,
    state: row.state,
    code: row.code,
    messageEs: row.message_es,
    messageEu: row.message_eu,
  };
}
