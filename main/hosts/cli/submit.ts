import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { lastEnd } from '../../../contract/answer.ts';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import type { Submission, SubmissionState } from '../../../contract/submission.ts';
import { isForElsewhere } from '../../../contract/verdict.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { Texts } from '../../platform/texts.ts';
import { findDocuments, type NamedDocument, sayLeftAside } from './documents.ts';
import { exitCodeOfSending } from './exit-codes.ts';
import { complain, writeLine } from './output.ts';
import { type Session, withSession } from './session.ts';
import { type NotSent, type Outcome, readFaultyRecords, report } from './submit-report.ts';
import { untilEnded } from './until-ended.ts';
import { reportWaits } from './wait-notice.ts';
import { WrongUsage } from './wrong-usage.ts';

interface SubmitOptions {
  readonly data: string | null;
  readonly json: boolean;
  /** Send without asking. */
  readonly yes: boolean;
  /** Send also what was sent before. */
  readonly allowDuplicates: boolean;
}

interface Candidate {
  readonly file: string;
  readonly fileId: string;
  readonly listed: WorklistFile;
}

interface Sorted {
  readonly ready: readonly Candidate[];
  readonly notSent: readonly NotSent[];
}

/** Checks documents and sends the valid ones. Returns the exit code. */
export function submit(
  paths: readonly string[],
  options: SubmitOptions,
  texts: Texts,
): Promise<number> {
  if (!options.yes && !process.stdin.isTTY) throw new WrongUsage('usage.confirmWithYes');
  return withSession(options.data, texts, async (session) => {
    const { maxFileBytes } = await session.call('settings.get', {});
    const found = await findDocuments(paths, maxFileBytes);
    sayLeftAside(found, texts);
    const { documents } = found;
    const { ready, notSent } = await checkAll(session, documents);
    await sayWhatGoes({ ready, notSent }, options, texts);
    const agreed = ready.length > 0 && (options.yes || (await confirm(texts, ready.length)));
    const sent = agreed
      ? await sendAll(session, ready, options.allowDuplicates)
      : { submissions: [], notSent: [] };
    if (!options.json) sayNotSent(sent.notSent, texts);
    const outcomes = await waitForOutcomes(session, sent.submissions, texts);
    const left = [...notSent, ...sent.notSent];
    await session.call('submissions.discard', {
      fileIds: notGone(ready, sent.submissions.length > 0, sent.notSent),
    });
    await report(outcomes, left, options, texts);
    return exitCodeOfSending(
      outcomes.map(({ submission }) => submission.state),
      left.flatMap(({ error, isBeside }) => (isBeside ? [] : [error.code])),
    );
  });
}

/** Files that were not sent leave the worklist: users of the command line do not look there. */
function notGone(
  ready: readonly Candidate[],
  anySent: boolean,
  refused: readonly NotSent[],
): string[] {
  const names = new Set(refused.map(({ file }) => file));
  return ready.filter(({ file }) => !anySent || names.has(file)).map(({ fileId }) => fileId);
}

async function checkAll(session: Session, documents: readonly NamedDocument[]): Promise<Sorted> {
  const notSent: NotSent[] = [];
  const taken = new Map<string, string>();
  const found = new Set(documents.flatMap(({ file, isFound }) => (isFound ? [file] : [])));
  for (const { file, source } of documents) {
    const name = file === '-' ? 'stdin.xml' : basename(file);
    const place = source.kind === 'path' ? { path: source.path } : { bytes: source.bytes };
    const reply = await session.app.takeFile({ name, ...place });
    if (reply.ok) taken.set(reply.value.fileId, file);
    else notSent.push({ file, error: reply.error });
  }
  const ready: Candidate[] = [];
  const bad: string[] = [];
  const fileIds = [...taken.keys()];
  const { files } = await session.call('submissions.check', { fileIds });
  for (const listed of files) {
    const file = taken.get(listed.id);
    if (file === undefined) continue;
    const verdict = listed.judged?.verdict;
    if (verdict === 'valid' || verdict === 'warnings') {
      ready.push({ file, fileId: listed.id, listed });
    } else {
      bad.push(listed.id);
      const error = { code: 'file_not_valid', details: { name: listed.name } } as const;
      const isBeside = found.has(file) && listed.judged !== null && isForElsewhere(listed.judged);
      notSent.push({ file, error, isBeside });
    }
  }
  await session.call('submissions.discard', { fileIds: bad });
  return { ready, notSent };
}

async function sayWhatGoes(
  { ready, notSent }: Sorted,
  options: SubmitOptions,
  texts: Texts,
): Promise<void> {
  if (options.json) return;
  sayNotSent(notSent, texts);
  for (const { file, listed } of ready) {
    const records = listed.judged?.records ?? 0;
    const taxpayer = listed.company?.fullName ?? listed.judged?.taxpayer?.name ?? '';
    const counted = texts.say('validate.records', {
      count: records,
      number: texts.number(records),
    });
    await writeLine(`${file}: ${taxpayer} · ${counted}`);
  }
}

function sayNotSent(notSent: readonly NotSent[], texts: Texts): void {
  for (const { file, error, isBeside } of notSent)
    if (isBeside) complain(`${file}: ${texts.say('validate.verdict.elsewhere')}`);
    else complain(`${file}: ${texts.failure(error)} (${error.code})`);
  if (notSent.some(({ error }) => error.code === 'already_sent'))
    complain(texts.say('usage.allowDuplicates'));
}

async function confirm(texts: Texts, count: number): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`${texts.say('submit.question', { count })} `);
    return texts.say('submit.yesAnswers').split(' ').includes(answer.trim().toLowerCase());
  } finally {
    asking.close();
  }
}

/**
 * Sends what the core accepts; refused files are left out and the rest is tried again, until all
 * that remain are sent.
 */
async function sendAll(
  session: Session,
  candidates: readonly Candidate[],
  confirmDuplicates: boolean,
): Promise<{ submissions: readonly Submission[]; notSent: readonly NotSent[] }> {
  let rest = candidates;
  const notSent: NotSent[] = [];
  while (rest.length > 0) {
    const { submissions, left } = await sendTogether(session, rest, confirmDuplicates);
    for (const { file, fileId } of rest) {
      const error = left.get(fileId);
      if (error !== undefined) notSent.push({ file, error });
    }
    if (left.size === 0) return { submissions, notSent };
    rest = rest.filter(({ fileId }) => !left.has(fileId));
  }
  return { submissions: [], notSent };
}

/** Sends all, or none: then `left` names the files in the way, or all of them. */
async function sendTogether(
  session: Session,
  candidates: readonly Candidate[],
  confirmDuplicates: boolean,
): Promise<{ submissions: readonly Submission[]; left: ReadonlyMap<string, CallError> }> {
  const fileIds = candidates.map(({ fileId }) => fileId);
  try {
    const sent = await session.call('submissions.send', { fileIds, confirmDuplicates });
    if (sent.outcome === 'queued') return { submissions: sent.submissions, left: new Map() };
    return { submissions: [], left: readRepeated(sent.files) };
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    const refused = readRefused(error, candidates);
    const all = new Map(fileIds.map((fileId) => [fileId, toCallError(error)]));
    return { submissions: [], left: refused.size > 0 ? refused : all };
  }
}

function readRepeated(files: readonly SentBefore[]): Map<string, CallError> {
  return new Map(
    files.flatMap(({ fileId, ...details }) =>
      fileId === null ? [] : [[fileId, { code: 'already_sent', details }]],
    ),
  );
}

/** The files that a refusal concerns: the core lists them with their own codes. */
function readRefused(error: ZubiError, candidates: readonly Candidate[]): Map<string, CallError> {
  const known = new Set(candidates.map(({ fileId }) => fileId));
  const refused = new Map<string, CallError>();
  const files: unknown = error.details.files;
  for (const entry of Array.isArray(files) ? files : []) {
    const { fileId, code, details, ...rest } = entry as {
      fileId?: string;
      code?: CallError['code'];
      details?: CallError['details'];
    };
    if (fileId === undefined || !known.has(fileId)) continue;
    refused.set(fileId, { code: code ?? error.code, details: details ?? rest });
  }
  return refused;
}

/**
 * Until each has ended, or nothing more is sent by itself: files queued earlier are not waited for.
 */
async function untilAtRest(session: Session, ids: readonly string[]): Promise<void> {
  const moving = new Set(ids);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const note = (id: string, state: SubmissionState) => {
    if (state !== 'queued' && state !== 'sending') moving.delete(id);
    if (moving.size === 0) resolve();
  };
  const unsubscribe = session.app.subscribe((event) => {
    if (event.name === 'submission.changed') note(event.payload.id, event.payload.state);
  });
  for (const id of ids) note(id, (await session.call('submissions.get', { id })).submission.state);
  await Promise.race([ended, session.app.idle()]);
  unsubscribe();
}

/** Ctrl+C withdraws what is not sent yet; files being sent come to their end. */
async function waitForOutcomes(
  session: Session,
  submissions: readonly Submission[],
  texts: Texts,
): Promise<Outcome[]> {
  if (submissions.length > 0) {
    const ids = submissions.map(({ id }) => id);
    void untilEnded().then(() => session.app.call('submissions.cancelJob', { ids }));
    const quiet = reportWaits(session.app, texts, 'submit.waitsAndTakesBack');
    await untilAtRest(session, ids);
    quiet();
  }
  const outcomes: Outcome[] = [];
  for (const { id } of submissions) {
    const { submission, events } = await session.call('submissions.get', { id });
    const records = await readFaultyRecords(session, submission);
    outcomes.push({ submission, end: lastEnd(events), records });
  }
  return outcomes;
}
