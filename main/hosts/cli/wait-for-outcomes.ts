import { lastEnd } from '../../../contract/answer.ts';
import type { SubmissionState } from '../../../contract/submission.ts';
import type { Texts } from '../../platform/texts.ts';
import { isHostLost } from '../relay/client.ts';
import type { Session } from './session.ts';
import { type Outcome, readFaultyRecords } from './submit-report.ts';
import { untilEnded } from './until-ended.ts';
import { reportPause, reportWaits } from './wait-notice.ts';

/**
 * Waits for `ids`. Ctrl+C withdraws what is not sent yet; a wait that is too long withdraws only
 * what this command queued, `own`. Files being sent come to their end. While the history cannot be
 * written there is no such end, and Ctrl+C ends the wait. After the end of the window that sends
 * them, the history says how far they came.
 */
export async function waitForOutcomes(
  session: Session,
  waited: Waited,
  texts: Texts,
): Promise<Outcome[]> {
  try {
    if (waited.ids.length > 0) await untilEndOrPause(session, waited, texts);
    return await readOutcomes(session, waited.ids);
  } catch (error) {
    if (!isHostLost(error)) throw error;
    await session.reopen();
    return readOutcomes(session, waited.ids);
  }
}

interface Waited {
  readonly ids: readonly string[];
  readonly own: readonly string[];
}

async function untilEndOrPause(
  session: Session,
  { ids, own }: Waited,
  texts: Texts,
): Promise<void> {
  const waits = reportWaits(session.app, texts, {
    waits: 'submit.waitsAndTakesBack',
    tooLong: own.length > 0 ? 'submit.waitsTooLong' : 'submit.waitsTooLongQueued',
  });
  const pause = reportPause(session.app, texts);
  const withdraw = (some: readonly string[]) =>
    session.app.call('submissions.cancelJob', { ids: [...some] });
  const stopped = untilEnded().then(() => withdraw(ids));
  // A wait may have begun before this listens.
  waits.report(await session.call('submissions.progress', {}));
  const givenUp = waits.isTooLong.then(async () => {
    await withdraw(own);
    return untilAtRest(session, own);
  });
  const isOver = await Promise.race([
    untilAtRest(session, ids),
    givenUp,
    Promise.all([stopped, pause.isReported]).then(() => true),
  ]);
  // At rest by a pause whose event has not come yet.
  if (!isOver) pause.report(await session.call('submissions.progress', {}));
  pause.end();
  waits.end();
}

async function readOutcomes(session: Session, ids: readonly string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const { submission, events } = await session.call('submissions.get', { id });
    const records = await readFaultyRecords(session, submission);
    outcomes.push({ submission, end: lastEnd(events), records });
  }
  return outcomes;
}

/**
 * Until each has ended (true), or nothing more is sent by itself: files queued earlier are not
 * waited for.
 */
async function untilAtRest(session: Session, ids: readonly string[]): Promise<boolean> {
  const moving = new Set(ids);
  if (moving.size === 0) return true;
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
  return moving.size === 0;
}
