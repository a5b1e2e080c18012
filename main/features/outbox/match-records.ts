import type { RecordResult } from '../../../contract/submission.ts';
import { emptyKey, pairByIdentity } from '../../validator/pair-records.ts';
import type { AnsweredRecord, RecordSummary } from '../../validator/validator-port.ts';

/**
 * Pairs an answer's records with those of the file by their identity, never by their position:
 * nothing promises the order. A record of the file that the answer does not name is `not_told`; one
 * that only the answer names stands at the end, without a position. Equal identities within a file
 * are paired in the order they come. A name that leaves out a part is still that of the one record
 * that it can mean.
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
