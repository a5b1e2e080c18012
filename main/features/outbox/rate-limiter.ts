import type { CallError, ErrorCode } from '../../../contract/errors.ts';
import type { SendOutcome } from '../../service/client-port.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import type { QueuePace } from './pace.ts';
import { isPassing, maxAttempts, nextWaitMs, wasNotReached } from './retrying.ts';

/** What happens to a file after an attempt. */
export type Verdict =
  | { readonly kind: 'settle' }
  /** It stays queued and is tried again. */
  | { readonly kind: 'postpone'; readonly waitMs: number }
  /** It stays queued, and this run of the queue does not try it again. */
  | { readonly kind: 'leave'; readonly waitMs: number };

/**
 * Decides when the queue may send: at the rate that the profile allows, and after waits when the
 * service was not reached or asked for one. A wait concerns every file, so the whole queue waits.
 * Then one file at a time probes until one gets through.
 */
export interface RateLimiter {
  /** Milliseconds until a file may be sent; 0 for now. */
  waitMs(): number;
  /** How many files may be under way at once. */
  lanes(): number;
  /** Notes that a file is sent now. */
  pass(): void;
  /**
   * Decides after an attempt that began at `startedAtMs` of the pace. Submissions that are not the
   * run's own (`QueueOwnership`) are not given up.
   */
  assess(attempts: number, outcome: SendOutcome, startedAtMs: number, isOwn?: boolean): Verdict;
  /** Resumes a wait that was running when the application closed, with its reason. */
  resumeWait(milliseconds: number, reason: ErrorCode | null): void;
  /** Forgets waits and failures, because another service is in force. */
  forget(): void;
  /** Ends a wait on a person's request, unless the service asked for the wait. */
  open(): void;
  waiting(): { readonly ms: number; readonly because: ErrorCode | null } | null;
}

interface RateLimiterOptions {
  readonly pace: QueuePace;
  readonly limits: () => Pick<ServiceProfile, 'concurrency' | 'rate'>;
  /**
   * Whether the queue waits out a long absence of the service (a window), or ends what this run has
   * queued (a command).
   */
  readonly patient: boolean;
}

/** State: recent sends, the failures in a row, and the wait that they caused. */
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
    // Files sent at the same time fail for the same reason. They do not lengthen the wait, unless
    // the service asks for more.
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
      // A command ends its other files at once, instead of after as many waits.
      if (given) until = pace.now();
      const isOver = isTriedOut(attempts, outcome.error, patient || !isOwn);
      if (isOver || (given && isOwn)) return { kind: 'settle' };
      return { kind: given ? 'leave' : 'postpone', waitMs };
    },
    resumeWait(milliseconds, reason) {
      // One file probes first, as if the application had stayed open.
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
      // A wait that the service asked for is kept in any case.
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

/** An unreachable service says nothing about the file, so a window waits for the service. */
function isTriedOut(attempts: number, error: CallError, mayWait: boolean): boolean {
  return attempts + 1 >= maxAttempts && !(mayWait && wasNotReached(error));
}
