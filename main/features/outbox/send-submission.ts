import type { CallError, ErrorCode } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { GroupCommit } from '../../platform/db/group-commit.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { SendOutcome } from '../../service/client-port.ts';
import type { Core } from '../core.ts';
import { readWholeAnswer } from '../submissions/public.ts';
import { classifyOutcome } from './classify-outcome.ts';
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
import type { QueueOwnership } from './queue-ownership.ts';
import type { Next } from './queue-scheduler.ts';
import type { RateLimiter, Verdict } from './rate-limiter.ts';
import { concernsEveryFile } from './retrying.ts';

/** Between two tries of writing an outcome down, while the disk does not take it. */
const rewriteMs = 1000;

/** What one submission's way needs of the queue. */
export interface SendContext {
  readonly core: Core;
  readonly commits: GroupCommit;
  readonly rateLimiter: RateLimiter;
  readonly watch: ProgressWatch;
  readonly pace: QueuePace;
  readonly patient: boolean;
  readonly run: QueueOwnership;
  readonly pauseItself: (because: ErrorCode) => void;
  readonly hasStopped: () => boolean;
  /** Told when it may leave: its intent is written down. */
  readonly onSent: () => void;
  /** Told when the service has answered: another may leave while this one is written down. */
  readonly onAnswered: () => void;
  /** Whether another is about to leave, and to be written down. */
  readonly isAnotherLeaving: () => boolean;
}

/**
 * One submission from `queued` to its end, or back into the queue. `sending` is on disk, with its
 * time, before the first byte leaves.
 */
export async function sendOne(context: SendContext, next: Next): Promise<void> {
  const { core } = context;
  const { row } = next;
  const prepared = await prepare(core, next).catch((error: unknown) => ({
    error: toCallError(error),
  }));
  if ('error' in prepared) return endUnsent(context, row, prepared.error);
  try {
    await deliver(context, row, prepared);
  } finally {
    prepared.wipeKeys();
  }
}

async function deliver(
  context: SendContext,
  row: SubmissionsTable,
  prepared: Prepared,
): Promise<void> {
  const { core, watch } = context;
  // A failed intent stops the sending: what cannot be written down must not leave.
  const reached = await writeIntent(core, context.commits, { row, prepared });
  if (!reached) return;
  // Nor may what a history that is put back would not know of.
  await untilWritten(context, () => core.chain.witness(reached));
  context.onSent();
  const startedAtMs = context.pace.now();
  watch.started(row.id, prepared.sizeBytes);
  let measured = false;
  try {
    const outcome = await prepared.send((sentBytes) => watch.sent(row.id, sentBytes));
    measured = outcome.kind === 'answered';
    noteReachability(core, outcome);
    const verdict = assess(context, row, { outcome, startedAtMs });
    if (verdict.kind !== 'settle' && outcome.kind !== 'answered') {
      const { error } = outcome;
      await untilWritten(context, () =>
        writePostponed(core, context.commits, { row, error, waitMs: verdict.waitMs }),
      );
      if (verdict.kind === 'leave') context.run.leave(row);
      return;
    }
    if (outcome.kind === 'answered') context.onAnswered();
    await end(context, row, { told: outcome, prepared });
  } finally {
    watch.ended(row.id, measured);
  }
}

function assess(
  { rateLimiter, run }: SendContext,
  row: SubmissionsTable,
  { outcome, startedAtMs }: { readonly outcome: SendOutcome; readonly startedAtMs: number },
): Verdict {
  const verdict = rateLimiter.assess(row.attempts, outcome, startedAtMs, run.isOwn(row));
  if (run.isOwn(row) || outcome.kind !== 'not_delivered') return verdict;
  return concernsEveryFile(outcome.error) ? { kind: 'leave', waitMs: 0 } : verdict;
}

/** Nothing was tried: what every file would meet leaves this one queued, too. */
async function endUnsent(
  context: SendContext,
  row: SubmissionsTable,
  error: CallError,
): Promise<void> {
  if (!context.run.isOwn(row) && concernsEveryFile(error)) return context.run.leave(row);
  if (context.patient && concernsEveryFile(error)) return context.pauseItself(error.code);
  const outcome = { kind: 'not_delivered', error, raw: null, retryAfterMs: null } as const;
  const classified = classifyOutcome(outcome, { records: [], recordCount: 0, reading: null });
  await writeOutcome(context.core, context.commits, {
    id: row.id,
    from: 'queued',
    outcome,
    classified,
  });
}

interface Told {
  readonly told: SendOutcome;
  readonly prepared: Prepared;
}

async function end(
  context: SendContext,
  row: SubmissionsTable,
  { told, prepared }: Told,
): Promise<void> {
  const { core } = context;
  const { outcome, records, reading } = await readWholeAnswer(core, told, prepared);
  const classified = classifyOutcome(outcome, { records, recordCount: row.record_count, reading });
  const ledgerResponse = reading?.xml ?? null;
  await untilWritten(context, () => {
    const mayWait = context.isAnotherLeaving();
    return writeOutcome(core, context.commits, {
      id: row.id,
      from: 'sending',
      outcome,
      classified,
      ledgerResponse,
      mayWait,
    });
  });
  if (context.patient && outcome.kind === 'not_delivered' && concernsEveryFile(outcome.error)) {
    context.pauseItself(outcome.error.code);
  }
}

/**
 * An outcome is known once only: while the disk does not take it, it is kept here and tried again.
 * A close leaves it `sending`, and so `unknown`.
 */
async function untilWritten(context: SendContext, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const { code } = toCallError(error);
      if (code === 'submission_state' || context.hasStopped()) throw error;
      context.pauseItself(code);
      await waitFor(context.pace, rewriteMs);
    }
  }
}
