import { sql } from 'kysely';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { evidenceColumns } from '../../platform/db/evidence.ts';
import { linkEvidence } from '../../platform/db/evidence-links.ts';
import type {
  AnswersTable,
  LaterAnswersTable,
  Queries,
  Transaction,
} from '../../platform/db/tables.ts';

/** Stores an answer as it came, with its link of the chain. */
export async function insertAnswer(transaction: Transaction, answer: AnswersTable): Promise<void> {
  await transaction.insertInto('answers').values(answer).execute();
  const rows = [evidenceColumns.answer.map((column) => answer[column])];
  const subjectId = answer.submission_id;
  await linkEvidence(transaction, { kind: 'answer', subjectId, key: 0, rows });
}

type KeptAnswer = AnswersTable & { readonly isLater: boolean };
const columns = ['submission_id', ...evidenceColumns.answer] as const;

/** The answers, newest first: those to later questions (`isLater`), then the first. */
export async function listAnswers(
  queries: Queries,
  submissionId: string,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<readonly KeptAnswer[]> {
  const of = <Table extends 'answers' | 'later_answers'>(table: Table) =>
    queries
      .selectFrom(table as 'answers')
      .select(columns)
      .where('submission_id', '=', submissionId)
      .limit(limit);
  const later = await of('later_answers').orderBy(sql`number`, 'desc').execute();
  const first = later.length < limit ? await of('answers').execute() : [];
  return [
    ...later.map((answer) => ({ ...answer, isLater: true })),
    ...first.map((answer) => ({ ...answer, isLater: false })),
  ];
}

/** The newest answer. */
export async function findAnswer(
  queries: Queries,
  submissionId: string,
): Promise<KeptAnswer | undefined> {
  return (await listAnswers(queries, submissionId, 1))[0];
}

/** Stores a later answer of the service, beside the first. */
export async function insertLaterAnswer(
  transaction: Transaction,
  answer: Omit<LaterAnswersTable, 'number'>,
): Promise<void> {
  const { submission_id } = answer;
  const next = sql<number>`(select coalesce(max(number), 0) + 1 from later_answers
    where submission_id = ${submission_id})`;
  const { number } = await transaction
    .insertInto('later_answers')
    .values({ ...answer, number: next })
    .returning('number')
    .executeTakeFirstOrThrow();
  const rows = [evidenceColumns.answer.map((column) => answer[column])];
  await linkEvidence(transaction, { kind: 'answer', subjectId: submission_id, key: number, rows });
}

/** The last answer of a service. */
export async function findNewestAnswer(
  queries: Queries,
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
