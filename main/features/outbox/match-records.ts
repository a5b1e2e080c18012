import type { RecordResult } from '../../../contract/submission.ts';
import { emptyKey, pairByIdentity } from '../../validator/pair-records.ts';
import type { AnsweredRecord, RecordSummary } from '../../validator/validator-port.ts';

/**
 * Pairs an answer's records with those of the file by identity, never by position: nothing promises
 * the order. A record of the file that the answer does not name is `not_told`. A record that only
 * the answer names stands at the end, without a position. Equal identities within a file are paired
 * in their order. A name with a part missing counts when only one record fits.
 */
export function matchRecords(
  records: readonly RecordSummary[],
  answered: readonly AnsweredRecord[],
): RecordResult[] {
  const { partners, left } = pairByIdentity(records, answered);
  return [
    ...records.map((record, index) => toResult(record, partners[index])),
    ...left.map((answer) => toResult(null, answer)),
  ];
}

function toResult(record: RecordSummary | null, answer: AnsweredRecord | undefined): RecordResult {
  return {
    record: record?.record ?? null,
    key: { ...emptyKey, ...(record?.key ?? answer?.key) },
    counterparty: record?.counterparty ?? null,
    amount: record?.amount ?? null,
    state: answer?.state ?? 'not_told',
    code: answer?.code ?? null,
    messageEs: answer?.messageEs ?? null,
    messageEu: answer?.messageEu ?? null,
  };
}
