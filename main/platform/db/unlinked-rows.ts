import type { Database } from 'better-sqlite3';
import { chainSubject, type EvidenceKind } from './evidence.ts';

/** A row of evidence without its link: somebody added it past the application. */
interface UnlinkedRow {
  readonly subject_id: string;
  readonly kind: EvidenceKind;
}

const links = (kind: EvidenceKind, column: 'subject_id' | 'key') =>
  `select ${column} from evidence_links where kind = '${kind}'`;

/** The first row of evidence without its link, anywhere in the history. */
export function findUnlinked(database: Database): UnlinkedRow | undefined {
  return database
    .prepare<[], UnlinkedRow>(`
    select id as subject_id, 'submission' as kind from submissions
      where id not in (${links('submission', 'subject_id')})
    union all select submission_id, 'event' from submission_events
      where id not in (${links('event', 'key')})
    union all select submission_id, 'answer' from answers
      where submission_id not in (${links('answer', 'subject_id')})
    union all select submission_id, 'answer' from later_answers
      where (submission_id, number) not in
        (select subject_id, key from evidence_links where kind = 'answer')
    union all select distinct submission_id, 'records' from record_results
      where submission_id not in (${links('records', 'subject_id')})
    union all select id, 'company' from companies
      where id not in (${links('company', 'subject_id')})
    union all select company_id, 'authorization' from authorization_events
      where id not in (${links('authorization', 'key')})
    union all select '${chainSubject}', 'chain' from chain_events
      where id not in (${links('chain', 'key')})
    limit 1`)
    .get();
}

/** Whether an event, an answer or a record's result of a submission has no link. */
export function hasUnlinked(database: Pick<Database, 'prepare'>, submissionId: string): boolean {
  const own = (kind: EvidenceKind) =>
    `select key from evidence_links where subject_id = $id and kind = '${kind}'`;
  const found = database
    .prepare(`
    select 1 from submission_events where submission_id = $id and id not in (${own('event')})
    union all select 1 from answers where submission_id = $id and 0 not in (${own('answer')})
    union all select 1 from later_answers
      where submission_id = $id and number not in (${own('answer')})
    union all select 1 from record_results
      where submission_id = $id and not exists (${own('records')})
    limit 1`)
    .get({ id: submissionId });
  return found !== undefined;
}
