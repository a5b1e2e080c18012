import type { Kysely } from 'kysely';
import type { SubmissionEvent } from '../../contract/submission.ts';
import { directIn } from './direct.ts';
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
    const { id } = directIn(transaction).run(
      'insert into submission_events (submission_id, at, kind, data) values (?, ?, ?, ?)',
      [submissionId, event.at, event.kind, data],
    );
    const rows = [[event.at, event.kind, data]];
    linkEvidence(transaction, { kind: 'event', submissionId, key: id, rows });
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
