import type { Kysely } from 'kysely';
import type { AnswersTable, Tables } from './tables.ts';

export async function insertAnswer(queries: Kysely<Tables>, answer: AnswersTable): Promise<void> {
  await queries.insertInto('answers').values(answer).execute();
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
