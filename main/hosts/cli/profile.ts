import { basename } from 'node:path';
import { doubtOf, kindInWords } from '../../../contract/answer.ts';
import type { ProfileCall } from '../../../contract/choices.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Input, Output } from '../../../contract/methods.ts';
import type { SubmissionEvent } from '../../../contract/submission.ts';
import { toJsonText } from '../../features/reports/bidi-controls.ts';
import { parseObject } from '../../platform/files/json-file.ts';
import type { Texts } from '../../platform/texts.ts';
import { exitCodes } from './exit-codes.ts';
import { complain, write, writeJson, writeLine } from './output.ts';
import { type Session, withSession } from './session.ts';
import { readText } from './stdin.ts';
import { writeOutput } from './write-output.ts';
import { WrongUsage } from './wrong-usage.ts';

interface Folder {
  readonly data: string | null;
}

const maxBytes = 1024 * 1024;

interface ShowOptions extends Folder {
  readonly default?: boolean;
  readonly output?: string;
}

/** Prints the profile in force, or Zubi's own, as JSON; `output` is a file to write it to. */
export function showProfile(
  { data, default: isDefault, output }: ShowOptions,
  texts: Texts,
): Promise<number> {
  return withSession(data, texts, async (session) => {
    const { inForce, default: standard } = await session.call('profile.get', {});
    const text = toJsonText(isDefault ? standard : inForce);
    if (output === undefined) await write(text);
    else await writeOutput(output, text);
    return exitCodes.good;
  });
}

/** Restores Zubi's own profile for the current connection. */
export const resetProfile = (folder: Folder, texts: Texts): Promise<number> =>
  setProfile(null, folder, texts);

/** Puts a profile in force for the current connection; null restores Zubi's own. */
export function setProfile(path: string | null, { data }: Folder, texts: Texts): Promise<number> {
  return withSession(data, texts, async (session) => {
    const profile = path === null ? null : await readProfile(path);
    const { profile: name } = await session.call('connection.set', { profile });
    await writeLine(texts.say('profile.inForce', { name }));
    return exitCodes.good;
  });
}

interface TryOptions extends Folder {
  readonly call: ProfileCall;
  readonly answer?: string;
  readonly status?: number;
  readonly type?: string;
  readonly submission?: string;
  readonly taxId?: string;
  readonly json?: boolean;
}

type Trial = Output<'profile.try'>;

/** Prints what a profile finds in an answer; without a file, the profile in force. */
export function tryProfile(
  path: string | undefined,
  options: TryOptions,
  texts: Texts,
): Promise<number> {
  const { data, call, json, submission, taxId, answer, status, type } = options;
  if (path === '-' && answer === '-') throw new WrongUsage('usage.stdinTwice');
  if (answer === undefined && (status ?? type) !== undefined)
    throw new WrongUsage('usage.withoutAnswer');
  return withSession(data, texts, async (session) => {
    const input: Input<'profile.try'> = {
      call,
      profile: path === undefined ? undefined : await readProfile(path),
      submissionId: submission,
      taxId,
      answer: answer === undefined ? undefined : await readAnswer(options, answer),
    };
    const trial = await session.call('profile.try', input);
    if (json) await writeJson(trial);
    else await writeTrial(trial, texts);
    const unread = ['unknown', 'not_understood'];
    const isRead = trial.outcome !== null && !unread.includes(trial.outcome.state);
    return isRead ? exitCodes.good : exitCodes.notGood;
  });
}

async function writeTrial({ answer, places, outcome }: Trial, texts: Texts): Promise<void> {
  if (answer === null || outcome === null) return complain(texts.say('profileNone'));
  const { state, code, details } = outcome;
  const isOfCall = ['understood', 'refused', 'not_understood'].includes(state);
  await writeLine(texts.say(isOfCall ? `profile.outcomes.${state}` : `state.${state}`));
  // Nothing was sent, so the code's text about a submission does not apply here.
  if (code !== null && code !== 'answer_not_understood')
    await writeLine(`${texts.failure({ code, details } as never)} (${code})`);
  const doubt = code === null ? null : doubtOf({ ...(details as SubmissionEvent['data']), code });
  if (doubt !== null) await writeLine(texts.say(doubt.key, { word: doubt.word }));
  for (const { place, path, found } of places)
    await writeLine(`${place} · ${path ?? '–'} · ${foundText(found, texts)}`);
  await write(`${answer.shape}\n`);
}

function foundText(found: string | null, texts: Texts): string {
  if (found === null) return texts.say('profile.missing');
  return kindInWords(found, (kind) => texts.say(`profile.kinds.${kind}`));
}

interface ReadAgainOptions extends Folder {
  readonly preview?: boolean;
  readonly json?: boolean;
}

/** Reads kept answers again with the profile in force; sends nothing. */
export function readAnswersAgain(
  { data, preview = false, json }: ReadAgainOptions,
  texts: Texts,
): Promise<number> {
  return withSession(data, texts, async (session) => {
    const read = await readBoth(session, preview);
    if (json) await writeJson(read);
    else await writeRead(read, texts);
    return exitCodes.good;
  });
}

async function readBoth(session: Session, preview: boolean) {
  const submissions = await session.call('submissions.readAgain', { preview });
  return { submissions, companies: await session.call('companies.readAgain', { preview }) };
}

async function writeRead(
  { submissions, companies }: Awaited<ReturnType<typeof readBoth>>,
  texts: Texts,
): Promise<void> {
  for (const { file, state } of submissions.changed)
    await writeLine(`${file} · ${texts.say(`state.${state}`)}`);
  for (const { fullName, state } of companies.changed)
    await writeLine(`${fullName} · ${texts.say(`profile.companies.${state}`)}`);
  if (submissions.changed.length + companies.changed.length === 0)
    await writeLine(texts.say('profile.againNone'));
}

async function readProfile(path: string): Promise<Record<string, unknown>> {
  const text = await readGiven(path);
  try {
    return parseObject(text);
  } catch {
    throw new WrongUsage('usage.profileNotJson', { path: basename(path) });
  }
}

async function readAnswer({ status = 200, type }: TryOptions, path: string) {
  return { status, contentType: type, text: await readGiven(path) };
}

async function readGiven(path: string): Promise<string> {
  try {
    return await readText(path, maxBytes);
  } catch (error) {
    if (error instanceof WrongUsage || error instanceof ZubiError) throw error;
    throw new WrongUsage('usage.notRead', { path });
  }
}
