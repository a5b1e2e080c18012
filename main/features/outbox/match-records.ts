import type { RecordResult } from '../../../contract/submission.ts';
import type { AnsweredOutcome } from '../../service/client-port.ts';
import { type MergedRecords, mergeRecords } from '../../service/ledger-response.ts';
import { emptyKey, identityOf, pairByIdentity } from '../../validator/pair-records.ts';
import type { AnsweredRecord, RecordSummary } from '../../validator/validator-port.ts';
import type { WholeAnswer } from '../submissions/public.ts';
import { withKeysOfRows } from './keys-of-rows.ts';

export const isTold = ({ state }: Pick<RecordResult, 'state'>): boolean => state !== 'not_told';

/** The records of an answer, combined with those of the ledger's response, and with the file's. */
export function pairRecords(
  outcome: AnsweredOutcome,
  { records, reading }: Pick<WholeAnswer, 'records' | 'reading'>,
): { readonly merged: MergedRecords; readonly matched: readonly RecordResult[] } {
  const named = withKeysOfRows(outcome.records, records, outcome.areRowsOpen);
  // Nobody knows which records these are: with others taken, each is not told.
  const unnamed = outcome.result === 'partially_correct' ? [] : outcome.records;
  const merged = mergeRecords(named ?? unnamed, reading?.response?.records ?? []);
  const matched = matchRecords(records, merged.records);
  return { merged, matched: named === null ? matched : withUnlisted(matched, outcome) };
}

/**
 * An answer that lists only refused records says that all others were taken, once it is known which
 * ones it lists. A partial acceptance without a list says nothing of any record.
 */
function withUnlisted(
  matched: readonly RecordResult[],
  { result, records, unlisted }: AnsweredOutcome,
): readonly RecordResult[] {
  const isClear = records.every(isTold) && matched.every(({ record }) => record !== null);
  const isTaken = result === 'correct' || (result === 'partially_correct' && matched.some(isTold));
  if (unlisted !== 'correct' || !isClear || !isTaken) return matched;
  return matched.map((record) => (isTold(record) ? record : { ...record, state: unlisted }));
}

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
