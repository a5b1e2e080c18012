import type { SubmissionEvent } from '../../../contract/submission.ts';
import { linkEvidence } from '../../platform/db/evidence-links.ts';
import type { Queries, Transaction } from '../../platform/db/tables.ts';

/** Writes an event of a submission; events are never changed or deleted. */
export async function addEvent(
  transaction: Transaction,
  submissionId: string,
  { at, kind, ...event }: SubmissionEvent,
): Promise<void> {
  const data = JSON.stringify(event.data);
  const { id } = await transaction
    .insertInto('submission_events')
    .values({ submission_id: submissionId, at, kind, data })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = [[at, kind, data]];
  await linkEvidence(transaction, { kind: 'event', subjectId: submissionId, key: id, rows });
}

export async function listEvents(
  queries: Queries,
  submissionId: string,
): Promise<{ at: string; kind: string; data: string }[]> {
  return queries
    .selectFrom('submission_events')
    .select(['at', 'kind', 'data'])
    .where('submission_id', '=', submissionId)
    .orderBy('id')
    .execute();
}

/** The time of the last event of any submission; null without one. */
export async function findLastEventAt(queries: Queries): Promise<string | null> {
  const last = await queries
    .selectFrom('submission_events')
    .select('at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.at ?? null;
}
