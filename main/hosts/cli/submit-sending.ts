import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { goesOnce } from '../../../contract/shown-state.ts';
import type { Submission } from '../../../contract/submission.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { toCallError } from '../../platform/call-error.ts';
import { portionsOf } from '../../platform/portions.ts';
import type { Session } from './session.ts';
import type { NotSent } from './submit-report.ts';

/** Files of one call: a call's input and answer are in memory whole. */
export const maxInOneCall = 5000;

/** A sound file that a person may agree to send. */
export interface Candidate {
  readonly file: string;
  readonly fileId: string;
  readonly listed: WorklistFile;
  /** Whether this command put it on the list: beside a window it may have been there. */
  readonly isOwn: boolean;
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

/**
 * Sends files in as many calls as they take, in their order. One command sends a document once: the
 * other files that have it share the refusal of the first, or are told that it is queued already.
 */
export async function sendAll(
  session: Session,
  candidates: readonly Candidate[],
  allowDuplicates: boolean,
): Promise<Sent> {
  const documentOf = ({ listed, fileId }: Candidate) => listed.judged?.sha256 ?? fileId;
  const documents = [...Map.groupBy(candidates, documentOf).values()];
  const firsts = documents.flatMap(([first]) => first ?? []);
  const parts: Sent[] = [];
  for (const portion of portionsOf(firsts, maxInOneCall))
    parts.push(await sendPortion(session, portion, allowDuplicates));
  const refused = parts.flatMap(({ notSent }) => notSent);
  const errors = new Map(refused.map(({ file, error }) => [file, error]));
  const others = documents.flatMap(([first, ...rest]) =>
    rest.map(({ file, listed: { name } }): NotSent => {
      const queued = { code: 'file_already_queued', details: { name } } as const;
      return { file, error: errors.get(first?.file ?? '') ?? queued };
    }),
  );
  return {
    ids: parts.flatMap(({ ids }) => ids),
    own: parts.flatMap(({ own }) => own),
    paths: new Map(parts.flatMap(({ paths }) => [...paths])),
    gone: new Set(parts.flatMap(({ gone }) => [...gone])),
    waiting: parts.flatMap(({ waiting }) => waiting),
    notSent: [...refused, ...others],
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
      const { submissionId } = details;
      if (goesOnce(before) && submissionId !== null) moving.set(fileId, submissionId);
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
