import type { Direct } from './direct.ts';
import {
  type ChangingKind,
  digestRows,
  type EvidenceKind,
  type EvidenceValues,
  hashLink,
  selectEvidence,
} from './evidence.ts';

/** The chain's last link; number 0 and no hash where there is none yet. */
export interface LastLink {
  readonly number: number;
  readonly hash: string;
}

/** Adds a link to the chain; called in the transaction that writes what it stands for. */
export function linkEvidence(
  direct: Direct,
  link: { kind: EvidenceKind; subjectId: string; key: number; rows: Iterable<EvidenceValues> },
): void {
  const { kind, subjectId: subject_id, key } = link;
  const digest = digestRows(link.rows);
  const hash = hashLink(readLastLink(direct).hash, { kind, subject_id, key, digest });
  direct.run(
    'insert into evidence_links (kind, subject_id, key, digest, hash, seal) values (?, ?, ?, ?, ?, ?)',
    [kind, subject_id, key, digest, hash, direct.seal(hash)],
  );
}

/** Links a submission or a company as it stands now; called whenever evidence of it has changed. */
export function linkAsItStands(direct: Direct, kind: ChangingKind, id: string): void {
  const values = direct.first(selectEvidence(kind), [id, 0]);
  linkEvidence(direct, { kind, subjectId: id, key: 0, rows: values ? [values] : [] });
}

/** In a transaction, or in turn: what another has not committed must not be seen. */
export function readLastLink(direct: Direct): LastLink {
  const [number, hash] = direct.first(
    'select id, hash from evidence_links order by id desc limit 1',
    [],
  ) ?? [0, ''];
  return { number: Number(number), hash: String(hash) };
}
