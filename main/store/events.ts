import type { Kysely } from 'kysely';
import type { SubmissionEvent } from '../../contract/submission.ts';
import { inTransaction, linkEvidence } from './evidence-links.ts';
import type { Tables } from './tables.ts';

/** Writes a step of a submission's life; steps are never changed or deleted. */
export async function addEvent(
  queries: Kysely<Tables>,
  submissionId: string,
  event: SubmissionEvent,
): Promise<void> {
  const data = JSON.stringify(event.data);
  await inTransaction(queries, async (transaction) => {
    const { id } = await transaction
      .insertInto('submission_events')
      .values({ submission_id: submissionId, at: event.at, kind: event.kind, data })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = [[event.at, event.kind, data]];
    await linkEvidence(transaction, { kind: 'event', submissionId, key: id, rows });
  });
}

export async function listEvents(
  queries: Kysely<Tables>,
  submissionId: string,
): Promise<{ at: string; kind: string; data: string }[]> {
  return queries
    .selectFrom('submission_events')
    .select(['at', 'kind', 'data'])
    .where('submission_id', '=', submissionId)
    .orderBy('id')
    .execute();
}
