import type { AppEvent } from '../../../contract/events.ts';
import type { Progress } from '../../../contract/queue.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { Core } from '../core.ts';
import { type BatchEnds, createBatchEnds } from './batch-ends.ts';
import { Lanes } from './lanes.ts';
import { Alarm, type OutboxOptions } from './pace.ts';
import { createProgressWatch } from './progress.ts';
import { QueueGate } from './queue-gate.ts';
import { QueueOwnership } from './queue-ownership.ts';
import { type Next, takeNext } from './queue-scheduler.ts';
import { readQueue, setPaused } from './queue-table.ts';
import { RateLimiter } from './rate-limiter.ts';
import { isSameService, type Service, serviceOf, waitLeft } from './resumed-wait.ts';
import { type QueueParts, Sender } from './sender.ts';

/** Time beyond the profile's limit, for reading the document and writing the outcome. */
const beyondTotalMs = 10_000;

/**
 * Sends the queue: a few submissions at a time, one for each company, in the order of the queue,
 * the companies in turn. Retries what surely did not arrive and may pass. Everything else waits for
 * a person.
 *
 * It asks its parts: the gate whether anything may leave, the limiter when, the lanes for whom, the
 * scheduler what. The sender takes a submission from there to its end. State of its own: whether it
 * looks at the queue now or later, and for which service.
 */
export class Outbox {
  readonly #core: Core;
  readonly #parts: QueueParts;
  readonly #sender: Sender;
  readonly #batchEnds: BatchEnds;
  readonly #alarm: Alarm;
  readonly #idlers = new Set<() => void>();
  #service: Service;
  #isLooking = false;
  #isLookDue = false;

  constructor(core: Core, { pace, isPatient }: OutboxOptions) {
    this.#core = core;
    const limits = core.connection.profile();
    const gate = new QueueGate(core, pace, () => this.#parts.progress.touch());
    const limiter = new RateLimiter({ pace, isPatient, limits });
    this.#parts = {
      pace,
      gate,
      limiter,
      ownership: new QueueOwnership(isPatient),
      lanes: new Lanes(),
      progress: createProgressWatch(core, { pace, gate, limiter }),
    };
    this.#sender = new Sender(core, this.#parts, () => this.wake());
    this.#batchEnds = createBatchEnds(core);
    this.#alarm = new Alarm(pace, () => this.wake());
    this.#service = serviceOf(core);
  }

  /** Reads the state that the last run left. */
  async restore(): Promise<void> {
    const { gate, limiter, ownership } = this.#parts;
    const { paused, wait } = await readQueue(this.#core.store.queries, this.#service);
    if (paused) gate.pauseByPerson();
    await ownership.begin(this.#core.store.queries);
    const { waitMs, because } = waitLeft(wait, this.#core.clock());
    if (waitMs > 0) limiter.resumeWait(waitMs, because);
  }

  /** Sends what the last run left. */
  start(): void {
    this.wake();
  }

  /** Looks at the queue again after something in `batches` has ended or changed. */
  wake(batches: Iterable<string | null> = []): void {
    for (const batchId of batches) this.#batchEnds.touch(batchId);
    this.#alarm.clear();
    this.#isLookDue = true;
    if (!this.#parts.gate.isClosed && !this.#isLooking) void this.#look();
  }

  /** Looks at the queue again on a person's request. Ends a wait or an automatic pause. */
  hurry(): void {
    const { gate, lanes, limiter } = this.#parts;
    limiter.use(this.#core.connection.profile());
    gate.resumeItself(true);
    lanes.skipNone();
    limiter.open();
    this.wake();
  }

  /** Where a person watches: nothing new is sent for some seconds, and can be withdrawn. */
  holdOff(milliseconds: number): void {
    if (this.#parts.ownership.isPatient) this.#parts.gate.holdOff(milliseconds);
  }

  /**
   * Keys may have been opened, and a connection put in force, changed or restored. A wait counts
   * for one service only; a pause of the queue's own ends when its cause may be over. In a window,
   * files may have waited for the upload of an authorization.
   */
  noted({ name }: AppEvent): void {
    if (name === 'authorization.changed' && this.#parts.ownership.isPatient) this.wake();
    if (name !== 'connection.changed' && name !== 'settings.changed') return;
    const { gate, limiter } = this.#parts;
    limiter.use(this.#core.connection.profile());
    const service = serviceOf(this.#core);
    if (!isSameService(service, this.#service)) {
      this.#service = service;
      limiter.forget();
      gate.forget();
      this.wake();
    }
    if (this.#core.connection.health() !== 'failing' && gate.resumeItself()) this.wake();
  }

  /** Sends nothing new, also after a restart. */
  async pause(): Promise<void> {
    await setPaused(this.#core.store.queries, true);
    this.#parts.gate.pauseByPerson();
    this.#alarm.clear();
    this.#parts.progress.touch();
    this.#notifyIdle();
  }

  /** Ends a pause of any kind. Throws `history_went_back`. */
  async resume(): Promise<void> {
    this.#core.chain.requireDecided();
    await setPaused(this.#core.store.queries, false);
    this.#parts.gate.resume();
    this.hurry();
  }

  progress(): Promise<Progress> {
    return this.#parts.progress.read();
  }

  /** Resolves when nothing is under way and nothing will be sent without a person. */
  async idle(): Promise<void> {
    while (!this.#isIdle()) await new Promise<void>((resolve) => this.#idlers.add(resolve));
  }

  /** Sends nothing new. Waits for submissions under way, at most the profile's time for one. */
  async stop(): Promise<void> {
    const { gate, pace, progress } = this.#parts;
    gate.close();
    this.#alarm.clear();
    const limit = Promise.withResolvers<void>();
    const { submissionTotalMs } = this.#core.connection.profile().timeouts;
    const cancel = pace.after(submissionTotalMs + beyondTotalMs, limit.resolve);
    await Promise.race([this.idle(), limit.promise]);
    cancel();
    progress.stop();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      while (this.#isLookDue) {
        this.#isLookDue = false;
        await this.#fill();
      }
    } catch (error) {
      this.#stumble(error);
    } finally {
      this.#isLooking = false;
      this.#batchEnds.look();
      this.#parts.progress.touch();
      this.#notifyIdle();
    }
  }

  async #fill(): Promise<void> {
    const { gate, lanes, limiter } = this.#parts;
    while (gate.isOpen && lanes.hasFree(limiter.lanes())) {
      const next = await takeNext(this.#core, lanes, (id) => this.#batchEnds.touch(id));
      if (!next || !gate.isOpen) return;
      const waitMs = Math.max(limiter.waitMs(), gate.holdOffMs());
      if (waitMs > 0) return this.#alarm.set(waitMs);
      this.#launch(next);
    }
  }

  #launch(next: Next): void {
    const { lanes, limiter } = this.#parts;
    const { company_id: companyId, batch_id: batchId } = next.row;
    limiter.pass();
    lanes.take(next.row);
    this.#sender
      .send(next)
      .catch((error: unknown) => this.#stumble(error))
      .finally(() => {
        lanes.free(companyId);
        // A batch with another submission under way has not come to rest.
        this.wake(lanes.hasBatch(batchId) ? [] : [batchId]);
        this.#notifyIdle();
      });
  }

  /** The cause is unknown, so a retry would not help. */
  #stumble(error: unknown): void {
    const { code } = toCallError(error);
    this.#core.log.error('outbox', { code });
    this.#parts.gate.pauseItself(code);
  }

  #isIdle(): boolean {
    return !this.#isLooking && this.#parts.lanes.isEmpty && !this.#alarm.isSet;
  }

  #notifyIdle(): void {
    if (!this.#isIdle()) return;
    for (const notify of this.#idlers) notify();
    this.#idlers.clear();
  }
}
