import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { goesOnce } from '../../../contract/shown-state.ts';
import type { Submission } from '../../../contract/submission.ts';
import { isForElsewhere } from '../../../contract/verdict.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { toCallError } from '../../platform/call-error.ts';
import { portionsOf } from '../../platform/portions.ts';
import type { Texts } from '../../platform/texts.ts';
import { type NamedDocument, requireDocuments } from './documents.ts';
import { exitCodeOfSending } from './exit-codes.ts';
import { complain, complainRemedies, writeLine } from './output.ts';
import { type Session, withSession } from './session.ts';
import { type NotSent, report } from './submit-report.ts';
import { waitForOutcomes } from './wait-for-outcomes.ts';
import { WrongUsage } from './wrong-usage.ts';

interface SubmitOptions {
  readonly data: string | null;
  readonly json?: boolean;
  /** Send without asking. */
  readonly yes?: boolean;
  /** Send also what was sent before. */
  readonly allowDuplicates?: boolean;
}

interface Candidate {
  readonly file: string;
  readonly fileId: string;
  readonly listed: WorklistFile;
  /** Whether this command put it on the list: beside a window it may have been there. */
  readonly isOwn: boolean;
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
    const documents = await requireDocuments(paths, maxFileBytes, texts);
    const { ready, notSent } = await checkAll(session, documents);
    await sayWhatGoes({ ready, notSent }, options, texts);
    const agreed = ready.length > 0 && (options.yes || (await confirm(texts, ready.length)));
    const sent = await sendAll(session, agreed ? ready : [], options.allowDuplicates ?? false);
    if (!options.json) {
      for (const file of sent.waiting) complain(`${file}: ${texts.say('submit.waitsAlready')}`);
      sayNotSent(sent.notSent, texts);
    }
    // Files that were not sent leave the worklist: users of the command line do not look there.
    const notGone = ready.filter(({ fileId, isOwn }) => isOwn && !sent.gone.has(fileId));
    await discard(
      session,
      notGone.map(({ fileId }) => fileId),
    );
    if (sent.waiting.length > 0) await letGo(session);
    const outcomes = await waitForOutcomes(session, sent, texts);
    const left = [...notSent, ...sent.notSent];
    const total = ready.length + notSent.filter(({ isBeside }) => !isBeside).length;
    await report(outcomes, left, { json: options.json ?? false, total, paths: sent.paths }, texts);
    return exitCodeOfSending(
      outcomes.map(({ submission }) => submission.state),
      left.flatMap(({ error, isBeside }) => (isBeside ? [] : [error.code])),
    );
  });
}

/** Most files that one call takes. */
const maxInOneCall = 5000;

async function discard(session: Session, ids: readonly string[]): Promise<void> {
  for (const fileIds of portionsOf(ids, maxInOneCall))
    await session.call('submissions.discard', { fileIds });
}

async function checkAll(session: Session, documents: readonly NamedDocument[]): Promise<Sorted> {
  const notSent: NotSent[] = [];
  const before = await session.call('submissions.worklist', {});
  // What was sent stays there beside the new one.
  const unsent = before.files.filter(({ submission }) => submission === null);
  const there = new Set(unsent.map(contentOf));
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
  const files: WorklistFile[] = [];
  for (const fileIds of portionsOf([...taken.keys()], maxInOneCall))
    files.push(...(await session.call('submissions.check', { fileIds })).files);
  for (const listed of files) {
    const file = taken.get(listed.id);
    if (file === undefined) continue;
    const verdict = listed.judged?.verdict;
    const isOwn = !there.has(contentOf(listed));
    if (verdict === 'valid' || verdict === 'warnings') {
      ready.push({ file, fileId: listed.id, listed, isOwn });
    } else {
      if (isOwn) bad.push(listed.id);
      const error = { code: 'file_not_valid', details: { name: listed.name } } as const;
      const isBeside = found.has(file) && listed.judged !== null && isForElsewhere(listed.judged);
      notSent.push({ file, error, isBeside });
    }
  }
  await discard(session, bad);
  return { ready, notSent };
}

/** What an unsent file of the list is known by: of two that are the same, one stays. */
const contentOf = ({ name, judged }: WorklistFile): string => `${judged?.sha256} ${name}`;

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
    const counted = texts.say('validate.records', { count: records });
    await writeLine(`${file}: ${taxpayer} · ${counted}`);
  }
}

function sayNotSent(notSent: readonly NotSent[], texts: Texts): void {
  for (const { file, error, isBeside } of notSent)
    if (isBeside) complain(`${file}: ${texts.say('validate.verdict.elsewhere')}`);
    else complain(`${file}: ${texts.failure(error)} (${error.code})`);
  const left = notSent.filter(({ isBeside }) => !isBeside);
  complainRemedies(
    left.map(({ error }) => error.code),
    texts,
  );
}

async function confirm(texts: Texts, count: number): Promise<boolean> {
  using asking = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl+C and Ctrl+D close it without an answer: a no.
  const closed = once(asking, 'close').then(() => '');
  const asked = asking.question(`${texts.say('submit.question', { count })} `);
  const answer = await Promise.race([closed, asked.catch(() => '')]);
  return texts.say('submit.yesAnswers').split(' ').includes(answer.trim().toLowerCase());
}

/** The submissions to wait for, and what became of the files. */
interface Sent {
  readonly ids: readonly string[];
  /** Those of them that this command queued. */
  readonly own: readonly string[];
  /** The file of each submission, as the command names it. */
  readonly paths: ReadonlyMap<string, string>;
  /** Ids of the files that this command queued. */
  readonly gone: ReadonlySet<string>;
  /** Names of the files that are in the queue from before: a command may have been killed. */
  readonly waiting: readonly string[];
  readonly notSent: readonly NotSent[];
}

async function sendAll(
  session: Session,
  candidates: readonly Candidate[],
  allowDuplicates: boolean,
): Promise<Sent> {
  const parts: Sent[] = [];
  for (const portion of portionsOf(candidates, maxInOneCall))
    parts.push(await sendPortion(session, portion, allowDuplicates));
  return {
    ids: parts.flatMap(({ ids }) => ids),
    own: parts.flatMap(({ own }) => own),
    paths: new Map(parts.flatMap(({ paths }) => [...paths])),
    gone: new Set(parts.flatMap(({ gone }) => [...gone])),
    waiting: parts.flatMap(({ waiting }) => waiting),
    notSent: parts.flatMap(({ notSent }) => notSent),
  };
}

/**
 * Sends what the core accepts; refused files are left out and the rest is tried again, until all
 * that remain are sent.
 */
async function sendPortion(
  session: Session,
  candidates: readonly Candidate[],
  allowDuplicates: boolean,
): Promise<Sent> {
  let rest = candidates;
  const notSent: NotSent[] = [];
  const waiting = new Map<string, string>();
  const ids: string[] = [];
  const paths = new Map<string, string>();
  // Without the confirmation, what is queued already is only named; it is never queued twice.
  for (let isYes = false; rest.length > 0 && ids.length === 0; isYes = allowDuplicates) {
    const { submissions, moving, left } = await sendTogether(session, rest, isYes);
    const refused = isYes || !allowDuplicates ? left : withoutRepeated(left);
    for (const { file, fileId } of rest) {
      const [error, id] = [refused.get(fileId), moving.get(fileId)];
      if (error !== undefined) notSent.push({ file, error });
      if (id !== undefined) waiting.set(file, id);
      if (id !== undefined) paths.set(id, file);
    }
    // The answer has the order of the files.
    for (const [index, { id }] of submissions.entries()) {
      ids.push(id);
      paths.set(id, rest[index]?.file ?? '');
    }
    rest = rest.filter(({ fileId }) => !refused.has(fileId) && !moving.has(fileId));
  }
  return {
    ids: [...waiting.values(), ...ids],
    own: ids,
    paths,
    gone: new Set(rest.map(({ fileId }) => fileId)),
    waiting: [...waiting.keys()],
    notSent,
  };
}

const withoutRepeated = (left: ReadonlyMap<string, CallError>): ReadonlyMap<string, CallError> =>
  new Map([...left].filter(([, { code }]) => code !== 'already_sent'));

interface SentTogether {
  readonly submissions: readonly Submission[];
  /** By file, the submission of the same document that is queued or being sent. */
  readonly moving: ReadonlyMap<string, string>;
  /** The files in the way, or all of them. */
  readonly left: ReadonlyMap<string, CallError>;
}

/** Sends all, or none. */
async function sendTogether(
  session: Session,
  candidates: readonly Candidate[],
  confirmDuplicates: boolean,
): Promise<SentTogether> {
  const fileIds = candidates.map(({ fileId }) => fileId);
  try {
    const sent = await session.call('submissions.send', { fileIds, confirmDuplicates });
    if (sent.outcome === 'queued')
      return { submissions: sent.submissions, moving: new Map(), left: new Map() };
    const moving = new Map<string, string>();
    const left = new Map<string, CallError>();
    for (const before of sent.files) {
      const { fileId, ...details } = before;
      if (fileId === null) continue;
      if (goesOnce(before) && details.submissionId !== null)
        moving.set(fileId, details.submissionId);
      else left.set(fileId, { code: 'already_sent', details });
    }
    return { submissions: [], moving, left };
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    const refused = readRefused(error, candidates);
    const all = new Map(fileIds.map((fileId) => [fileId, toCallError(error)]));
    return { submissions: [], moving: new Map(), left: refused.size > 0 ? refused : all };
  }
}

/** Releases what an earlier command left in the queue; a person's pause stays. */
async function letGo(session: Session): Promise<void> {
  const { paused, pausedBecause } = await session.call('submissions.progress', {});
  if (!paused || pausedBecause !== null) await session.call('submissions.resume', {});
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
