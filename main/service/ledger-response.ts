import type { RecordState } from '../../contract/submission.ts';
import { pairByIdentity } from '../ledger/pair-records.ts';
import type { AnsweredOutcome, AnsweredRecord, LedgerResponse, SendOutcome } from '../ports.ts';

/**
 * What an answer says together with the ledger's own document inside it. Records are paired by
 * identity, never by position; of two states of one record the worse counts, so that no outer OK
 * hides an inner refusal, and each side lends the other what it does not say. Records that only one
 * side names stay. Pure.
 */
export function mergeLedgerResponse(
  outcome: SendOutcome,
  response: LedgerResponse | null,
): SendOutcome {
  if (outcome.kind !== 'answered' || response === null || response.records.length === 0)
    return outcome;
  if (outcome.records.length === 0) return { ...outcome, records: response.records };
  const { partners, left } = pairByIdentity(outcome.records, response.records);
  const merged = outcome.records.map((record, index) => {
    const other = partners[index];
    return other === undefined ? record : mergeRecord(record, other);
  });
  return { ...outcome, records: [...merged, ...left] };
}

/**
 * The result of an answer that tells none, by the ledger's document; null unless that tells every
 * record of the file.
 */
export function tellByResponse(
  untold: Omit<AnsweredOutcome, 'kind' | 'result'>,
  response: LedgerResponse | null,
  expected: number,
): AnsweredOutcome | null {
  const merged = mergeLedgerResponse({ kind: 'answered', result: 'correct', ...untold }, response);
  if (merged.kind !== 'answered' || response === null) return null;
  const told = merged.records.filter(({ state }) => state !== 'not_told');
  if (told.length < expected || told.length < merged.records.length || told.length === 0)
    return null;
  const refused = told.filter(({ state }) => state === 'incorrect').length;
  if (refused === told.length) return { ...merged, result: 'incorrect' };
  const isClean = told.every(({ state }) => state === 'correct' || state === 'cancelled');
  return { ...merged, result: isClean ? 'correct' : 'partially_correct' };
}

/** The less that is known of a record, the less it counts; a refusal counts most. */
const weights: Readonly<Record<RecordState, number>> = {
  not_told: 0,
  correct: 1,
  cancelled: 2,
  accepted_with_errors: 3,
  incorrect: 4,
};

function mergeRecord(outer: AnsweredRecord, inner: AnsweredRecord): AnsweredRecord {
  const [first, second] =
    weights[inner.state] > weights[outer.state] ? [inner, outer] : [outer, inner];
  // What explains another state than the one that counts would mislead.
  const lends = first.state === second.state || second.state === 'not_told';
  const saysTheSame = first.code !== null && first.code === second.code;
  return {
    key: { ...given(second.key), ...given(first.key) },
    state: first.state,
    code: first.code ?? (lends ? second.code : null),
    messageEs: first.messageEs ?? (lends || saysTheSame ? second.messageEs : null),
    messageEu: first.messageEu ?? (lends || saysTheSame ? second.messageEu : null),
  };
}

function given(key: AnsweredRecord['key']): AnsweredRecord['key'] {
  return Object.fromEntries(Object.entries(key).filter(([, text]) => text !== null && text !== ''));
}
