import type { RecordState } from '../../contract/submission.ts';
import { pairByIdentity } from '../validator/pair-records.ts';
import type { AnsweredRecord } from '../validator/validator-port.ts';

/** The records of an answer, combined with those of the ledger's response in it. */
export interface MergedRecords {
  readonly records: readonly AnsweredRecord[];
  /**
   * Number of records that the answer calls refused and the ledger accepted: they are `not_told`.
   */
  readonly contradicted: number;
}

/**
 * Pairs records by identity, never by position. Of two states of one record the worse counts, so
 * that no outer OK hides an inner refusal; missing values come from the other side. A record that
 * the ledger accepted is never refused by an outer word: then its state is unknown. Records named
 * by one side only stay. Pure.
 */
export function mergeRecords(
  outer: readonly AnsweredRecord[],
  inner: readonly AnsweredRecord[],
): MergedRecords {
  if (outer.length === 0) return { records: inner, contradicted: 0 };
  if (inner.length === 0) return { records: outer, contradicted: 0 };
  const { partners, left } = pairByIdentity(outer, inner);
  let contradicted = 0;
  const merged = outer.map((record, index) => {
    const other = partners[index];
    if (other === undefined) return record;
    if (record.state !== 'incorrect' || !isTaken(other)) return mergeRecord(record, other);
    contradicted += 1;
    return { ...record, key: mergeKeys(record, other), state: 'not_told' as const };
  });
  return { records: [...merged, ...left], contradicted };
}

/** Whether the ledger has the record. */
export function isTaken({ state }: Pick<AnsweredRecord, 'state'>): boolean {
  return state === 'correct' || state === 'accepted_with_errors' || state === 'cancelled';
}

/** The order of states: the less is known, the less it counts; a refusal counts most. */
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
  // An explanation of the losing state would mislead.
  const lends = first.state === second.state || second.state === 'not_told';
  const saysTheSame = first.code !== null && first.code === second.code;
  return {
    key: mergeKeys(first, second),
    state: first.state,
    code: first.code ?? (lends ? second.code : null),
    messageEs: first.messageEs ?? (lends || saysTheSame ? second.messageEs : null),
    messageEu: first.messageEu ?? (lends || saysTheSame ? second.messageEu : null),
  };
}

function mergeKeys(first: AnsweredRecord, second: AnsweredRecord): AnsweredRecord['key'] {
  return { ...given(second.key), ...given(first.key) };
}

function given(key: AnsweredRecord['key']): AnsweredRecord['key'] {
  return Object.fromEntries(Object.entries(key).filter(([, text]) => text !== null && text !== ''));
}
