import { setImmediate } from 'node:timers/promises';
import { ZubiError } from '../../../contract/errors.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import { lastSubmission } from '../../platform/db/chain-rows.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { ActiveConnection } from '../connection/public.ts';
import type { Core, Handlers } from '../core.ts';
import {
  addEvent,
  emitChange,
  findSubmissions,
  insertSubmissionRecords,
  listInState,
  moveSubmission,
  requireSubmission,
  toSubmission,
} from '../submissions/public.ts';
import { joinCorrected } from '../worklist/public.ts';
import { type Draft, draftAll, requireReadyConnection } from './drafting.ts';
import { findDuplicates, readDrafts, refuseMoving, toSentBefore } from './duplicates.ts';
import type { Outbox } from './outbox.ts';
import { placeDrafts } from './queue-order.ts';
import { enqueue, filesInOneGo, queueTogether } from './queueing.ts';
import { draftAgain, findUndone, requireMayRepeat } from './repeated-draft.ts';
import { readPlaceAgain } from './repeated-submissions.ts';
import { holdBack, letLeave } from './second-thought.ts';

/** Queues and cancels submissions. */
export function sendingHandlers(core: Core, outbox: Outbox) {
  return {
    'submissions.send': async ({ fileIds, confirmDuplicates }) => {
      const connection = await requireReadyConnection(core);
      const drafts = await draftAll(core, connection, [...new Set(fileIds)]);
      const hold = () => holdBack(outbox, connection);
      const queued = await queueOnce(core, drafts, { confirmDuplicates, hold });
      if (queued.outcome === 'queued') letLeave(outbox, connection);
      return queued;
    },
    'submissions.retry': async ({ id, confirmDuplicates }) => {
      const connection = await requireReadyConnection(core);
      const row = await requireSubmission(core, id);
      const draft = await draftOneAgain(core, connection, row);
      const undone = confirmDuplicates ? null : await findUndone(core, row);
      if (undone) throw new ZubiError('already_sent', { files: [undone] });
      const queued = await queueOnce(core, [draft], { confirmDuplicates, hold: null });
      if (queued.outcome === 'sent_before')
        throw new ZubiError('already_sent', { files: queued.files });
      const [submission] = queued.submissions;
      if (!submission) throw new ZubiError('submission_unknown', { id });
      outbox.hurry();
      return submission;
    },
    'submissions.cancelJob': (wanted) => cancelQueued(core, outbox, wanted),
  } satisfies Partial<Handlers>;
}

/** Drafts what surely did not enter the book. */
async function draftOneAgain(
  core: Core,
  connection: ActiveConnection,
  row: SubmissionsTable,
): Promise<Draft> {
  if (row.state !== 'failed' && row.state !== 'rejected' && row.state !== 'cancelled')
    throw new ZubiError('submission_state', { id: row.id, state: row.state });
  await requireMayRepeat(core, connection, row);
  const queue_order = await readPlaceAgain(core.store.queries, row);
  return { ...draftAgain(core, connection, row), queue_order };
}

interface QueueOptions {
  readonly confirmDuplicates: boolean;
  /** Called just before they are queued: none may leave before this call ends. */
  readonly hold: (() => void) | null;
}

/**
 * Looks for duplicates, then queues all drafts or none, in their batch or in a new one. Queues in
 * sending order, and answers in the order given. When another call has queued something since the
 * history was looked at, it is looked at again: a person's consent covers only what existed when it
 * was given.
 */
async function queueOnce(
  core: Core,
  drafts: readonly Draft[],
  { confirmDuplicates, hold }: QueueOptions,
): Promise<Output<'submissions.send'>> {
  const read = await readDrafts(core, drafts);
  // Earlier submissions that may be repeated; null among them: another file of the same call.
  let agreed: ReadonlySet<string | null> | null = confirmDuplicates ? null : new Set();
  for (let isQueued = false; !isQueued; ) {
    const lastSeen = await lastSubmission(core.store.queries);
    const duplicates = await findDuplicates(core, read);
    agreed ??= new Set(duplicates.map(({ submissionId }) => submissionId));
    const allowed = agreed;
    const unasked = duplicates.filter(({ submissionId }) => !allowed.has(submissionId));
    if (unasked.length > 0)
      return { outcome: 'sent_before', submissions: [], files: unasked.map(toSentBefore) };
    refuseMoving(duplicates);
    // The timeline shows what a person agreed to repeat: each file's newest earlier submission.
    const repeats = new Map(
      duplicates
        .toReversed()
        .map((each) => [each.draft.id, { repeats: each.submissionId, guard: each.guard }]),
    );
    const items = await placeDrafts(core, read, duplicates);
    hold?.();
    isQueued = await queueTogether(core, { items, lastSeen }, async (transaction, item) => {
      const { draft, identities } = item;
      await joinCorrected(transaction, draft, identities);
      const sequence = await enqueue(
        transaction,
        draft,
        repeats.get(draft.id) ?? { repeats: null },
      );
      await insertSubmissionRecords(transaction, sequence, identities);
    });
  }
  const ids = drafts.map(({ id }) => id);
  for (const id of ids) emitChange(core, id, 'queued');
  const rows = new Map(
    (await findSubmissions(core.store.queries, ids)).map((row) => [row.id, toSubmission(row)]),
  );
  return { outcome: 'queued', submissions: ids.flatMap((id) => rows.get(id) ?? []) };
}

/** Cancels what is still queued; what was sent cannot be cancelled. */
async function cancelQueued(
  core: Core,
  outbox: Outbox,
  which: ParsedInput<'submissions.cancelJob'>,
): Promise<{ cancelled: string[] }> {
  const queued = await listInState(core.store.queries, 'queued');
  const named = 'ids' in which ? new Set(which.ids) : null;
  const wanted = named ? queued.filter((row) => named.has(row.id)) : queued;
  const at = core.clock().toISOString();
  const taken: SubmissionsTable[] = [];
  // One transaction: none of these may be sent while the others are being cancelled.
  await core.store.queries.transaction().execute(async (transaction) => {
    for (const [index, row] of wanted.entries()) {
      const change = { state: 'cancelled', finished_at: at, held_by: null } as const;
      if (!(await moveSubmission(transaction, row.id, 'queued', change))) continue;
      await addEvent(transaction, row.id, { at, kind: 'cancelled', data: {} });
      taken.push(row);
      if (index % filesInOneGo === filesInOneGo - 1) await setImmediate();
    }
  });
  const cancelled = taken.map(({ id }) => id);
  for (const id of cancelled) emitChange(core, id, 'cancelled');
  outbox.wake(taken.map(({ batch_id }) => batch_id));
  return { cancelled };
}
