import type { Kysely, Transaction } from 'kysely';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { evidenceColumns } from '../../platform/db/evidence.ts';
import { linkEvidence } from '../../platform/db/evidence-links.ts';
import type { AnswersTable, Tables } from '../../platform/db/tables.ts';

/** Keeps an answer as it came, with its link of the chain. */
export async function insertAnswer(
  transaction: Transaction<Tables>,
  answer: AnswersTable,
): Promise<void> {
  await transaction.insertInto('answers').values(answer).execute();
  const rows = [evidenceColumns.answer.map((column) => answer[column])];
  const subjectId = answer.submission_id;
  await linkEvidence(transaction, { kind: 'answer', subjectId, key: 0, rows });
}

export async function findAnswer(
  queries: Kysely<Tables>,
  submissionId: string,
): Promise<AnswersTable | undefined> {
  return queries
    .selectFrom('answers')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
}

/** The answer that came last of a service. */
export async function findNewestAnswer(
  queries: Kysely<Tables>,
  environment: ConnectionId,
): Promise<AnswersTable | undefined> {
  return queries
    .selectFrom('submissions')
    .innerJoin('answers', 'answers.submission_id', 'submissions.id')
    .selectAll('answers')
    .where('submissions.environment', '=', environment)
    .orderBy('submissions.sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}
