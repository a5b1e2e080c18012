import type { CallError, ErrorCode } from '../../../contract/errors.ts';
import type { SendOutcome } from '../../service/client-port.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import type { QueuePace } from './pace.ts';
import { isPassing, maxAttempts, nextWaitMs, wasNotReached } from './retrying.ts';

/** What becomes of a file that did not get through. */
export type Verdict =
  | { readonly kind: 'settle' }
  /** It stays queued and is tried again. */
  | { readonly kind: 'postpone'; readonly waitMs: number }
  /** It stays queued, and this run of the queue does not try it again. */
  | { readonly kind: 'leave'; readonly waitMs: number };

/**
 * When the queue may send at all: the pace that the profile allows, and the waits after the service
 * was not reached or asked for one. These concern every file, so the whole queue waits, and
 * afterwards one file at a time probes until one gets through.
 */
export interface RateLimiter {
  /** Milliseconds until something may leave; 0 now. */
  waitMs(): number;
  /** How many may be on their way at once. */
  lanes(): number;
  /** Notes that one leaves now. */
  pass(): void;
  /**
   * Checks how a try ended, begun at `startedAtMs` of the pace. What is not the run's own
   * (`QueueOwnership`) it does not give up.
   */
  assess(attempts: number, outcome: SendOutcome, startedAtMs: number, isOwn?: boolean): Verdict;
  /** Waits that were still running when the application closed, and what for. */
  resumeWait(milliseconds: number, reason: ErrorCode | null): void;
  /**
   * Another service is in force: what the one before asked for, or failed at, says nothing of this
   * one.
   */
  forget(): void;
  /** A person wants it tried now. */
  open(): void;
  waiting(): { readonly ms: number; readonly because: ErrorCode | null } | null;
}

interface RateLimiterOptions {
  readonly pace: QueuePace;
  readonly limits: () => Pick<ServiceProfile, 'concurrency' | 'rate'>;
  /**
   * Whether a long absence of the service is waited out (a window), or ends what this run has
   * queued (a command).
   */
  readonly patient: boolean;
}

/** State: recent departures, the failures in a row, and the wait they led to. */
export function createRateLimiter({ pace, limits, patient }: RateLimiterOptions): RateLimiter {
  const departures: number[] = [];
  let failures = 0;
  let until = 0;
  let because: ErrorCode | null = null;
  let setAt = Number.NEGATIVE_INFINITY;

  const rateWaitMs = () => {
    const { rate } = limits();
    if (rate === null) return 0;
    const now = pace.now();
    while (departures.length > 0 && (departures[0] ?? 0) <= now - rate.intervalMs)
      departures.shift();
    if (departures.length < rate.requests) return 0;
    return (departures[departures.length - rate.requests] ?? now) + rate.intervalMs - now;
  };

  const postpone = (outcome: SendOutcome, error: CallError, startedAtMs: number): number => {
    // Others of the same wave meet the same closed door: they do not make the wait longer, but for
    // what the service asks.
    const sameWave = startedAtMs < setAt;
    if (!sameWave) failures += 1;
    const now = pace.now();
    const waitMs = nextWaitMs(outcome, failures, sameWave ? () => 0 : pace.random);
    if (now + waitMs >= until) because = error.code;
    until = Math.max(until, now + waitMs);
    if (!sameWave) setAt = now;
    return until - now;
  };

  return {
    waitMs: () => Math.max(0, until - pace.now(), rateWaitMs()),
    lanes: () => (failures > 0 ? 1 : limits().concurrency),
    pass() {
      if (limits().rate !== null) departures.push(pace.now());
    },
    assess(attempts, outcome, startedAtMs, isOwn = true) {
      if (outcome.kind !== 'not_delivered' || !isPassing(outcome)) {
        if (outcome.raw !== null) failures = 0;
        return { kind: 'settle' };
      }
      const waitMs = postpone(outcome, outcome.error, startedAtMs);
      const given = !patient && failures >= maxAttempts;
      // What a command still has queued is told at once instead of after as many waits.
      if (given) until = pace.now();
      const isOver = isTriedOut(attempts, outcome.error, patient || !isOwn);
      if (isOver || (given && isOwn)) return { kind: 'settle' };
      return { kind: given ? 'leave' : 'postpone', waitMs };
    },
    resumeWait(milliseconds, reason) {
      // One file probes first, as it would have if the application had stayed open.
      [until, because, failures] = [Math.max(until, pace.now() + milliseconds), reason, 1];
    },
    forget() {
      failures = 0;
      until = 0;
      because = null;
      departures.length = 0;
    },
    open() {
      failures = 0;
      // What the service asked for is kept to, whoever is in a hurry.
      if (because === 'service_rate_limited') return;
      until = 0;
      because = null;
    },
    waiting() {
      const ms = until - pace.now();
      return ms > 0 ? { ms, because } : null;
    },
  };
}

/** That nobody is there says nothing of the file: a window waits until somebody is. */
function isTriedOut(attempts: number, error: CallError, mayWait: boolean): boolean {
  return attempts + 1 >= maxAttempts && !(mayWait && wasNotReached(error));
}
