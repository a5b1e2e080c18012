import { setImmediate } from 'node:timers/promises';
import type { Output } from '../../../contract/methods.ts';
import { sumAmounts } from '../../../contract/money.ts';
import type { ResendPlan } from '../../../contract/repetition.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { ActiveConnection } from '../connection/public.ts';
import type { Core, Handlers } from '../core.ts';
import {
  copySubmissionRecords,
  emitChange,
  indexEarlier,
  lastSequence,
} from '../submissions/public.ts';
import { repeatedDraft, requireReadyConnection } from './drafting.ts';
import type { Outbox } from './outbox.ts';
import { beginRun } from './queue-table.ts';
import { enqueue, filesInOneGo, openBatch } from './queueing.ts';
import { readPlaceAgain } from './repeated-submissions.ts';
import { findChosen, type ListSubmissions, planResend, type Selection } from './resend-plan.ts';
import { letLeave } from './second-thought.ts';

type Done = Output<'submissions.retryAll'>;

/** Sends undelivered submissions again, many in one call. */
export function resendHandlers(
  core: Core,
  outbox: Outbox,
  list: ListSubmissions,
): Handlers<'submissions.planRetry' | 'submissions.retryAll'> {
  return {
    'submissions.planRetry': (selection) => plan(core, list, selection),
    'submissions.retryAll': async (selection) => {
      const connection = await requireReadyConnection(core);
      const done = await resend(core, list, { connection, selection });
      for (const { id } of done.submissions) emitChange(core, id, 'queued');
      if (done.submissions.length > 0) letLeave(outbox, connection);
      return done;
    },
  };
}

async function plan(core: Core, list: ListSubmissions, selection: Selection): Promise<ResendPlan> {
  const connection = await requireReadyConnection(core);
  const { rows, hasMore } = await findChosen(core, list, selection);
  const { going, left } = await planResend(core, connection, rows);
  const causes = [...Map.groupBy(going, ({ answer_code }) => answer_code)];
  return {
    ids: going.map(({ id }) => id),
    companies: sumCompanies(going),
    causes: causes
      .map(([cause, own]) => ({ cause, files: own.length }))
      .toSorted((a, b) => b.files - a.files),
    left,
    hasMore,
  };
}

/** Checks and queues as one step. When another call queues something in between, checks again. */
async function resend(
  core: Core,
  list: ListSubmissions,
  {
    connection,
    selection,
  }: { readonly connection: ActiveConnection; readonly selection: Selection },
): Promise<Done> {
  const chosen = await findChosen(core, list, selection);
  if (chosen.rows.length === 0) return { submissions: [], left: [], hasMore: false };
  await indexEarlier(core, [...new Set(chosen.rows.map(({ tax_id }) => tax_id))]);
  for (;;) {
    const lastSeen = await lastSequence(core.store.queries);
    const { rows, hasMore } = await findChosen(core, list, selection);
    const { going, left } = await planResend(core, connection, rows);
    const submissions =
      going.length === 0 ? [] : await queueAgain(core, connection, { going, lastSeen });
    if (submissions) return { submissions, left, hasMore };
  }
}

/** Queues all or none. Null when something was queued since `lastSeen`. */
async function queueAgain(
  core: Core,
  connection: ActiveConnection,
  { going, lastSeen }: { readonly going: readonly SubmissionsTable[]; readonly lastSeen: number },
): Promise<Done['submissions'] | null> {
  return core.store.queries.transaction().execute(async (transaction) => {
    if ((await lastSequence(transaction)) !== lastSeen) return null;
    await beginRun(transaction);
    const submissions: Done['submissions'] = [];
    let ownBatch: string | null = null;
    // In the order of the queue, so that a creation finds earlier modifications already queued.
    for (const [index, row] of going.entries()) {
      const draft = repeatedDraft(core, connection, row);
      // A draft joins the batch of the submission it repeats. Submissions from before there were
      // batches share a new one.
      if (row.batch_id === null) ownBatch ??= await openBatch(core, transaction, draft);
      const batchId = row.batch_id ?? ownBatch;
      const queue_order =
        row.operation === 'creation' ? await readPlaceAgain(transaction, row) : row.queue_order;
      const placed = { ...draft, batch_id: batchId, queue_order };
      const sequence = await enqueue(transaction, placed, { repeats: null });
      await copySubmissionRecords(transaction, row.sequence, sequence);
      submissions.push({ id: draft.id, previousId: row.id, batchId });
      if (index % filesInOneGo === filesInOneGo - 1) await setImmediate();
    }
    return submissions;
  });
}

function sumCompanies(rows: readonly SubmissionsTable[]): ResendPlan['companies'] {
  return [...Map.groupBy(rows, ({ company_id }) => company_id).values()]
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      return [
        {
          id: first.company_id,
          fullName: first.company_name,
          taxId: first.tax_id,
          files: own.length,
          records: own.reduce((sum, { record_count }) => sum + record_count, 0),
          amount: sumAmounts(own.map((row) => row.amount)),
        },
      ];
    })
    .toSorted((a, b) => a.fullName.localeCompare(b.fullName));
}
