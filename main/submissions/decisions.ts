import { ZubiError } from '../../contract/errors.ts';
import type { Submission, SubmissionState } from '../../contract/submission.ts';
import type { Core, Handlers } from '../core.ts';
import { directIn, transact } from '../store/direct.ts';
import { addEvent } from '../store/events.ts';
import { findSubmission, findSubmissions, moveSubmission, setDismissed } from '../store/submissions.ts';
import { tell } from './delivery.ts';
import { requireSubmission, toSubmission } from './history.ts';
import type { Outbox } from './outbox.ts';

/** What a person decides on what the machine cannot know, or cannot mend: how an unknown outcome ended, and that one is let be. Each is a step of its life. */
export function decisionHandlers(
  core: Core,
  outbox: Outbox,
): Handlers<'submissions.resolve' | 'submissions.dismiss' | 'submissions.reopen'> {
  return {
    'submissions.resolve': ({ id, decision, note }) => resolve(core, outbox, { id, decision, note }),
    'submissions.dismiss': (asked) => decide(core, 'dismissed', asked),
    'submissions.reopen': (asked) => decide(core, 'reopened', asked),
  };
}

const resolvedStates = { accepted: 'accepted', rejected: 'rejected', not_delivered: 'failed' } as const;

/** A person says how an `unknown` ended; who decided and why stays in the timeline. */
async function resolve(
  core: Core,
  outbox: Outbox,
  { id, decision, note }: { id: string; decision: keyof typeof resolvedStates; note: string },
): Promise<Submission> {
  const row = await requireSubmission(core, id);
  const state = resolvedStates[decision];
  const at = core.clock().toISOString();
  await transact(core.store.queries, (direct) => {
    if (!moveSubmission(direct, id, 'unknown', { state, finished_at: at })) {
      throw new ZubiError('submission_state', { id, state: row.state });
    }
    addEvent(direct, id, { at, kind: 'resolved', data: { decision, note } });
  });
  tell(core, id, state);
  // What waited for this decision may go now.
  outbox.wake();
  return toSubmission(await requireSubmission(core, id));
}

/** Ends that a person may let be. An unknown outcome is none: how it ended must be said first. */
const dismissible: readonly SubmissionState[] = ['rejected', 'partially_accepted', 'failed'];

/** What was refused and will not be corrected is let be, and may be taken up again. */
async function decide(
  core: Core,
  kind: 'dismissed' | 'reopened',
  { ids, note }: { readonly ids: readonly string[]; readonly note: string },
): Promise<{ submissions: Submission[] }> {
  const asked = [...new Set(ids)];
  const changed: { id: string; state: SubmissionState }[] = [];
  const at = core.clock().toISOString();
  await core.store.queries.transaction().execute(async (transaction) => {
    for (const id of asked) {
      const row = await findSubmission(transaction, id);
      if (!row) throw new ZubiError('submission_unknown', { id });
      const { state } = row;
      if (!dismissible.includes(state)) throw new ZubiError('submission_state', { id, state });
      const dismissed = { id, states: dismissible, at: kind === 'dismissed' ? at : null };
      if (!(await setDismissed(transaction, dismissed))) continue;
      addEvent(directIn(transaction), id, { at, kind, data: { note } });
      changed.push({ id, state });
    }
  });
  for (const { id, state } of changed) tell(core, id, state);
  const rows = await findSubmissions(core.store.queries, asked);
  return { submissions: rows.map(toSubmission) };
}
