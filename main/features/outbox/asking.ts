import pLimit from 'p-limit';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import { isQueuedThere } from '../../../contract/shown-state.ts';
import type { SubmissionEvent } from '../../../contract/submission.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { AnswersTable, SubmissionsTable, Transaction } from '../../platform/db/tables.ts';
import { eachInTurn } from '../../platform/each-in-turn.ts';
import type { AskOutcome, RawAnswer } from '../../service/client-port.ts';
import type { Core, Handlers } from '../core.ts';
import {
  addEvent,
  emitChange,
  findSubmission,
  insertLaterAnswer,
  listAskedAbout,
  listEvents,
  noteAsking,
  readWholeAnswer,
} from '../submissions/public.ts';
import { nextAskAt } from './ask-time.ts';
import { type ClassifiedOutcome, classifyOutcome } from './classify-outcome.ts';
import { readSentFile } from './delivery.ts';
import { rewriteOutcome, toAnswerRow } from './outcome-rows.ts';
import { Alarm, type QueuePace } from './pace.ts';

/** Longest sleep: a changed clock, or a computer that slept, delays asking by no more. */
const maxSleepMs = 60_000;

/**
 * Asks for the outcome of submissions that the service has queued (`answer_queued`). They stay
 * `unknown` meanwhile, so nothing sends them again; asking sends no document.
 */
export class Asking {
  readonly #core: Core;
  readonly #onEnded: (batchIds: ReadonlySet<string>) => void;
  readonly #alarm: Alarm;
  readonly #inTurn = pLimit(1);
  #stopped = false;
  #isAsking = false;
  #isStarted = false;

  /**
   * Calls `onEnded` with the batches of finished files, so that files depending on them may be
   * sent.
   */
  constructor(core: Core, pace: QueuePace, onEnded: (batchIds: ReadonlySet<string>) => void) {
    this.#core = core;
    this.#onEnded = onEnded;
    this.#alarm = new Alarm(pace, () => this.wake());
  }

  /** Asks automatically from here on; a single command asks only when told to. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Keys may have been opened, another connection put in force, or a file queued there. */
  noted(event: AppEvent): void {
    const mayAsk = event.name === 'connection.changed' || event.name === 'settings.changed';
    const isUnknown = event.name === 'submission.changed' && event.payload.state === 'unknown';
    // Its own questions end like this, and do not ask again.
    if (mayAsk || (isUnknown && !this.#isAsking)) this.wake();
  }

  /** Asks for what is due, and sets the time for the next. */
  wake(): void {
    if (!this.#isStarted || this.#stopped) return;
    this.#alarm.clear();
    void this.#inTurn(() => this.#askDue());
  }

  /** Asks now; skips those that wait for no answer of the service in force. */
  ask(ids: readonly string[]): Promise<readonly Asked[]> {
    return this.#inTurn(() => this.#askEach([...new Set(ids)]));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#alarm.clear();
    await this.#inTurn(() => undefined);
  }

  async #askDue(): Promise<void> {
    try {
      const { environment } = this.#core.connection.configured();
      if (environment === 'none' || this.#stopped) return;
      const now = this.#core.clock().getTime();
      const rows = await listAskedAbout(this.#core.store.queries, environment);
      const due = rows.filter((row) => Date.parse(row.next_attempt_at ?? '') <= now);
      this.#isAsking = true;
      await this.#askEach(due.map(({ id }) => id)).finally(() => {
        this.#isAsking = false;
      });
      const waiting = await listAskedAbout(this.#core.store.queries, environment);
      const [next] = waiting.map((row) => Date.parse(row.next_attempt_at ?? ''));
      if (next !== undefined) this.#sleep(next - this.#core.clock().getTime());
    } catch (error) {
      this.#core.log.error('asking', { code: toCallError(error).code });
      this.#sleep(maxSleepMs);
    }
  }

  #sleep(milliseconds: number): void {
    if (this.#stopped) return;
    this.#alarm.set(Math.min(Math.max(milliseconds, 100), maxSleepMs));
  }

  async #askEach(ids: readonly string[]): Promise<Asked[]> {
    const asked: Asked[] = [];
    await eachInTurn(ids, async (id) => {
      // Read now: it may have ended while the service was asked about others.
      const row = this.#stopped ? undefined : await findSubmission(this.#core.store.queries, id);
      if (row && this.#isAskedAbout(row)) asked.push({ row, state: await askOne(this.#core, row) });
    }).finally(() => {
      const ended = asked.filter(({ state }) => state !== 'unknown');
      if (ended.length > 0) this.#onEnded(new Set(ended.flatMap(({ row }) => row.batch_id ?? [])));
    });
    return asked;
  }

  #isAskedAbout({ environment, state, answer_code, identifier }: SubmissionsTable): boolean {
    const isInForce = environment === this.#core.connection.configured().environment;
    return isInForce && isQueuedThere(state, answer_code) && identifier !== null;
  }
}

interface Asked {
  readonly row: SubmissionsTable;
  readonly state: ClassifiedOutcome['state'];
}

/** `submissions.ask`: asks now, whether or not Zubi asks automatically. */
export function askHandlers(asking: Asking) {
  return {
    'submissions.ask': async ({ ids }: ParsedInput<'submissions.ask'>) => {
      const asked = await asking.ask(ids);
      const changed: Output<'submissions.ask'>['changed'] = asked.flatMap(({ row, state }) =>
        state === 'unknown' ? [] : [{ id: row.id, file: row.file_name, state }],
      );
      return { changed, unchanged: ids.length - changed.length };
    },
  } satisfies Partial<Handlers>;
}

/** Asks once and writes the answer; returns the new state. */
async function askOne(core: Core, row: SubmissionsTable): Promise<ClassifiedOutcome['state']> {
  const asked = await callService(core, row);
  const isQueued = asked.kind === 'unknown' && asked.error.code === 'answer_queued';
  if (asked.kind === 'not_told' || isQueued) {
    const raw = asked.kind === 'not_told' ? (asked.raw ?? null) : null;
    await putOff(core, row, { ...asked, raw }, () => toAnswerRow(row.id, raw, null));
    return 'unknown';
  }
  const file = await readSentFile(core, row);
  const { outcome, records, reading } = await readWholeAnswer(core, asked, file);
  const { record_count: recordCount, operation } = row;
  const facts = { records, recordCount, reading, operation, isAsked: true };
  const classified = classifyOutcome(outcome, facts);
  const toAnswer = () => toAnswerRow(row.id, outcome.raw, reading?.xml ?? null);
  const isEnd = saysAnEnd(classified);
  const doubt = isEnd && classified.state === 'unknown' ? classified.event.data : null;
  const why = { error: { code: classified.code }, doubt };
  // While there is time, a later answer may be whole, or contradict itself no more.
  if (!isEnd || (doubt && nextAsk(core, row, why) !== null)) {
    const isPutOff = await putOff(core, row, why, toAnswer);
    // Where a person has decided meanwhile, the answer is kept beside the decision.
    if (isPutOff || doubt === null) return 'unknown';
  }
  const isWritten = await writeLaterOutcome(core, row, classified, await toAnswer());
  return isWritten ? classified.state : 'unknown';
}

/**
 * A page of maintenance, another word for a wait or an answer to another document is no end: the
 * next answer may tell it.
 */
function saysAnEnd({ state, code, event: { data } }: ClassifiedOutcome): boolean {
  if (state !== 'unknown') return true;
  const isOther = data.reason === 'foreign' || data.reason === 'others';
  const tellsNone = code === 'answer_incomplete' && (data.part === 'result' || isOther);
  return code !== 'answer_not_understood' && !tellsNone;
}

async function callService(core: Core, row: SubmissionsTable): Promise<AskOutcome> {
  try {
    const { client, environment } = await core.connection.active();
    if (environment !== row.environment || row.identifier === null)
      throw new ZubiError('connection_missing');
    const credential = core.connection.profile().endpoints.submissionResult?.credential;
    using clientKey = await core.connection.companyKey(row.company_id);
    if (!clientKey)
      return { kind: 'not_told', error: { code: 'company_without_key', details: {} } };
    using userKey = credential === 'client' ? null : await core.connection.userKey();
    using certificateKey = await core.connection.certificateKey().catch(() => null);
    return await client.ask({ identifier: row.identifier, clientKey, userKey, certificateKey });
  } catch (error) {
    return { kind: 'not_told', error: toCallError(error), isUnanswered: true };
  }
}

/** Why a submission has no outcome yet. */
interface NoOutcome {
  readonly error: Pick<ClassifiedOutcome, 'code'> | CallError;
  readonly retryAfterMs?: number | null;
  /** An answer that refuses the question: its words are kept. */
  readonly raw?: RawAnswer | null;
  readonly isUnanswered?: true;
  /** What an answer says that does not tell how the file ended. */
  readonly doubt?: SubmissionEvent['data'] | null;
}

/** A refused question has the words of a refusal. */
function wordsOf({ error, raw }: NoOutcome): SubmissionEvent['data'] {
  if (!raw || !('details' in error)) return { code: error.code };
  const nothingRead = { records: [], recordCount: 0, reading: null };
  return classifyOutcome({ kind: 'unknown', error, raw }, nothingRead).event.data;
}

/** When the service is asked next; null when its time is over. */
function nextAsk(core: Core, row: SubmissionsTable, why: NoOutcome): string | null {
  const now = core.clock();
  const sentAt = new Date(row.sent_at ?? row.created_at);
  // A service that cannot be reached, or locked keys, do not use up the time for asking.
  const mayEnd = why.isUnanswered !== true || row.next_attempt_at === null;
  const times = { now, sentAt, askedMs: why.retryAfterMs ?? null, mayEnd };
  return nextAskAt(core.connection.profileOf(row.environment), times);
}

/** What makes two answers to the question alike. */
const factsOfRefusal = ['code', 'status', 'asked'] as const;
const factsOfDoubt = [...factsOfRefusal, 'said', 'word', 'part', 'reason'] as const;

/**
 * No outcome yet: sets when it is asked next, or that it is asked no more. The answer is kept where
 * no other follows by itself, and where it says something new of the file. False when the
 * submission has ended meanwhile.
 */
async function putOff(
  core: Core,
  row: SubmissionsTable,
  why: NoOutcome,
  toAnswer: () => Promise<AnswersTable | null>,
): Promise<boolean> {
  const at = core.clock().toISOString();
  const next = nextAsk(core, row, why);
  const answer = next === null || why.doubt ? await toAnswer() : null;
  const isPutOff = await core.store.queries.transaction().execute(async (transaction) => {
    if (!(await noteAsking(transaction, row.id, next))) return false;
    const said = why.doubt ?? wordsOf(why);
    const data: SubmissionEvent['data'] = { ...said, asked: next !== null };
    const events = (await listEvents(transaction, row.id)).map((event) => JSON.parse(event.data));
    // Many questions answered alike are one event, whatever number or time each answer names.
    const isSame = (why.doubt ? events : events.slice(-1)).some((earlier) =>
      (why.doubt ? factsOfDoubt : factsOfRefusal).every((name) => earlier[name] === data[name]),
    );
    if (answer && !(why.doubt && isSame)) await insertLaterAnswer(transaction, { ...answer, at });
    const isOver = next === null && row.next_attempt_at !== null;
    if ((why.raw || why.doubt || isOver) && !isSame)
      await addEvent(transaction, row.id, { at, kind: 'unknown', data });
    return true;
  });
  if (isPutOff) emitChange(core, row.id, 'unknown');
  return isPutOff;
}

/**
 * Keeps the answer beside the first one. False when a person has decided meanwhile: that counts,
 * and the history has the answer beside it.
 */
async function writeLaterOutcome(
  core: Core,
  row: SubmissionsTable,
  classified: ClassifiedOutcome,
  answer: AnswersTable | null,
): Promise<boolean> {
  const { id } = row;
  const at = core.clock().toISOString();
  const event = { at, ...classified.event };
  const keepAnswer = async (transaction: Transaction) => {
    if (answer) await insertLaterAnswer(transaction, { ...answer, at });
  };
  const identifier = classified.identifier ?? row.identifier;
  const change = { finished_at: at, next_attempt_at: null, identifier };
  if (await rewriteOutcome(core, { id, classified, change, event, keepAnswer })) return true;
  await core.store.queries.transaction().execute(async (transaction) => {
    await keepAnswer(transaction);
    await addEvent(transaction, id, event);
  });
  return false;
}
