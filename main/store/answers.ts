import type { Kysely } from 'kysely';
import { evidenceColumns } from './evidence.ts';
import { inTransaction, linkEvidence } from './evidence-links.ts';
import type { AnswersTable, Tables } from './tables.ts';

export async function insertAnswer(queries: Kysely<Tables>, answer: AnswersTable): Promise<void> {
  await inTransaction(queries, async (transaction) => {
    await transaction.insertInto('answers').values(answer).execute();
    const rows = [evidenceColumns.answer.map((column) => answer[column])];
    await linkEvidence(transaction, { kind: 'answer', submissionId: answer.submission_id, key: 0, rows });
  });
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
