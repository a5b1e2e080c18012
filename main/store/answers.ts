import type { Kysely } from 'kysely';
import { directIn } from './direct.ts';
import { evidenceColumns } from './evidence.ts';
import { inTransaction, linkEvidence } from './evidence-links.ts';
import type { AnswersTable, Tables } from './tables.ts';

const insertion = `insert into answers (submission_id, ${evidenceColumns.answer.join(', ')})
  values (?, ${evidenceColumns.answer.map(() => '?').join(', ')})`;

export async function insertAnswer(queries: Kysely<Tables>, answer: AnswersTable): Promise<void> {
  await inTransaction(queries, async (transaction) => {
    const values = evidenceColumns.answer.map((column) => answer[column]);
    directIn(transaction).run(insertion, [answer.submission_id, ...values]);
    linkEvidence(transaction, { kind: 'answer', submissionId: answer.submission_id, key: 0, rows: [values] });
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
