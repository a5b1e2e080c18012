import type { Progress } from '../../../contract/queue.ts';
import type { Core } from '../core.ts';
import { Alarm, type QueuePace } from './pace.ts';
import type { QueueGate } from './queue-gate.ts';
import { countRun, type RunPart } from './queue-table.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createLanePace, estimateRemainingMs, toldRemainingMs } from './remaining-time.ts';

const betweenEventsMs = 250;

export type ProgressWatch = ReturnType<typeof createProgressWatch>;

interface OnTheWay {
  readonly sizeBytes: number;
  readonly startedAtMs: number;
  sentBytes: number;
}

/**
 * Follows submissions under way, and emits the queue's progress. State: these, the pace measured so
 * far, and an event that is due.
 */
export function createProgressWatch(
  core: Core,
  {
    pace,
    gate,
    limiter,
  }: { readonly pace: QueuePace; readonly gate: QueueGate; readonly limiter: RateLimiter },
) {
  const onTheWay = new Map<string, OnTheWay>();
  const lanePace = createLanePace();
  let stopped = false;

  const read = async (): Promise<Progress> => {
    const parts = await countRun(core.store.queries);
    const { paused, pausedBecause } = gate.pause();
    const waiting = limiter.waiting();
    const inFlight = [...onTheWay].map(([id, { startedAtMs: _, ...bytes }]) => ({ id, ...bytes }));
    const estimateMs = paused
      ? null
      : estimateRemainingMs(parts, lanePace.perMs(), limiter.bounds());
    const started = [...onTheWay.values()].map(({ startedAtMs }) => startedAtMs);
    const slowestMs = pace.now() - Math.min(pace.now(), ...started);
    const remainingMs = toldRemainingMs(estimateMs, { isWaiting: waiting !== null, slowestMs });
    const waitingUntil = waiting && new Date(core.clock().getTime() + waiting.ms).toISOString();
    return {
      ...countParts(
        parts,
        inFlight.reduce((sum, file) => sum + file.sentBytes, 0),
      ),
      remainingMs,
      paused,
      pausedBecause,
      startsInMs: Math.round(gate.holdOffMs()),
      waitingUntil,
      waitingBecause: waiting?.because ?? null,
      onTheWay: inFlight,
    };
  };

  const emit = async () => {
    const { onTheWay: _, ...summary } = await read();
    if (!stopped) core.emit({ name: 'queue.changed', payload: summary });
  };

  const due = new Alarm(pace, () => {
    emit().catch(() => core.log.warn('progress_not_told'));
  });

  /** Notes a change. It is emitted soon, and not too often. */
  const touch = () => {
    if (!stopped && !due.isSet) due.set(betweenEventsMs);
  };

  return {
    touch,
    read,
    started(id: string, sizeBytes: number) {
      onTheWay.set(id, { sizeBytes, startedAtMs: pace.now(), sentBytes: 0 });
      touch();
    },
    sent(id: string, sentBytes: number) {
      const file = onTheWay.get(id);
      if (file) file.sentBytes = Math.min(sentBytes, file.sizeBytes);
      touch();
    },
    /** `measured` is true when the service answered, so that the duration counts. */
    ended(id: string, measured: boolean) {
      const file = onTheWay.get(id);
      if (file && measured) lanePace.note(file.sizeBytes, pace.now() - file.startedAtMs);
      onTheWay.delete(id);
      touch();
    },
    stop() {
      stopped = true;
      due.clear();
    },
  };
}

function countParts(parts: readonly RunPart[], leavingBytes: number) {
  const sum = (measure: 'files' | 'bytes', wanted: (part: RunPart) => boolean) =>
    parts.filter(wanted).reduce((total, part) => total + part[measure], 0);
  const inState = (state: RunPart['state']) => sum('files', (part) => part.state === state);
  const left: readonly RunPart['state'][] = [
    'accepted',
    'partially_accepted',
    'rejected',
    'unknown',
  ];
  return {
    files: sum('files', () => true),
    queued: inState('queued'),
    held: sum('files', (part) => part.held === 1),
    sending: inState('sending'),
    done: inState('accepted') + inState('partially_accepted') + inState('rejected'),
    failed: inState('failed'),
    unknown: inState('unknown'),
    cancelled: inState('cancelled'),
    bytes: {
      total: sum('bytes', (part) => part.state !== 'cancelled'),
      sent: sum('bytes', (part) => left.includes(part.state)) + leavingBytes,
    },
  };
}
