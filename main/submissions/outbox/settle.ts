import type {
  RecordResult,
  SubmissionEvent,
  SubmissionState,
} from '../../../contract/submission.ts';
import type { RecordSummary, SendOutcome } from '../../ports.ts';
import { matchRecords } from './match-records.ts';

/** What a submission becomes by how its sending ended. Pure: the outbox writes it down. */
export interface Settlement {
  readonly state: Extract<
    SubmissionState,
    'accepted' | 'partially_accepted' | 'rejected' | 'failed' | 'unknown'
  >;
  readonly identifier: string | null;
  readonly registrationNumber: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly counts: { correct: number; acceptedWithErrors: number; incorrect: number };
  readonly results: readonly RecordResult[];
  readonly event: Pick<SubmissionEvent, 'kind' | 'data'>;
}

/**
 * `records` are those of the file that was sent, read again so that the answer can be matched by
 * identity.
 */
export function settle(outcome: SendOutcome, records: readonly RecordSummary[]): Settlement {
  switch (outcome.kind) {
    case 'answered':
      return settleAnswer(outcome, records);
    case 'not_delivered':
      return settleWithoutAnswer('failed', outcome);
    case 'unknown':
      return settleWithoutAnswer('unknown', outcome);
  }
}

function settleAnswer(
  outcome: Extract<SendOutcome, { kind: 'answered' }>,
  records: readonly RecordSummary[],
): Settlement {
  const results = outcome.records.length > 0 ? matchRecords(records, outcome.records) : [];
  const count = (state: RecordResult['state']) =>
    results.filter((result) => result.state === state).length;
  const counts = {
    correct: count('correct') + count('cancelled'),
    acceptedWithErrors: count('accepted_with_errors'),
    incorrect: count('incorrect'),
  };
  const state = stateOf(outcome.result, counts);
  return {
    state,
    identifier: outcome.identifier,
    registrationNumber: outcome.registrationNumber,
    code: outcome.code,
    message: outcome.message,
    counts: withoutRecords(counts, results.length, state, records.length),
    results,
    event: {
      kind: 'answered',
      data: {
        state,
        code: outcome.code,
        status: outcome.raw.status,
        latencyMs: Math.round(outcome.raw.latencyMs),
      },
    },
  };
}

/** What the records say wins over what the envelope says: an outer OK may wrap a refusal. */
function stateOf(
  result: 'correct' | 'partially_correct' | 'incorrect',
  counts: Settlement['counts'],
): 'accepted' | 'partially_accepted' | 'rejected' {
  const kept = counts.correct + counts.acceptedWithErrors;
  if (result === 'incorrect') return kept > 0 ? 'partially_accepted' : 'rejected';
  if (counts.incorrect > 0) return kept > 0 ? 'partially_accepted' : 'rejected';
  return result === 'correct' ? 'accepted' : 'partially_accepted';
}

/** An answer that accepts the whole file without naming its records has accepted all of them. */
function withoutRecords(
  counts: Settlement['counts'],
  told: number,
  state: Settlement['state'],
  records: number,
): Settlement['counts'] {
  if (told > 0 || state === 'partially_accepted') return counts;
  return state === 'accepted' ? { ...counts, correct: records } : { ...counts, incorrect: records };
}

function settleWithoutAnswer(
  state: 'failed' | 'unknown',
  outcome: Extract<SendOutcome, { kind: 'not_delivered' | 'unknown' }>,
): Settlement {
  const { error, raw } = outcome;
  const message = typeof error.details.message === 'string' ? error.details.message : null;
  return {
    state,
    identifier: null,
    registrationNumber: null,
    code: error.code,
    message,
    counts: { correct: 0, acceptedWithErrors: 0, incorrect: 0 },
    results: [],
    event: { kind: state, data: { code: error.code, message, status: raw?.status ?? null } },
  };
}
