import type { CallError, ErrorCode } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { GroupCommit } from '../../platform/db/group-commit.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { OpenedKeys } from '../../platform/secrets/opened-keys.ts';
import type { SendOutcome } from '../../service/client-port.ts';
import type { Core } from '../core.ts';
import type { RecordCache } from '../submissions/record-cache.ts';
import { readWholeAnswer } from '../submissions/whole-answer.ts';
import { settle } from './classify-outcome.ts';
import {
  noteReachability,
  type Prepared,
  prepare,
  writeIntent,
  writePostponed,
} from './delivery.ts';
import { writeOutcome } from './outcome-rows.ts';
import { type QueuePace, waitFor } from './pace.ts';
import type { ProgressWatch } from './progress.ts';
import type { OwnRun } from './queue-ownership.ts';
import type { Next } from './queue-scheduler.ts';
import type { Gate, Verdict } from './rate-limiter.ts';
import { concernsEveryFile } from './retrying.ts';

/** Between two tries of writing an outcome down, while the disk does not take it. */
const rewriteMs = 1000;

/** What one submission's way needs of the queue. */
export interface Journey {
  readonly core: Core;
  readonly commits: GroupCommit;
  readonly keys: OpenedKeys;
  readonly recordCache: RecordCache;
  readonly gate: Gate;
  readonly watch: ProgressWatch;
  readonly pace: QueuePace;
  readonly patient: boolean;
  readonly run: OwnRun;
  readonly pauseItself: (because: ErrorCode) => void;
  readonly hasStopped: () => boolean;
  /** Told when it may leave: its intent is written down. */
  readonly left: () => void;
  /** Told when the service has answered: another may leave while this one is written down. */
  readonly arrived: () => void;
  /** Whether another is about to leave, and to be written down. */
  readonly isAnotherLeaving: () => boolean;
}

/**
 * One submission from `queued` to its end, or back into the queue. `sending` is on disk, with its
 * time, before the first byte leaves.
 */
export async function sendOne(journey: Journey, next: Next): Promise<void> {
  const { core, watch } = journey;
  const { row } = next;
  const prepared = await prepare(core, journey, next).catch((error: unknown) => ({
    error: toCallError(error),
  }));
  if ('error' in prepared) return endUnsent(journey, row, prepared.error);
  // A failed intent stops the sending: what cannot be written down must not leave.
  const reached = await writeIntent(core, journey.commits, { row, prepared });
  if (!reached) return;
  // Nor may what a history that is put back would not know of.
  await untilWritten(journey, () => core.chain.witness(reached));
  journey.left();
  const startedAtMs = journey.pace.now();
  watch.started(row.id, prepared.sizeBytes);
  let measured = false;
  try {
    const outcome = await prepared.send((sentBytes) => watch.sent(row.id, sentBytes));
    measured = outcome.kind === 'answered';
    noteReachability(core, outcome);
    const verdict = judge(journey, row, { outcome, startedAtMs });
    if (verdict.kind !== 'settle' && outcome.kind !== 'answered') {
      const { error } = outcome;
      await untilWritten(journey, () =>
        writePostponed(core, journey.commits, { row, error, waitMs: verdict.waitMs }),
      );
      if (verdict.kind === 'leave') journey.run.leave(row);
      return;
    }
    if (outcome.kind === 'answered') journey.arrived();
    await end(journey, row, { told: outcome, prepared });
  } finally {
    watch.ended(row.id, measured);
  }
}

function judge(
  { gate, run }: Journey,
  row: SubmissionsTable,
  { outcome, startedAtMs }: { readonly outcome: SendOutcome; readonly startedAtMs: number },
): Verdict {
  const verdict = gate.judge(row.attempts, outcome, startedAtMs, run.isOwn(row));
  if (run.isOwn(row) || outcome.kind !== 'not_delivered') return verdict;
  return concernsEveryFile(outcome.error) ? { kind: 'leave', waitMs: 0 } : verdict;
}

/** Nothing was tried: what every file would meet leaves this one queued, too. */
async function endUnsent(journey: Journey, row: SubmissionsTable, error: CallError): Promise<void> {
  if (!journey.run.isOwn(row) && concernsEveryFile(error)) return journey.run.leave(row);
  if (journey.patient && concernsEveryFile(error)) return journey.pauseItself(error.code);
  const outcome = { kind: 'not_delivered', error, raw: null, retryAfterMs: null } as const;
  const settlement = settle(outcome, { records: [], recordCount: 0, reading: null });
  await writeOutcome(journey.core, journey.commits, {
    id: row.id,
    from: 'queued',
    outcome,
    settlement,
  });
}

interface Told {
  readonly told: SendOutcome;
  readonly prepared: Prepared;
}

async function end(
  journey: Journey,
  row: SubmissionsTable,
  { told, prepared }: Told,
): Promise<void> {
  const { core } = journey;
  const { outcome, records, reading } = await readWholeAnswer(core, told, prepared);
  const settlement = settle(outcome, { records, recordCount: row.record_count, reading });
  const ledgerResponse = reading?.xml ?? null;
  await untilWritten(journey, () => {
    const mayWait = journey.isAnotherLeaving();
    return writeOutcome(core, journey.commits, {
      id: row.id,
      from: 'sending',
      outcome,
      settlement,
      ledgerResponse,
      mayWait,
    });
  });
  if (journey.patient && outcome.kind === 'not_delivered' && concernsEveryFile(outcome.error)) {
    journey.pauseItself(outcome.error.code);
  }
}

/**
 * An outcome is known once only: while the disk does not take it, it is kept here and tried again.
 * A close leaves it `sending`, and so `unknown`.
 */
async function untilWritten(journey: Journey, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const { code } = toCallError(error);
      if (code === 'submission_state' || journey.hasStopped()) throw error;
      journey.pauseItself(code);
      await waitFor(journey.pace, rewriteMs);
    }
  }
}
