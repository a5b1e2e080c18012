import type { CallError, ErrorCode } from '../../../contract/errors.ts';
import type { SendOutcome } from '../../service/client-port.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import type { OutboxOptions, QueuePace } from './pace.ts';
import type { Bounds } from './remaining-time.ts';
import { isPassing, maxAttempts, nextWaitMs, wasNotReached } from './retrying.ts';

/** What happens to a file after an attempt. */
export type Verdict =
  | { readonly kind: 'settle' }
  /** It stays queued and is tried again. */
  | { readonly kind: 'postpone'; readonly waitMs: number }
  /** It stays queued, and this run of the queue does not try it again. */
  | { readonly kind: 'leave'; readonly waitMs: number };

type Limits = Pick<ServiceProfile, 'concurrency' | 'rate'>;

/**
 * Decides when the queue may send: at the rate that the profile allows, and after waits when the
 * service was not reached or asked for one. A wait concerns every file, so the whole queue waits.
 * Then one file at a time probes until one gets through. State: the limits, recent sends, the
 * failures in a row, and the wait that they caused.
 */
export class RateLimiter {
  readonly #pace: QueuePace;
  readonly #isPatient: boolean;
  #limits: Limits;
  #departures: number[] = [];
  #failures = 0;
  #until = 0;
  #because: ErrorCode | null = null;
  /** When the present wait began: attempts from before belong to the same wave. */
  #setAt = Number.NEGATIVE_INFINITY;

  constructor({ pace, isPatient, limits }: OutboxOptions & { readonly limits: Limits }) {
    this.#pace = pace;
    this.#limits = limits;
    this.#isPatient = isPatient;
  }

  /** Keeps to these limits from now on. */
  use(limits: Limits): void {
    this.#limits = limits;
  }

  /** Milliseconds until a file may be sent; 0 for now. */
  waitMs(): number {
    return Math.max(0, this.#until - this.#pace.now(), this.#rateWaitMs());
  }

  /** How many files may be under way at once. */
  lanes(): number {
    return this.#failures > 0 ? 1 : this.#limits.concurrency;
  }

  /** What bounds the time that the queue takes. */
  bounds(): Bounds {
    return { lanes: this.lanes(), rate: this.#limits.rate, waitMs: this.waitMs() };
  }

  waiting(): { readonly ms: number; readonly because: ErrorCode | null } | null {
    const ms = this.#until - this.#pace.now();
    return ms > 0 ? { ms, because: this.#because } : null;
  }

  /** Notes that a file is sent now. */
  pass(): void {
    if (this.#limits.rate !== null) this.#departures.push(this.#pace.now());
  }

  /**
   * Decides after an attempt that began at `startedAtMs` of the pace. Submissions that are not the
   * run's own (`QueueOwnership`) are not given up.
   */
  assess(tries: number, outcome: SendOutcome, startedAtMs: number, isOwn = true): Verdict {
    if (outcome.kind !== 'not_delivered' || !isPassing(outcome)) {
      if (outcome.raw !== null) this.#failures = 0;
      return { kind: 'settle' };
    }
    const waitMs = this.#postpone(outcome, outcome.error, startedAtMs);
    const given = !this.#isPatient && this.#failures >= maxAttempts;
    // A command ends its other files at once, instead of after as many waits.
    if (given) this.#until = this.#pace.now();
    const isOver = isTriedOut(tries, outcome.error, this.#isPatient || !isOwn);
    if (isOver || (given && isOwn)) return { kind: 'settle' };
    return { kind: given ? 'leave' : 'postpone', waitMs };
  }

  /** Resumes a wait that was running when the application closed, with its reason. */
  resumeWait(milliseconds: number, reason: ErrorCode | null): void {
    this.#until = Math.max(this.#until, this.#pace.now() + milliseconds);
    this.#because = reason;
    // One file probes first, as if the application had stayed open.
    this.#failures = 1;
  }

  /** Forgets waits and failures, because another service is in force. */
  forget(): void {
    this.#failures = 0;
    this.#endWait();
    this.#departures = [];
  }

  /** Ends a wait on a person's request, unless the service asked for the wait. */
  open(): void {
    this.#failures = 0;
    // What is still under way from before may fail: one file probes again then.
    this.#setAt = Number.NEGATIVE_INFINITY;
    if (this.#because !== 'service_rate_limited') this.#endWait();
  }

  #endWait(): void {
    this.#until = 0;
    this.#because = null;
  }

  #rateWaitMs(): number {
    const { rate } = this.#limits;
    if (rate === null) return 0;
    const now = this.#pace.now();
    const departures = this.#departures.filter((at) => at > now - rate.intervalMs);
    this.#departures = departures;
    if (departures.length < rate.requests) return 0;
    return (departures[departures.length - rate.requests] ?? now) + rate.intervalMs - now;
  }

  #postpone(outcome: SendOutcome, error: CallError, startedAtMs: number): number {
    // Files sent at the same time fail for the same reason. They do not lengthen the wait, unless
    // the service asks for more.
    const sameWave = startedAtMs < this.#setAt;
    if (!sameWave) this.#failures += 1;
    const now = this.#pace.now();
    const waitMs = nextWaitMs(outcome, this.#failures, sameWave ? () => 0 : this.#pace.random);
    if (now + waitMs >= this.#until) this.#because = error.code;
    this.#until = Math.max(this.#until, now + waitMs);
    if (!sameWave) this.#setAt = now;
    return this.#until - now;
  }
}

/** An unreachable service says nothing about the file, so a window waits for the service. */
function isTriedOut(tries: number, error: CallError, mayWait: boolean): boolean {
  return tries + 1 >= maxAttempts && !(mayWait && wasNotReached(error));
}
