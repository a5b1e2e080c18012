import type { Operation } from '../../../contract/ledger-books.ts';
import type {
  RecordResult,
  SubmissionEvent,
  SubmissionState,
} from '../../../contract/submission.ts';
import { messageOf } from '../../platform/call-error.ts';
import type { AnsweredOutcome, FieldTexts, SendOutcome } from '../../service/client-port.ts';
import type { MergedRecords } from '../../service/ledger-response.ts';
import { hasDigit, isKeyEmpty, pairByIdentity } from '../../validator/pair-records.ts';
import type { AnsweredRecord, RecordSummary, SaidWords } from '../../validator/validator-port.ts';
import type { WholeAnswer } from '../submissions/public.ts';
import { type AnswerFacts, type Classification, classifyAnswer } from './classify-answer.ts';
import { isTold, pairRecords } from './match-records.ts';

/** What an outcome means for a submission. Pure: the outbox writes it. */
export interface ClassifiedOutcome {
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

/** The facts about the file that was sent, and the reading of its answer. */
export interface OutcomeContext extends Pick<WholeAnswer, 'records' | 'reading'> {
  /** Number of records in the file, which may be unreadable. */
  readonly recordCount: number;
  /** Missing where the answer is read without its file. */
  readonly operation?: Operation | undefined;
  /** Whether the service was asked for the outcome: it may tell another document's. */
  readonly isAsked?: boolean;
}

export function classifyOutcome(outcome: SendOutcome, answered: OutcomeContext): ClassifiedOutcome {
  switch (outcome.kind) {
    case 'answered':
      return classifyAnswered(outcome, answered);
    case 'not_delivered':
      return classifyUnanswered('failed', outcome);
    case 'unknown':
      return classifyUnanswered('unknown', outcome);
  }
}

function classifyAnswered(outcome: AnsweredOutcome, file: OutcomeContext): ClassifiedOutcome {
  const { merged, matched } = pairRecords(outcome, file);
  const own = matched.filter(({ record }) => record !== null);
  // What the answer says of other records counts only where it says nothing of the file's.
  const counts = countStates(own.some(isTold) ? own : matched);
  const classified = classifyAnswer(toFacts(outcome, file, { merged, matched, counts }));
  const { identifier, registrationNumber, message } = outcome;
  const known = { identifier, registrationNumber, message };
  if (classified.doubt !== null) return classifyDoubt(outcome, classified, known);
  const { state } = classified;
  const results = resultsOf(state, matched, merged);
  return {
    ...known,
    state,
    code: outcome.code,
    counts: withoutRecords(counts, tellsOfOthersOnly(matched) ? 0 : results.length, {
      state,
      records: file.recordCount,
    }),
    results,
    event: {
      kind: 'answered',
      data: { state, code: outcome.code, ...saidOf(outcome) },
    },
  };
}

function saidOf({ raw, fields }: Pick<AnsweredOutcome, 'raw' | 'fields'>) {
  const { status, latencyMs } = raw;
  return { status, latencyMs: Math.round(latencyMs), ...withFields(fields) };
}

function withFields(fields: FieldTexts): { fields?: Record<string, string[]> } {
  const given = Object.entries(fields).filter(([, texts]) => texts.length > 0);
  if (given.length === 0) return {};
  return { fields: Object.fromEntries(given.map(([name, texts]) => [name, [...texts]])) };
}

/** The results stay in the answer: a submission with an unknown end lists no records. */
function classifyDoubt(
  outcome: AnsweredOutcome,
  { state, doubt }: Extract<Classification, { state: 'unknown' }>,
  known: Pick<ClassifiedOutcome, 'identifier' | 'registrationNumber' | 'message'>,
): ClassifiedOutcome {
  return {
    ...known,
    state,
    code: doubt.code,
    counts: countStates([]),
    results: [],
    event: {
      kind: 'unknown',
      data: {
        code: doubt.code,
        ...textsAt(doubt.details, ['part', 'reason', 'word', 'said']),
        message: outcome.message,
        ...saidOf(outcome),
      },
    },
  };
}

function countStates(results: readonly RecordResult[]): ClassifiedOutcome['counts'] {
  const count = (state: RecordResult['state']) =>
    results.filter((result) => result.state === state).length;
  return {
    correct: count('correct') + count('cancelled'),
    acceptedWithErrors: count('accepted_with_errors'),
    incorrect: count('incorrect'),
  };
}

interface MatchedRecords {
  readonly merged: MergedRecords;
  readonly matched: readonly RecordResult[];
  readonly counts: ClassifiedOutcome['counts'];
}

const noWords: SaidWords = {
  refusal: null,
  refusalInText: null,
  withErrors: null,
  taken: null,
};

function toFacts(
  {
    result,
    absent: lacking,
    absentUnlessTold = [],
    denials = [],
    refusedBy,
    carriesResponse,
  }: AnsweredOutcome,
  { records, recordCount, reading, operation = 'cancellation', isAsked }: OutcomeContext,
  { merged, matched, counts }: MatchedRecords,
): AnswerFacts {
  const all = countStates(matched);
  const kept = all.correct + all.acceptedWithErrors;
  const own = matched.filter(({ record }) => record !== null);
  const response = reading?.response ?? null;
  const inner = response?.records ?? [];
  const unclear = inner.some(({ state }) => state === 'not_told');
  const isRead = reading?.isWhole && !unclear && (response !== null || !carriesResponse);
  // Without the file's records, only their number can show that the answer named each.
  const untold =
    records.length > 0
      ? own.filter((record) => !isTold(record)).length
      : Math.max(0, recordCount - kept - counts.incorrect);
  const absent = untold > 0 ? [...lacking, ...absentUnlessTold] : lacking;
  const isOnlyOthers = tellsOfOthersOnly(matched);
  // Beside records that have errors, such a name may tell theirs.
  const haveErrors = counts.acceptedWithErrors + counts.incorrect > 0;
  const unexplained = denials.filter((name) => !haveErrors || !/err/i.test(name));
  return {
    result,
    absent,
    denials: [...(refusedBy === undefined ? [] : [refusedBy]), ...unexplained],
    kept,
    keptWithErrors: counts.acceptedWithErrors,
    refused: counts.incorrect,
    isCancelled: operation !== 'cancellation' && own.some(({ state }) => state === 'cancelled'),
    refusesOthers: all.incorrect > counts.incorrect,
    untold,
    contradicted: merged.contradicted,
    tellsOfFile: own.some(isTold),
    tellsOfOthersOnly: isOnlyOthers,
    isOfAnother: isOnlyOthers && namesOthers(matched, isAsked ?? false),
    unread: isRead ? null : reading?.isForeign ? 'foreign' : 'unreadable',
    ledgerTellsAll: response && !unclear && tellsAll(inner, records, recordCount),
    words: reading?.words ?? noWords,
  };
}

/** Without the file's own records nobody knows whose the answer's are. */
function tellsOfOthersOnly(matched: readonly RecordResult[]): boolean {
  const own = matched.filter(({ record }) => record !== null);
  return own.length > 0 && own.length < matched.length && !own.some(isTold);
}

/**
 * Other notations of a record leave the letters and digits of its invoice's number, alone or after
 * its series.
 */
function namesOthers(matched: readonly RecordResult[], mayShareNumbers: boolean): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const own = new Set(
    matched
      .filter(({ record }) => record !== null)
      .flatMap(({ key: { series, number } }) => [
        plain(number ?? ''),
        plain(`${series ?? ''}${number ?? ''}`),
      ]),
  );
  const others = matched.filter(({ record }) => record === null);
  return others.every(
    ({ key }) =>
      key.number !== null && hasDigit(key) && (mayShareNumbers || !own.has(plain(key.number))),
  );
}

/** Whether the ledger's response has each record of the file, by identity. */
function tellsAll(
  inner: readonly AnsweredRecord[],
  records: readonly RecordSummary[],
  recordCount: number,
): boolean {
  if (inner.length < recordCount) return false;
  return pairByIdentity(records, inner).partners.every((partner) => partner !== undefined);
}

/**
 * The results of records: none when the answer names none and has one result for the whole file.
 * When a file is refused with records that are not its own, only those records are listed. Where
 * the file's own have results, a record without a name is not listed.
 */
function resultsOf(
  state: ClassifiedOutcome['state'],
  matched: readonly RecordResult[],
  { records }: MergedRecords,
): readonly RecordResult[] {
  if (records.length === 0) return state === 'partially_accepted' ? matched : [];
  const fits = matched.some((result) => result.record !== null && isTold(result));
  if (fits) return matched.filter(({ record, key }) => record !== null || !isKeyEmpty(key));
  return state === 'rejected' ? matched.filter(({ record }) => record === null) : matched;
}

/** An answer for the whole file that names no records counts for all of them. */
function withoutRecords(
  counts: ClassifiedOutcome['counts'],
  listed: number,
  { state, records }: { readonly state: ClassifiedOutcome['state']; readonly records: number },
): ClassifiedOutcome['counts'] {
  if (listed > 0 || state === 'partially_accepted') return counts;
  const none = countStates([]);
  return state === 'accepted' ? { ...none, correct: records } : { ...none, incorrect: records };
}

function classifyUnanswered(
  state: 'failed' | 'unknown',
  outcome: Extract<SendOutcome, { kind: 'not_delivered' | 'unknown' }>,
): ClassifiedOutcome {
  const { code, details } = outcome.error;
  const message = messageOf(outcome.error);
  const why =
    code === 'answer_contradictory'
      ? textsAt(details, ['said', 'word'])
      : code === 'answer_not_understood' && typeof details.reason === 'string'
        ? textsAt(details, ['reason', 'place', 'expected', 'found'])
        : {};
  const status = outcome.raw?.status ?? null;
  const fields = withFields((details.fields ?? {}) as FieldTexts);
  const { identifier = null, registrationNumber = null } = textsAt(details, [
    'identifier',
    'registrationNumber',
  ]);
  return {
    state,
    identifier,
    registrationNumber,
    code,
    message,
    counts: countStates([]),
    results: [],
    event: { kind: state, data: { code, message, ...why, status, ...fields } },
  };
}

function textsAt(
  details: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const pairs = names.map((name) => [name, details[name]] as const);
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
