import type { Kysely } from 'kysely';
import type { SubmissionEvent } from '../../../contract/submission.ts';
import type { Direct } from '../../platform/db/direct.ts';
import { linkEvidence } from '../../platform/db/evidence-links.ts';
import type { Tables } from '../../platform/db/tables.ts';

const insertion =
  'insert into submission_events (submission_id, at, kind, data) values (?, ?, ?, ?)';

/** In a transaction. Writes a step of a submission's life; steps are never changed or deleted. */
export function addEvent(direct: Direct, submissionId: string, event: SubmissionEvent): void {
  const values = [event.at, event.kind, JSON.stringify(event.data)];
  const { id } = direct.run(insertion, [submissionId, ...values]);
  linkEvidence(direct, { kind: 'event', subjectId: submissionId, key: id, rows: [values] });
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
