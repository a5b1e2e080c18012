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
import { concernsEveryFile, isKeyRefusal } from './retrying.ts';

/** Pause between two attempts to write an outcome, while the disk refuses it. */
const rewriteMs = 1000;

/** What sending one submission needs from the queue. */
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
  /** Called when the intent is written and the submission may be sent. */
  readonly onSent: () => void;
  /** Called when the service refused a key; another may be refused as well. */
  readonly onKeyRefused: (because: ErrorCode) => void;
  /** Called when the service has answered: another may be sent while this answer is written. */
  readonly onAnswered: () => void;
  /** Whether another submission is about to be sent and then written. */
  readonly isAnotherLeaving: () => boolean;
}

/**
 * Takes a submission from `queued` to its end, or back into the queue. `sending` is on disk, with
 * its time, before the first byte is sent.
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
  // A failed write of the intent stops the sending: nothing unrecorded may be sent.
  const reached = await writeIntent(core, context.commits, { row, prepared });
  if (!reached) return;
  // The note outside the database comes first, too: it reveals a history that went back.
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

/** Nothing was sent. A failure that concerns every file leaves this one queued, too. */
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
  if (!context.patient || outcome.kind !== 'not_delivered') return;
  if (concernsEveryFile(outcome.error)) context.pauseItself(outcome.error.code);
  if (isKeyRefusal(outcome.error)) context.onKeyRefused(outcome.error.code);
}

/**
 * An outcome is known only once: while the disk refuses it, it is kept here and written again.
 * Closing leaves the submission `sending`, and so `unknown`.
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
