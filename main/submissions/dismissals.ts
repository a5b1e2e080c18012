import { ZubiError } from '../../contract/errors.ts';
import type { Submission, SubmissionState } from '../../contract/submission.ts';
import type { Core, Handlers } from '../core.ts';
import { directIn } from '../store/direct.ts';
import { addEvent } from '../store/events.ts';
import { findSubmission, findSubmissions, setDismissed } from '../store/submissions.ts';
import { tell } from './delivery.ts';
import { toSubmission } from './history.ts';

/** Ends that a person may let be. An unknown outcome is none: how it ended must be said first. */
const dismissible: readonly SubmissionState[] = ['rejected', 'partially_accepted', 'failed'];

/** What was refused and will not be corrected: it is let be, and may be taken up again. Both are steps of its life. */
export function dismissalHandlers(core: Core): Handlers<'submissions.dismiss' | 'submissions.reopen'> {
  return {
    'submissions.dismiss': (asked) => decide(core, 'dismissed', asked),
    'submissions.reopen': (asked) => decide(core, 'reopened', asked),
  };
}

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
