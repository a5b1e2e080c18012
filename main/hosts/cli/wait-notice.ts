import type { ErrorCode } from '../../../contract/errors.ts';
import { formatMoment } from '../../../contract/formats.ts';
import type { QueueSummary } from '../../../contract/queue.ts';
import type { App } from '../../app-options.ts';
import type { Texts } from '../../platform/texts.ts';
import { complain } from './output.ts';

/** A short network failure is not reported. */
const shortestToldMs = 10_000;
/** The same wait, asked for again a moment later, ends a little later. */
const sameEndMs = 5_000;

/** A command does not wait longer for a service that asks for it. */
const longestWaitMs = 3_600_000;

/** What is said of a wait: of a usual one, and of one that is too long for a command. */
interface WaitWords {
  readonly waits: 'submit.waits' | 'submit.waitsAndTakesBack';
  readonly tooLong: 'submit.waitsTooLong' | 'submit.waitsTooLongQueued';
}

/**
 * Prints on standard error until when nothing is sent, once per wait: a service may ask for days of
 * silence. `isTooLong` resolves when a wait is too long for a command; `end` ends it.
 */
export function reportWaits(app: Pick<App, 'subscribe'>, texts: Texts, words: WaitWords) {
  const tooLong = Promise.withResolvers<void>();
  let toldMs = 0;
  const report = ({ waitingUntil }: Pick<QueueSummary, 'waitingUntil'>) => {
    if (waitingUntil === null) return;
    const untilMs = Date.parse(waitingUntil);
    const waitMs = untilMs - Date.now();
    if (waitMs < shortestToldMs || Math.abs(untilMs - toldMs) < sameEndMs) return;
    toldMs = untilMs;
    const isTooLong = waitMs > longestWaitMs;
    const sentence = isTooLong ? words.tooLong : words.waits;
    complain(texts.say(sentence, { when: formatMoment(texts.language, new Date(untilMs)) }));
    if (isTooLong) tooLong.resolve();
  };
  const end = app.subscribe((event) => {
    if (event.name === 'queue.changed') report(event.payload);
  });
  return { isTooLong: tooLong.promise, report, end };
}

/** With these the history cannot be written: an answer that has come is not saved yet. */
const unwritten: readonly ErrorCode[] = [
  'disk_full',
  'data_folder_not_writable',
  'database_damaged',
  'database_locked',
  'too_many_open_files',
  'internal',
];

type Pause = Pick<QueueSummary, 'pausedBecause' | 'queued' | 'sending'>;

/**
 * Prints on standard error, once, why the queue paused by itself, and what happens to the rest.
 * `isReported` resolves then, if the history cannot be written; `end` ends it.
 */
export function reportPause(app: Pick<App, 'subscribe'>, texts: Texts) {
  const reported = Promise.withResolvers<void>();
  let isReported = false;
  const report = ({ pausedBecause: code, queued, sending }: Pause) => {
    if (code === null || isReported) return;
    isReported = true;
    complain(`${texts.failure({ code, details: {} })} (${code})`);
    if (queued > 0) complain(texts.say('submit.staysQueued'));
    if (!unwritten.includes(code)) return;
    if (sending > 0) complain(texts.say('submit.answersWait'));
    reported.resolve();
  };
  const end = app.subscribe((event) => {
    if (event.name === 'queue.changed') report(event.payload);
  });
  return { isReported: reported.promise, report, end };
}
