import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../contract/errors.ts';
import { digestOfGzip } from './compression.ts';
import { digestRows, type EvidenceKind, evidenceColumns, hashLink } from './evidence.ts';

interface Link {
  readonly id: number;
  readonly kind: EvidenceKind;
  readonly submission_id: string;
  readonly key: number;
  readonly digest: string;
  readonly hash: string;
}

/**
 * Follows the chain of evidence from its first link, compares each with what it stands for, and
 * every document with its name. Throws `database_damaged` that says which submission or document.
 * Long on a long history: for a thread of its own, with a `checkpoint` that may throw to give the
 * work up.
 */
export function checkChain(database: Database, checkpoint: () => void): void {
  const digestOf = readDigests(database);
  let previous = '';
  let expected = 1;
  for (const link of database
    .prepare('select * from evidence_links order by id')
    .iterate() as Iterable<Link>) {
    checkpoint();
    if (link.id !== expected || hashLink(previous, link) !== link.hash)
      throw changed('chain', link.submission_id);
    if (link.kind !== 'submission' && digestOf(link) !== link.digest)
      throw changed(link.kind, link.submission_id);
    previous = link.hash;
    expected += 1;
  }
  checkSubmissions(database, digestOf, checkpoint);
  checkNothingIsMissing(database);
  checkDocuments(database, checkpoint);
}

/**
 * The part of the chain that is about one submission; false when any of it is not as it was
 * written.
 */
export function isIntact(database: Pick<Database, 'prepare'>, submissionId: string): boolean {
  const digestOf = readDigests(database);
  const links = database
    .prepare(
      `select link.*, coalesce(before.hash, '') as previous from evidence_links link
        left join evidence_links before on before.id = link.id - 1 where link.submission_id = ? order by link.id`,
    )
    .all(submissionId) as (Link & { previous: string })[];
  const last = links.findLast((link) => link.kind === 'submission');
  return (
    last !== undefined &&
    links.every(
      (link) =>
        hashLink(link.previous, link) === link.hash &&
        ((link.kind === 'submission' && link !== last) || digestOf(link) === link.digest),
    )
  );
}

type DigestOf = (link: Pick<Link, 'kind' | 'submission_id' | 'key'>) => string;

function readDigests(database: Pick<Database, 'prepare'>): DigestOf {
  const select = (kind: EvidenceKind, rest: string) =>
    database.prepare(`select ${evidenceColumns[kind].join(', ')} from ${rest}`).raw();
  const submission = select('submission', 'submissions where id = ?');
  const event = select('event', 'submission_events where submission_id = ? and id = ?');
  const answer = select('answer', 'answers where submission_id = ?');
  const records = select('records', 'record_results where submission_id = ? order by position');
  return ({ kind, submission_id: id, key }) => {
    // Row by row: all of a file with ten thousand records would lie in memory at once.
    const rows =
      kind === 'event' ? event.iterate(id, key) : { submission, answer, records }[kind].iterate(id);
    return digestRows(rows as Iterable<unknown[]>);
  };
}

/** A submission changes as it goes its way: only its newest link tells how it stands. */
function checkSubmissions(database: Database, digestOf: DigestOf, checkpoint: () => void): void {
  const newest = database.prepare(`
    select submission_id, digest from evidence_links
    where id in (select max(id) from evidence_links where kind = 'submission' group by submission_id)`);
  for (const { submission_id, digest } of newest.iterate() as Iterable<Link>) {
    checkpoint();
    if (digestOf({ kind: 'submission', submission_id, key: 0 }) !== digest)
      throw changed('submission', submission_id);
  }
}

/** Every row that is evidence has its link. */
function checkNothingIsMissing(database: Database): void {
  const unlinked = database
    .prepare(`
    select id as submission_id, 'submission' as kind from submissions
      where id not in (select submission_id from evidence_links where kind = 'submission')
    union all select submission_id, 'event' from submission_events where id not in (select key from evidence_links where kind = 'event')
    union all select submission_id, 'answer' from answers
      where submission_id not in (select submission_id from evidence_links where kind = 'answer')
    union all select distinct submission_id, 'records' from record_results
      where submission_id not in (select submission_id from evidence_links where kind = 'records')
    limit 1`)
    .get() as Link | undefined;
  if (unlinked) throw changed(unlinked.kind, unlinked.submission_id);
}

/** A document is named by the SHA-256 of its bytes; one that was sent is evidence. */
function checkDocuments(database: Database, checkpoint: () => void): void {
  for (const { sha256, gzip } of database
    .prepare('select sha256, gzip from documents')
    .iterate() as Iterable<{
    sha256: string;
    gzip: Uint8Array;
  }>) {
    checkpoint();
    if (digestOfGzip(gzip) !== sha256)
      throw new ZubiError('database_damaged', { cause: 'document', sha256 });
  }
}

function changed(kind: string, submissionId: string): ZubiError {
  return new ZubiError('database_damaged', { cause: 'evidence', kind, submissionId });
}
