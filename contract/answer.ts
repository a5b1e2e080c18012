import type { Submission, SubmissionEvent, SubmissionState } from './submission.ts';

type EventData = SubmissionEvent['data'];

/** A sentence of `locales/<language>/answers.json`, and the word of the answer that it quotes. */
export interface AnswerDoubt {
  readonly key: (typeof doubtKeys)[number];
  readonly word: string;
}

const doubtKeys = [
  'answer.answer_not_understood.word',
  'answer.answer_not_understood.wordAt',
  'answer.answer_not_understood.json',
  'answer.answer_not_understood.content_type',
  'answer.answer_not_understood.other_file',
  'answer.answer_incomplete.result',
  'answer.answer_incomplete.records',
  'answer.answer_incomplete.every_record',
  'answer.answer_incomplete.state',
  'answer.answer_incomplete.ledger_response',
  'answer.answer_incomplete.unreadable',
  'answer.answer_incomplete.foreign',
  'answer.answer_incomplete.others',
  'answer.answer_incomplete.untold',
  'answer.answer_contradictory.accepted',
  'answer.answer_contradictory.refused',
  'answer.answer_contradictory.acceptedRecords',
  'answer.answer_contradictory.refusedRecords',
] as const;

/** Why an answer does not give a submission's outcome; null where the event's code says it all. */
export function doubtOf({ code, part, reason, said, word, place }: EventData): AnswerDoubt | null {
  const isPlain = ['json', 'content_type', 'other_file'].includes(String(reason));
  const names: Readonly<Record<string, unknown>> = {
    answer_not_understood: isPlain ? reason : typeof place === 'string' ? 'wordAt' : 'word',
    answer_incomplete: reason === 'absent' ? part : reason,
    answer_contradictory: typeof word === 'string' ? said : `${String(said)}Records`,
  };
  const isWord = reason === 'result' || reason === 'state';
  if (code === 'answer_not_understood' && !isPlain && !isWord) return null;
  const key = doubtKeys.find((each) => each === `answer.${String(code)}.${names[String(code)]}`);
  const quoted = [word, place].find((text) => typeof text === 'string');
  return key === undefined ? null : { key, word: typeof quoted === 'string' ? quoted : '' };
}

/** The service's error texts by field, under its own field names. */
export function fieldTextsOf({ fields }: EventData): readonly { field: string; text: string }[] {
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).flatMap(([field, texts]) => texts.map((text) => ({ field, text })));
}

const ends: readonly SubmissionEvent['kind'][] = ['answered', 'failed', 'unknown', 'read_again'];

/** The last event that gave a submission's outcome: an answer, a fault or a person's decision. */
export function lastEnd(events: readonly SubmissionEvent[]): SubmissionEvent | null {
  const decision = events.findLast(({ kind }) => kind === 'resolved');
  // An answer after a person's decision is kept beside it.
  return decision ?? events.findLast(({ kind }) => ends.includes(kind)) ?? null;
}

const answeredStates: readonly SubmissionState[] = ['accepted', 'rejected'];

/** The number of records of an answered file that the answer leaves out. */
export function untoldRecords({ state, records, recordCounts }: Submission): number {
  const { correct, acceptedWithErrors, incorrect } = recordCounts;
  const told = correct + acceptedWithErrors + incorrect;
  // When a person decided the outcome, the records have no result.
  const isTold = state === 'partially_accepted' || (told > 0 && answeredStates.includes(state));
  return isTold ? Math.max(0, records - told) : 0;
}

/**
 * Refusals of a file's content: the service would refuse the same bytes again. Any other refusal
 * may pass after a change outside the file: a key, an authorization, a company, an address, a wait.
 */
export const definiteRefusals = [
  'service_refused',
  'service_conflict',
  'service_too_large',
] as const;

/** Whether an undelivered submission with this code would be refused again as it is. */
export function isDefiniteRefusal(code: unknown): code is (typeof definiteRefusals)[number] {
  return definiteRefusals.some((each) => each === code);
}

/** Whether the service does not take a key: the next file's would most likely be refused, too. */
export function isKeyRefusal(code: string | null | undefined): boolean {
  return code === 'service_unauthorized' || code === 'service_forbidden';
}

const kinds = ['text', 'list', 'number', 'boolean', 'object', 'nothing'] as const;
export type ValueKind = (typeof kinds)[number];

/** The kind of a value in words, `text (12)` as `texto (12)`; another text as it is. */
export function kindInWords(found: string, say: (kind: ValueKind) => string): string {
  const kind = kinds.find((each) => found === each || found.startsWith(`${each} (`));
  return kind === undefined ? found : found.replace(kind, say(kind));
}

/** An error's details, with what was expected and found in an answer in words. */
export function withKindWords(
  details: Readonly<Record<string, unknown>>,
  say: (kind: ValueKind | 'whole') => string,
): Readonly<Record<string, unknown>> {
  const { expected, found } = details;
  if (typeof expected !== 'string' || typeof found !== 'string') return details;
  const place = details.place === '' ? { place: say('whole') } : {};
  const words = { expected: kindInWords(expected, say), found: kindInWords(found, say) };
  return { ...details, ...place, ...words };
}
