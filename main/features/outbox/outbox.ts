import type { ErrorCode } from '../../../contract/errors.ts';
import type { Progress } from '../../../contract/queue.ts';
import { toCallError } from '../../platform/call-error.ts';
import { GroupCommit } from '../../platform/db/group-commit.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import type { Core } from '../core.ts';
import { Asking } from './asking.ts';
import { type BatchEnds, createBatchEnds } from './batch-ends.ts';
import { CompanyLanes } from './company-lanes.ts';
import type { OutboxOptions, QueuePace } from './pace.ts';
import { createProgressWatch, type ProgressWatch, type QueueCounts } from './progress.ts';
import { QueueOwnership } from './queue-ownership.ts';
import { type Next, takeNext } from './queue-scheduler.ts';
import { readQueue, setPaused } from './queue-table.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { isSameService, type Service, serviceOf, waitLeft } from './resumed-wait.ts';
import { maxRefusedKeys } from './retrying.ts';
import { type SendContext, sendOne } from './send-submission.ts';

/** Time beyond the profile's limit, for reading the document and writing the outcome. */
const beyondTotalMs = 10_000;

/**
 * Sends the queue: a few submissions at a time, one for each company, in the order of the queue,
 * the companies in turn. Retries what surely did not arrive and may pass. Everything else waits for
 * a person.
 */
export class Outbox {
  /** Asks for the end of what the service has queued. */
  readonly asking: Asking;
  readonly #core: Core;
  readonly #pace: QueuePace;
  readonly #patient: boolean;
  readonly #run: QueueOwnership;
  readonly #rateLimiter: RateLimiter;
  readonly #watch: ProgressWatch;
  readonly #commits: GroupCommit;
  readonly #ends: BatchEnds;
  /** Batches with changes since the last check whether they have come to rest. */
  readonly #touched = new Set<string>();
  readonly #lanes = new CompanyLanes();
  readonly #servedAt = new Map<string, number>();
  readonly #idlers = new Set<() => void>();
  #limits: Pick<ServiceProfile, 'concurrency' | 'rate' | 'timeouts'>;
  #service: Service;
  #served = 0;
  #looking = false;
  #lookAgain = false;
  #stopped = false;
  /** `because` is null when a person paused it. */
  #paused: { readonly because: ErrorCode | null } | null = null;
  #cancelAlarm: (() => void) | null = null;
  /** Nothing new leaves before this moment of the pace. */
  #leavesAt = 0;
  /** Refusals of keys since the service last answered. */
  #refusedKeys = 0;

  constructor(core: Core, { pace, patient }: OutboxOptions) {
    this.#core = core;
    this.#pace = pace;
    this.#patient = patient;
    this.#run = new QueueOwnership(patient);
    this.#limits = core.connection.profile();
    this.#service = serviceOf(core);
    this.#commits = new GroupCommit(core.store.queries);
    this.#ends = createBatchEnds(core);
    this.#rateLimiter = createRateLimiter({ pace, patient, limits: () => this.#limits });
    this.asking = new Asking(core, pace, (batchIds) => this.wake(batchIds));
    this.#watch = createProgressWatch(core, pace, () => this.#standing());
  }

  /** Reads the state that the last run left. `go` starts the sending. */
  async start({ go }: { readonly go: boolean }): Promise<void> {
    const { paused, wait } = await readQueue(this.#core.store.queries, this.#service);
    if (paused) this.#paused = { because: null };
    await this.#run.begin(this.#core.store.queries);
    const { waitMs, because } = waitLeft(wait, this.#core.clock());
    if (waitMs > 0) this.#rateLimiter.resumeWait(waitMs, because);
    if (!go) return;
    this.wake();
    this.asking.start();
  }

  /** Checks the queue again after something in `batches` has ended. */
  wake(batches: Iterable<string> = []): void {
    for (const batchId of batches) this.#touched.add(batchId);
    this.#clearAlarm();
    this.#lookAgain = true;
    if (!this.#stopped && !this.#looking) void this.#look();
  }

  /** Looks at the queue again on a person's request. Ends a wait or an automatic pause. */
  hurry(): void {
    this.#limits = this.#core.connection.profile();
    if (this.#paused?.because) this.#paused = null;
    this.#run.takeUpAgain();
    this.#rateLimiter.open();
    this.wake();
  }

  /** Where a person watches: nothing new leaves for some seconds, and can be taken back. */
  holdOff(milliseconds: number): void {
    if (!this.#patient) return;
    this.#leavesAt = this.#pace.now() + milliseconds;
  }

  /** Called when the connection may have changed. A wait counts for one service only. */
  noteService(): void {
    const service = serviceOf(this.#core);
    if (isSameService(service, this.#service)) return;
    this.#service = service;
    this.#limits = this.#core.connection.profile();
    this.#rateLimiter.forget();
    this.wake();
  }

  /** Ends an automatic pause when its cause may be over. */
  restored(): void {
    this.#limits = this.#core.connection.profile();
    if (!this.#paused?.because) return;
    this.#paused = null;
    this.wake();
  }

  /** Sends nothing new, also after a restart. */
  async pause(): Promise<void> {
    await setPaused(this.#core.store.queries, true);
    this.#paused = { because: null };
    this.#clearAlarm();
    this.#watch.touch();
    this.#notifyIdle();
  }

  /** Ends a pause of any kind. Throws `history_went_back`. */
  async resume(): Promise<void> {
    this.#core.chain.requireDecided();
    await setPaused(this.#core.store.queries, false);
    this.#paused = null;
    this.hurry();
  }

  /**
   * Notes a change of a batch. The next look at the queue emits when the batch has come to rest.
   */
  noteBatch(batchId: string | null): void {
    if (batchId !== null) this.#touched.add(batchId);
  }

  progress(): Promise<Progress> {
    return this.#watch.read();
  }

  /** Resolves when nothing is under way and nothing will be sent without a person. */
  async idle(): Promise<void> {
    while (!this.#isIdle()) await new Promise<void>((resolve) => this.#idlers.add(resolve));
  }

  /** Sends nothing new. Waits for submissions under way, at most the profile's time for one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#clearAlarm();
    await this.asking.stop();
    const limit = Promise.withResolvers<void>();
    const limitMs = this.#limits.timeouts.submissionTotalMs + beyondTotalMs;
    const cancel = this.#pace.after(limitMs, limit.resolve);
    await Promise.race([this.idle(), limit.promise]);
    cancel();
    this.#watch.stop();
  }

  async #look(): Promise<void> {
    this.#looking = true;
    try {
      while (this.#lookAgain) {
        this.#lookAgain = false;
        await this.#fill();
      }
    } catch (error) {
      this.#stumble(error);
    } finally {
      this.#looking = false;
      for (const batchId of this.#touched) this.#ends.note(batchId);
      this.#touched.clear();
      this.#watch.touch();
      this.#notifyIdle();
    }
  }

  async #fill(): Promise<void> {
    while (this.#mayLeave() && this.#lanes.hasFree(this.#rateLimiter.lanes())) {
      const taken = { has: (id: string) => this.#lanes.has(id) || this.#run.hasLeft(id) };
      const next = await takeNext(this.#core, taken, this.#servedAt);
      if (!next || !this.#mayLeave()) return;
      const waitMs = Math.max(this.#rateLimiter.waitMs(), this.#leavesAt - this.#pace.now());
      if (waitMs > 0) return this.#setAlarm(waitMs);
      this.#launch(next);
    }
  }

  #mayLeave(): boolean {
    return !this.#stopped && this.#paused === null && this.#core.chain.question() === null;
  }

  #launch(next: Next): void {
    const { row } = next;
    this.#served += 1;
    this.#servedAt.set(row.company_id, this.#served);
    this.#rateLimiter.pass();
    this.#lanes.take(row);
    sendOne(this.#context(row), next)
      .catch((error: unknown) => {
        // The cause is unknown, so a retry would not help.
        this.#stumble(error);
      })
      .finally(() => {
        this.#lanes.free(row.company_id);
        // A batch with another submission under way has not come to rest.
        if (!this.#lanes.hasBatch(row.batch_id)) this.noteBatch(row.batch_id);
        this.wake();
        this.#notifyIdle();
      });
  }

  #context({ company_id: companyId }: SubmissionsTable): SendContext {
    return {
      core: this.#core,
      commits: this.#commits,
      rateLimiter: this.#rateLimiter,
      watch: this.#watch,
      pace: this.#pace,
      patient: this.#patient,
      run: this.#run,
      pauseItself: (because: ErrorCode) => this.#pauseItself(because),
      hasStopped: () => this.#stopped,
      onSent: () => this.#lanes.noteLeft(companyId),
      onKeyRefused: (because) => {
        this.#refusedKeys += 1;
        if (this.#refusedKeys >= maxRefusedKeys) this.#pauseItself(because);
      },
      onAnswered: () => {
        this.#refusedKeys = 0;
        this.#lanes.noteAnswered(companyId);
        this.wake();
      },
      isAnotherLeaving: () => this.#lanes.isAnyLeaving,
    };
  }

  /** An unexpected error: the queue pauses until a person has looked. */
  #stumble(error: unknown): void {
    const { code } = toCallError(error);
    this.#core.log.error('outbox', { code });
    this.#pauseItself(code);
  }

  #pauseItself(because: ErrorCode): void {
    this.#paused ??= { because };
    this.#core.log.warn('queue_paused', { code: because });
    this.#watch.touch();
  }

  #standing(): QueueCounts {
    const wentBack = this.#core.chain.question() ? 'history_went_back' : null;
    return {
      paused: this.#paused !== null || wentBack !== null,
      pausedBecause: wentBack ?? this.#paused?.because ?? null,
      waiting: this.#rateLimiter.waiting(),
      startsInMs: Math.max(0, Math.round(this.#leavesAt - this.#pace.now())),
      bounds: {
        lanes: this.#rateLimiter.lanes(),
        rate: this.#limits.rate,
        waitMs: this.#rateLimiter.waitMs(),
      },
    };
  }

  #setAlarm(waitMs: number): void {
    this.#clearAlarm();
    this.#cancelAlarm = this.#pace.after(waitMs, () => {
      this.#cancelAlarm = null;
      this.wake();
    });
  }

  #clearAlarm(): void {
    this.#cancelAlarm?.();
    this.#cancelAlarm = null;
  }

  #isIdle(): boolean {
    return !this.#looking && this.#lanes.isEmpty && this.#cancelAlarm === null;
  }

  #notifyIdle(): void {
    if (!this.#isIdle()) return;
    for (const notify of this.#idlers) notify();
    this.#idlers.clear();
  }
}
