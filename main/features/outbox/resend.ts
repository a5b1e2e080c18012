import { compareTexts } from '../../../contract/formats.ts';
import type { Output } from '../../../contract/methods.ts';
import { sumAmounts } from '../../../contract/money.ts';
import type { ResendPlan } from '../../../contract/repetition.ts';
import { lastSubmission } from '../../platform/db/chain-rows.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { ActiveConnection } from '../connection/public.ts';
import type { Core, Handlers } from '../core.ts';
import { copySubmissionRecords, emitChange } from '../submissions/public.ts';
import { requireReadyConnection } from './drafting.ts';
import type { Outbox } from './outbox.ts';
import { enqueue, queueTogether } from './queueing.ts';
import { draftAgain } from './repeated-draft.ts';
import { readPlaceAgain } from './repeated-submissions.ts';
import { type PlannedResend, planResend } from './resend-plan.ts';
import { findChosen, type ListSubmissions, type Selection } from './resend-selection.ts';
import { holdBack, letLeave } from './second-thought.ts';

type Done = Output<'submissions.retryAll'>;

/** Sends undelivered submissions again, many in one call. */
export function resendHandlers(core: Core, outbox: Outbox, list: ListSubmissions) {
  /** What would be sent again of a selection, and what would not. */
  const planOf = async (connection: ActiveConnection, selection: Selection) => {
    const { rows, hasMore } = await findChosen(core, list, selection);
    return { ...(await planResend(core, connection, rows)), hasMore };
  };
  return {
    'submissions.planRetry': async (selection) => {
      const { going, left, hasMore } = await planOf(await requireReadyConnection(core), selection);
      return { ...describe(going), left, hasMore };
    },
    'submissions.retryAll': async (selection) => {
      const connection = await requireReadyConnection(core);
      const plan = () => planOf(connection, selection);
      const hold = () => holdBack(outbox, connection);
      const done = await resend(core, connection, { plan, hold });
      for (const { id } of done.submissions) emitChange(core, id, 'queued');
      if (done.submissions.length > 0) letLeave(outbox, connection);
      return done;
    },
  } satisfies Partial<Handlers>;
}

function describe(going: readonly SubmissionsTable[]) {
  const causes = [...Map.groupBy(going, ({ answer_code }) => answer_code)];
  return {
    ids: going.map(({ id }) => id),
    companies: sumCompanies(going),
    causes: causes
      .map(([cause, own]) => ({ cause, files: own.length }))
      .toSorted((a, b) => b.files - a.files),
  };
}

interface ResendParts {
  readonly plan: () => Promise<PlannedResend & { readonly hasMore: boolean }>;
  /** Called just before they are queued. */
  readonly hold: () => void;
}

/** Checks and queues as one step. When another call queues something in between, checks again. */
async function resend(
  core: Core,
  connection: ActiveConnection,
  { plan, hold }: ResendParts,
): Promise<Done> {
  for (;;) {
    const lastSeen = await lastSubmission(core.store.queries);
    const { going, left, hasMore } = await plan();
    if (going.length === 0) return { submissions: [], left, hasMore };
    const items = going.map((row) => ({ row, draft: draftAgain(core, connection, row) }));
    const submissions: Done['submissions'] = [];
    hold();
    const isQueued = await queueTogether(core, { items, lastSeen }, async (transaction, item) => {
      const { row, draft } = item;
      // Now, so that a creation finds the modifications that were queued just before it.
      const queue_order = await readPlaceAgain(transaction, row);
      const sequence = await enqueue(transaction, { ...draft, queue_order }, { repeats: null });
      await copySubmissionRecords(transaction, row.sequence, sequence);
      submissions.push({ id: draft.id, previousId: row.id, batchId: draft.batch_id ?? null });
    });
    if (isQueued) return { submissions, left, hasMore };
  }
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
    .toSorted((a, b) => compareTexts('es', a.fullName, b.fullName));
}
