import type { Direct } from './direct.ts';
import {
  digestRows,
  type EvidenceKind,
  type EvidenceValues,
  evidenceColumns,
  hashLink,
} from './evidence.ts';

/** Adds a link to the chain; called in the transaction that writes what it stands for. */
export function linkEvidence(
  direct: Direct,
  link: { kind: EvidenceKind; submissionId: string; key: number; rows: Iterable<EvidenceValues> },
): void {
  const [last] = direct.first('select hash from evidence_links order by id desc limit 1', []) ?? [];
  const { kind, submissionId: submission_id, key } = link;
  const digest = digestRows(link.rows);
  const hash = hashLink(String(last ?? ''), { kind, submission_id, key, digest });
  direct.run(
    'insert into evidence_links (kind, submission_id, key, digest, hash) values (?, ?, ?, ?, ?)',
    [...[kind, submission_id, key, digest, hash]],
  );
}

const selectSubmission = `select ${evidenceColumns.submission.join(', ')} from submissions where id = ?`;

/** Links a submission as it stands now; called whenever one of its columns has changed. */
export function linkSubmission(direct: Direct, id: string): void {
  const values = direct.first(selectSubmission, [id]);
  linkEvidence(direct, {
    kind: 'submission',
    submissionId: id,
    key: 0,
    rows: values ? [values] : [],
  });
}
