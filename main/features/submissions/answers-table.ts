import type { Kysely } from 'kysely';
import type { Direct } from '../../platform/db/direct.ts';
import { evidenceColumns } from '../../platform/db/evidence.ts';
import { linkEvidence } from '../../platform/db/evidence-links.ts';
import type { AnswersTable, Tables } from '../../platform/db/tables.ts';

const insertion = `insert into answers (submission_id, ${evidenceColumns.answer.join(', ')})
  values (?, ${evidenceColumns.answer.map(() => '?').join(', ')})`;

/** In a transaction. Keeps an answer as it came, with its link of the chain. */
export function insertAnswer(direct: Direct, answer: AnswersTable): void {
  const values = evidenceColumns.answer.map((column) => answer[column]);
  direct.run(insertion, [answer.submission_id, ...values]);
  linkEvidence(direct, {
    kind: 'answer',
    subjectId: answer.submission_id,
    key: 0,
    rows: [values],
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
