import { basename } from 'node:path';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { inputFaultsOf } from '../../../contract/input-fault.ts';
import { isMethodName, type MethodName, methods } from '../../../contract/methods.ts';
import { keysAt } from '../../../contract/strict-input.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { Texts } from '../../platform/texts.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { complain, complainRemedies, writeJson } from './output.ts';
import { type Session, withSession } from './session.ts';
import { readText } from './stdin.ts';
import { untilEnded } from './until-ended.ts';
import { reportWaits } from './wait-notice.ts';
import { WrongUsage } from './wrong-usage.ts';

const maxInputBytes = 16 * 1024 * 1024;
/**
 * Methods that queue something: the command waits until it is sent, or it would wait for the next
 * window.
 */
const queueing = new Set([
  'submissions.send',
  'submissions.retry',
  'submissions.retryAll',
  'companies.createDrafts',
  'companies.resumeJob',
]);

/**
 * Calls any method of the contract and prints its value as JSON, or `{"error": {"code",
 * "details"}}`. Returns the exit code.
 */
export async function call(
  method: string,
  input: string | undefined,
  options: { data: string | null },
  texts: Texts,
): Promise<number> {
  if (!isMethodName(method)) throw new WrongUsage('usage.unknownMethod', { method });
  let exitCodeIfRefused: number = exitCodes.notGood;
  try {
    const text = input === '-' ? await readText(input, maxInputBytes) : (input ?? '{}');
    const value = parseInput(text);
    exitCodeIfRefused = exitCodes.notCarriedOut;
    await withSession(options.data, texts, async (session) => {
      exitCodeIfRefused = exitCodes.notGood;
      // Ctrl+C must not cut off what is being sent: closing the session waits for its answer.
      const ended = queueing.has(method) ? untilEnded() : null;
      const reply = await session.app.call(method, await takePaths(session, method, value));
      if (!reply.ok) throw new ZubiError(reply.error);
      if (ended !== null) {
        const { isTooLong, report } = reportWaits(session.app, texts, {
          waits: 'submit.waits',
          tooLong: 'submit.waitsTooLongQueued',
        });
        report(await session.call('submissions.progress', {}));
        await Promise.race([session.app.idle(), isTooLong, ended]);
      }
      await writeJson(reply.value);
    });
    return exitCodes.good;
  } catch (error) {
    if (error instanceof WrongUsage) throw error;
    const failure = toCallError(error);
    await writeJson({ error: failure });
    complain(`${texts.failure(failure)} (${failure.code})`);
    if (isOfPassphrase(failure)) complainRemedies([failure.code], texts);
    if (inputFaultsOf(failure).length > 0) complain(texts.say('wholeForm', { method }));
    if (isOfProfile(failure)) complain(texts.say('profileTry'));
    return exitCodeOf(failure.code, exitCodeIfRefused);
  }
}

/** The other remedies name options of `zubi submit`. */
const isOfPassphrase = ({ code }: CallError): boolean =>
  code === 'secrets_locked' || code === 'wrong_passphrase';

/** Whether there was an answer that a corrected profile may read. */
function isOfProfile({ code, details }: CallError): boolean {
  return code === 'reading_not_understood' || details.cause === 'answer_not_understood';
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without the text: it may contain a key.
    throw new WrongUsage('usage.notJson');
  }
}

/**
 * `paths` in an input names files of this machine: they are read, and their ids become `fileIds`;
 * `path` does the same for one, as `fileId`. Only where the method takes files.
 */
async function takePaths(session: Session, method: MethodName, value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  const keys = keysAt(methods[method].input, []);
  if (keys.includes('fileId') && 'path' in value && typeof value.path === 'string') {
    const { path, ...rest } = value;
    return { ...rest, fileId: await takePath(session, value.path) };
  }
  if (!keys.includes('fileIds') || !('paths' in value)) return value;
  const { paths, ...rest } = value;
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
    throw new WrongUsage('usage.pathsList');
  const fileIds: unknown[] =
    'fileIds' in rest && Array.isArray(rest.fileIds) ? [...rest.fileIds] : [];
  for (const path of paths) fileIds.push(await takePath(session, path));
  return { ...rest, fileIds };
}

async function takePath(session: Session, path: string): Promise<string> {
  const reply = await session.app.takeFile({ name: basename(path), path });
  if (!reply.ok) throw new ZubiError(reply.error);
  return reply.value.fileId;
}
