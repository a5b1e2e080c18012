import { setImmediate } from 'node:timers/promises';
import { ZubiError } from '../../../contract/errors.ts';
import type { Input, Output, ParsedInput } from '../../../contract/methods.ts';
import type { Submission, SubmissionState } from '../../../contract/submission.ts';
import type { Core, Handlers } from '../core.ts';
import type { Outbox } from '../outbox/public.ts';
import {
  addEvent,
  emitChange,
  findSubmission,
  findSubmissions,
  moveSubmission,
  requireSubmission,
  setDismissed,
  toSubmission,
} from '../submissions/public.ts';

/**
 * A person's decisions on what the program cannot know or fix: how an unknown outcome ended, and
 * whether a submission is dismissed. Each decision is an event of the submission.
 */
export function decisionHandlers(core: Core, outbox: Outbox) {
  return {
    'submissions.resolve': async ({ id, ...resolution }) => {
      const { others } = await resolve(core, outbox, [id], resolution);
      const [other] = others;
      if (other) throw new ZubiError('submission_state', { id, state: other.state });
      return toSubmission(await requireSubmission(core, id));
    },
    'submissions.resolveAll': ({ ids, ...resolution }) =>
      resolve(core, outbox, [...new Set(ids)], resolution),
    'submissions.dismiss': (asked) => decide(core, 'dismissed', asked),
    'submissions.reopen': (asked) => decide(core, 'reopened', asked),
  } satisfies Partial<Handlers>;
}

const resolvedStates = {
  accepted: 'accepted',
  rejected: 'rejected',
  not_delivered: 'failed',
} as const;

type Resolution = Omit<Input<'submissions.resolve'>, 'id'>;

/** Submissions written between two yields to other work. */
const decidedInOneGo = 10;

/**
 * Writes how `unknown` submissions ended, all at once. The timeline of each keeps who decided and
 * why. Submissions that are no longer unknown stay unchanged.
 */
async function resolve(
  core: Core,
  outbox: Outbox,
  ids: readonly string[],
  { decision, note = '' }: Resolution,
): Promise<Output<'submissions.resolveAll'>> {
  const state = resolvedStates[decision];
  const at = core.clock().toISOString();
  const resolved: string[] = [];
  const others: Output<'submissions.resolveAll'>['others'] = [];
  await core.store.queries.transaction().execute(async (transaction) => {
    for (const [index, id] of ids.entries()) {
      const row = await findSubmission(transaction, id);
      if (!row) throw new ZubiError('submission_unknown', { id });
      if (await moveSubmission(transaction, id, 'unknown', { state, finished_at: at })) {
        await addEvent(transaction, id, { at, kind: 'resolved', data: { decision, note } });
        resolved.push(id);
      } else others.push({ id, file: row.file_name, state: row.state });
      if (index % decidedInOneGo === decidedInOneGo - 1) await setImmediate();
    }
  });
  for (const id of resolved) emitChange(core, id, state);
  // Submissions that waited for this decision may be sent now.
  outbox.wake();
  return { resolved, others };
}

/** Outcomes that a person may dismiss. An unknown outcome must be resolved first. */
const dismissible: readonly SubmissionState[] = ['rejected', 'partially_accepted', 'failed'];

/** Dismisses submissions that nobody will correct, or reopens them. */
export async function decide(
  core: Core,
  kind: 'dismissed' | 'reopened',
  { ids, note }: ParsedInput<'submissions.dismiss'>,
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
      await addEvent(transaction, id, { at, kind, data: { note } });
      changed.push({ id, state });
    }
  });
  for (const { id, state } of changed) emitChange(core, id, state);
  const rows = await findSubmissions(core.store.queries, asked);
  return { submissions: rows.map(toSubmission) };
}
