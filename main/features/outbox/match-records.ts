import type { RecordResult } from '../../../contract/submission.ts';
import { emptyKey, identityOf, pairByIdentity } from '../../validator/pair-records.ts';
import type { AnsweredRecord, RecordSummary } from '../../validator/validator-port.ts';

/**
 * Pairs an answer's records with those of the file by identity, never by position: nothing promises
 * the order. A record of the file that the answer does not name is `not_told`. A record that only
 * the answer names stands at the end, without a position. A name with a part missing counts when
 * only one record fits. A record that the answer names again with another state is `not_told`, as
 * are those of the file with one identity that it names with different states.
 */
export function matchRecords(
  records: readonly RecordSummary[],
  answered: readonly AnsweredRecord[],
): RecordResult[] {
  const { partners, left } = pairByIdentity(records, answered);
  const identities = records.map(({ key }) => identityOf(key));
  const named = Map.groupBy(answered, ({ key }) => identityOf(key));
  const own = records.map((record, index) => {
    const alike = named.get(identities[index] ?? '') ?? [];
    const isClear = alike.every(({ state }) => state === partners[index]?.state);
    return toResult(record, isClear ? partners[index] : undefined);
  });
  const inFile = new Set(identities);
  const foreign = left.filter(({ key }) => !inFile.has(identityOf(key)));
  return [...own, ...foreign.map((answer) => toResult(null, answer))];
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
