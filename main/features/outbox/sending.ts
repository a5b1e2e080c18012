import { setImmediate } from 'node:timers/promises';
import { ZubiError } from '../../../contract/errors.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { Core, Handlers } from '../core.ts';
import {
  addEvent,
  emitChange,
  findSubmissions,
  insertSubmissionRecords,
  lastSequence,
  listQueued,
  moveSubmission,
  requireSubmission,
  toSubmission,
} from '../submissions/public.ts';
import { type Draft, draftAgain, draftAll, requireReadyConnection } from './drafting.ts';
import {
  findDuplicates,
  type ReadDraft,
  readDrafts,
  refuseMoving,
  toSentBefore,
} from './duplicates.ts';
import type { Outbox } from './outbox.ts';
import { placeDrafts } from './queue-order.ts';
import { beginRun } from './queue-table.ts';
import { enqueue, filesInOneGo, openBatch } from './queueing.ts';
import { resendHandlers } from './resend.ts';
import type { ListSubmissions } from './resend-plan.ts';
import { letLeave } from './second-thought.ts';

/** Queues and cancels submissions. */
export function sendingHandlers(
  core: Core,
  outbox: Outbox,
  list: ListSubmissions,
): Handlers<
  | 'submissions.send'
  | 'submissions.retry'
  | 'submissions.planRetry'
  | 'submissions.retryAll'
  | 'submissions.cancelJob'
> {
  return {
    ...resendHandlers(core, outbox, list),
    'submissions.send': async ({ fileIds, confirmDuplicates }) => {
      const connection = await requireReadyConnection(core);
      const drafts = await draftAll(core, connection, [...new Set(fileIds)]);
      const order = { drafts, batchId: null };
      const queued = await queueOnce(core, order, confirmDuplicates);
      if (queued.outcome === 'queued') letLeave(outbox, connection);
      return queued;
    },
    'submissions.retry': async ({ id, confirmDuplicates }) => {
      const connection = await requireReadyConnection(core);
      const row = await requireSubmission(core, id);
      const draft = await draftAgain(core, connection, row);
      // The draft joins the batch of the submission it repeats.
      const order = { drafts: [draft], batchId: row.batch_id };
      const queued = await queueOnce(core, order, confirmDuplicates);
      if (queued.outcome === 'sent_before')
        throw new ZubiError('already_sent', { files: queued.files });
      const [submission] = queued.submissions;
      if (!submission) throw new ZubiError('submission_unknown', { id });
      outbox.hurry();
      return submission;
    },
    'submissions.cancelJob': (wanted) => cancelQueued(core, outbox, wanted),
  };
}

interface Order {
  readonly drafts: readonly Draft[];
  readonly batchId: string | null;
}

/**
 * Looks for duplicates, then queues all drafts or none, in their batch or in a new one. Queues in
 * sending order, and answers in the order given.
 */
async function queueOnce(
  core: Core,
  { drafts, batchId }: Order,
  confirmDuplicates: boolean,
): Promise<Output<'submissions.send'>> {
  const read = await readDrafts(core, drafts);
  let attempt: Attempt = { kind: 'overtaken', agreed: confirmDuplicates ? null : new Set() };
  while (attempt.kind === 'overtaken')
    attempt = await queueUnlessOvertaken(core, { read, batchId }, attempt.agreed);
  if (attempt.kind === 'sent_before')
    return { outcome: 'sent_before', submissions: [], files: attempt.files };
  const ids = drafts.map(({ id }) => id);
  for (const id of ids) emitChange(core, id, 'queued');
  const rows = new Map(
    (await findSubmissions(core.store.queries, ids)).map((row) => [row.id, row]),
  );
  const submissions = ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [toSubmission(row)] : [];
  });
  return { outcome: 'queued', submissions };
}

/** Earlier submissions that may be repeated; null means another file of the same call. */
type Agreed = ReadonlySet<string | null>;

/** All drafts are queued, or none. After `overtaken`, the history is looked at again. */
type Attempt =
  | { readonly kind: 'queued' }
  | { readonly kind: 'overtaken'; readonly agreed: Agreed | null }
  | { readonly kind: 'sent_before'; readonly files: SentBefore[] };

/**
 * `overtaken` when another call has queued something since the history was looked at. A person's
 * consent (`agreed` is null at first) then covers only what existed when it was given.
 */
async function queueUnlessOvertaken(
  core: Core,
  { read, batchId }: { readonly read: readonly ReadDraft[]; readonly batchId: string | null },
  agreed: Agreed | null,
): Promise<Attempt> {
  const { queries } = core.store;
  const lastSeen = await lastSequence(queries);
  const duplicates = await findDuplicates(core, read);
  const allowed = agreed ?? new Set(duplicates.map(({ submissionId }) => submissionId));
  const unasked = duplicates.filter(({ submissionId }) => !allowed.has(submissionId));
  if (unasked.length > 0) return { kind: 'sent_before', files: unasked.map(toSentBefore) };
  refuseMoving(duplicates);
  // The timeline shows what a person agreed to repeat: each file's newest earlier submission.
  const repeats = new Map(
    duplicates
      .toReversed()
      .map((each) => [each.draft.id, { repeats: each.submissionId, guard: each.guard }]),
  );
  const placed = await placeDrafts(core, read, duplicates);
  return queries.transaction().execute(async (transaction) => {
    if ((await lastSequence(transaction)) !== lastSeen)
      return { kind: 'overtaken', agreed: allowed };
    await beginRun(transaction);
    const [first] = read;
    const batch_id = batchId ?? (first ? await openBatch(core, transaction, first.draft) : null);
    for (const [index, { draft, identities }] of placed.entries()) {
      const queued = repeats.get(draft.id) ?? { repeats: null };
      const sequence = await enqueue(transaction, { ...draft, batch_id }, queued);
      await insertSubmissionRecords(transaction, sequence, identities);
      // Yields to other work: a call may hold a thousand files.
      if (index % filesInOneGo === filesInOneGo - 1) await setImmediate();
    }
    return { kind: 'queued' };
  });
}

/** Cancels what is still queued; what was sent cannot be cancelled. */
async function cancelQueued(
  core: Core,
  outbox: Outbox,
  which: ParsedInput<'submissions.cancelJob'>,
): Promise<{ cancelled: string[] }> {
  const queued = await listQueued(core.store.queries);
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
