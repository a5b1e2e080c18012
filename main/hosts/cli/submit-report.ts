import { doubtOf, fieldTextsOf, untoldRecords } from '../../../contract/answer.ts';
import type { CallError, ErrorCode } from '../../../contract/errors.ts';
import { shownStateOf } from '../../../contract/shown-state.ts';
import type { RecordResult, Submission, SubmissionEvent } from '../../../contract/submission.ts';
import type { Texts } from '../../platform/texts.ts';
import { writeJson, writeLine } from './output.ts';
import type { Session } from './session.ts';

/** A file that did not go, and why. */
export interface NotSent {
  readonly file: string;
  readonly error: CallError;
  /** Whether a folder has the file although it belongs elsewhere. */
  readonly isBeside?: boolean;
}

/** A submission as it ended, and the step with which it did. */
export interface Outcome {
  readonly submission: Submission;
  readonly end: SubmissionEvent | null;
  /** Records that were refused, or taken with errors. */
  readonly records: readonly RecordResult[];
}

/** Of one submission; the whole list is `submissions.records`. */
const maxRecords = 1000;

/** Its records that need work, as far as the answer tells of them. */
export async function readFaultyRecords(
  session: Session,
  { id, recordCounts }: Submission,
): Promise<readonly RecordResult[]> {
  if (recordCounts.incorrect + recordCounts.acceptedWithErrors === 0) return [];
  const states = ['incorrect', 'accepted_with_errors'] as const;
  const wanted = { id, states: [...states], limit: maxRecords };
  return (await session.call('submissions.records', wanted)).records;
}

/** A record by its place and key, with the ledger's code and words. */
function recordLine(result: RecordResult, texts: Texts): string {
  const { record, key, code, messageEs, messageEu } = result;
  const name = [key.series, key.number].filter(Boolean).join('-') || (key.issuer ?? '');
  const place =
    record === null ? '' : texts.say('validate.record', { record: texts.number(record) });
  const words = texts.language === 'eu' ? (messageEu ?? messageEs) : (messageEs ?? messageEu);
  const state = texts.say(`submit.record.${result.state}`);
  return [place, name, state, code, words].filter((part) => part).join(' · ');
}

const isQueued = (submission: Submission): boolean => shownStateOf(submission) === 'queued_there';

/** What becomes of a file that the service has queued. */
function queuedWords(submission: Submission, texts: Texts): string[] {
  if (!isQueued(submission)) return [];
  const isAsked = submission.nextAttemptAt !== null;
  return [texts.say(isAsked ? 'submit.queuedThere' : 'submit.queuedThereAsk')];
}

/** Why a file did not arrive, or why it is not known whether it did, and what to do. */
function failureWords(submission: Submission, end: SubmissionEvent, texts: Texts) {
  const { answerCode } = submission;
  const state = shownStateOf(submission);
  if (answerCode === null || (state !== 'failed' && state !== 'unknown')) return [];
  const error = { code: answerCode as ErrorCode, details: end.data };
  return [`${texts.failure(error)} (${answerCode})`];
}

/** Why an answer does not tell how a file ended, records it leaves out, and its texts by field. */
function detailsOf(submission: Submission, end: SubmissionEvent | null, texts: Texts): string[] {
  if (end === null) return [];
  const doubt = doubtOf(end.data);
  const untold = untoldRecords(submission);
  return [
    ...(doubt === null
      ? failureWords(submission, end, texts)
      : [texts.say(doubt.key, { word: doubt.word }), texts.say('profileTry')]),
    ...queuedWords(submission, texts),
    ...(untold === 0 ? [] : [texts.say('submit.untold', { count: untold })]),
    ...fieldTextsOf(end.data).map(({ field, text }) => `${field}: ${text}`),
  ];
}

export async function report(
  outcomes: readonly Outcome[],
  notSent: readonly NotSent[],
  options: {
    readonly json: boolean;
    /** Files that may be sent: also those that a person then did not send. */
    readonly total: number;
    /** The file of each submission, as the command names it: names alone may be the same. */
    readonly paths: ReadonlyMap<string, string>;
  },
  texts: Texts,
): Promise<void> {
  if (options.json) {
    const left = notSent.map(({ file, error }) => ({
      file,
      code: error.code,
      details: error.details,
      message: texts.plain.failure(error),
    }));
    const submissions = outcomes.map(({ submission, end, records }) => ({
      ...submission,
      path: options.paths.get(submission.id) ?? null,
      ended: end?.data ?? null,
      faultyRecords: records,
    }));
    await writeJson({ submissions, notSent: left });
    return;
  }
  for (const { submission, end, records } of outcomes) {
    const { file, identifier, answerMessage } = submission;
    const state = shownStateOf(submission);
    const said = [texts.say(`state.${state}`), identifier, answerMessage].filter(
      (part) => part !== null && part !== '',
    );
    await writeLine(`${options.paths.get(submission.id) ?? file}: ${said.join(' · ')}`);
    for (const line of detailsOf(submission, end, texts)) await writeLine(`  ${line}`);
    for (const result of records) await writeLine(`  ${recordLine(result, texts)}`);
  }
  const count = outcomes.filter(({ submission }) => submission.state === 'accepted').length;
  const queued = outcomes.filter(({ submission }) => isQueued(submission)).length;
  const sum = texts.say('submit.summary', { count, total: options.total });
  const alsoQueued = queued === 0 ? [] : [texts.say('submit.summaryQueued', { count: queued })];
  await writeLine([sum, ...alsoQueued].join(' · '));
}
