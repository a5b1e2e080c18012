import type { Database } from 'better-sqlite3';
import type { Selectable } from 'kysely';
import { ZubiError } from '../../../contract/errors.ts';
import { digestOfGzip } from '../files/compression.ts';
import { keyEventsOf, toEvent } from './chain-events.ts';
import {
  chainSubject,
  changedEvidence,
  digestRows,
  type EvidenceKind,
  hashLink,
  selectEvidence,
  selectLaterAnswer,
} from './evidence.ts';
import type { LastLink } from './evidence-links.ts';
import { isSigned } from './head-signature.ts';
import { findMoved, isMoved } from './sealed-place.ts';
import type { Tables } from './tables.ts';
import { findUnlinked, hasUnlinked } from './unlinked-rows.ts';

type Link = Readonly<Selectable<Tables['evidence_links']>>;

/** Whether the key of that id made the seal; null when the key is not available. */
export type VerifySeal = (keyId: string, hash: string, seal: Uint8Array) => boolean | null;

/** What the check of a chain needs. */
export interface ChainCheck {
  readonly checkpoint: () => void;
  /** Null without keys: then links are followed, and seals are only counted. */
  readonly verify: VerifySeal | null;
  /** A link known from outside the database: it must exist with this hash. */
  readonly known: LastLink | null;
}

/** The result for the chain's seals. */
export interface ChainFindings {
  /** Number of links. */
  readonly links: number;
  /** Number of the newest link with a verified seal; it covers all links before it. */
  readonly sealedUpTo: number;
  /** Links whose seal has a key that is not available. */
  readonly unverified: number;
}

/**
 * Follows the chain of evidence from its first link, compares each with its rows and its seal, and
 * every document with its name. Throws `database_damaged` with the submission or document. Takes
 * long on a long history: run it in a thread of its own, with a `checkpoint` that may throw to stop
 * the work.
 */
export function checkChain(database: Database, check: ChainCheck): ChainFindings {
  const digestOf = readDigests(database);
  const keyOf = readKeys(database);
  let previous = '';
  let [links, sealedUpTo, unverified] = [0, 0, 0];
  for (const link of database
    .prepare('select * from evidence_links order by id')
    .iterate() as Iterable<Link>) {
    check.checkpoint();
    links += 1;
    // What is missing may be of any subject: the next link's is not to blame.
    if (link.id !== links) throw changedEvidence('chain', chainSubject);
    if (hashLink(previous, link) !== link.hash) throw changedEvidence('chain', link.subject_id);
    if (link.id === check.known?.number && link.hash !== check.known.hash)
      throw changedEvidence('known', link.subject_id);
    const isSealed = verifySeal(link, keyOf(link.id), check.verify);
    if (isSealed === false) throw changedEvidence('seal', link.subject_id);
    if (isSealed) sealedUpTo = link.id;
    else if (link.seal !== null) unverified += 1;
    if (!isChanging(link.kind) && digestOf(link) !== link.digest)
      throw changedEvidence(link.kind, link.subject_id);
    previous = link.hash;
  }
  if (check.known && check.known.number > links) throw changedEvidence('known', chainSubject);
  checkNewest(database, digestOf, check.checkpoint);
  const unlinked = findUnlinked(database);
  if (unlinked) throw changedEvidence(unlinked.kind, unlinked.subject_id);
  const movedId = findMoved(database);
  if (movedId !== undefined) throw changedEvidence('submission', movedId);
  checkHeads(database);
  checkDocuments(database, check.checkpoint);
  return { links, sealedUpTo, unverified };
}

/** Quick, so that a start finds links that were deleted. Throws as `checkChain`. */
export function requireNoGap(database: Database): void {
  const isWhole = 'select count(*) = coalesce(max(id), 0) from evidence_links';
  if (!database.prepare(isWhole).pluck().get()) throw changedEvidence('chain', chainSubject);
}

function verifySeal(
  { hash, seal }: Link,
  keyId: string | null,
  verify: VerifySeal | null,
): boolean | null {
  if (seal === null || verify === null) return null;
  // No key can have sealed it: the first key seals from here on.
  if (keyId === null) return false;
  return verify(keyId, hash, seal);
}

/** What the check of one submission needs. */
export interface IntactCheck {
  readonly verify: VerifySeal | null;
  /** Whether links at the chain's end may still wait for their seal. */
  readonly mayWait: boolean;
}

/**
 * Checks the links of one submission; false when any of it is not as written, or was added without
 * a link. The next seal covers what was written while the key was not available.
 */
export function isIntact(
  database: Pick<Database, 'prepare'>,
  submissionId: string,
  check: IntactCheck,
): boolean {
  const digestOf = readDigests(database);
  const keyOf = readKeys(database);
  const links = database
    .prepare(
      `select link.*, coalesce(before.hash, '') as previous from evidence_links link
        left join evidence_links before on before.id = link.id - 1 where link.subject_id = ? order by link.id`,
    )
    .all(submissionId) as (Link & { previous: string })[];
  const last = links.findLast((link) => link.kind === 'submission');
  return (
    last !== undefined &&
    !hasUnlinked(database, submissionId) &&
    links.every(
      (link) =>
        hashLink(link.previous, link) === link.hash &&
        isSpokenFor(database, link, { ...check, keyOf }) &&
        ((link.kind === 'submission' && link !== last) || digestOf(link) === link.digest),
    ) &&
    // Last: it reads inside an event, which must be as written.
    !isMoved(database, submissionId)
  );
}

/** Follows the chain from a link to the next sealed one, or to its end. */
function isSpokenFor(
  database: Pick<Database, 'prepare'>,
  link: Link,
  { verify, mayWait, keyOf }: IntactCheck & { readonly keyOf: KeyOf },
): boolean {
  const isOwn = (each: Link) => verifySeal(each, keyOf(each.id), verify) !== false;
  if (link.seal !== null) return isOwn(link);
  let previous = link.hash;
  for (const next of database
    .prepare('select * from evidence_links where id > ? order by id')
    .iterate(link.id) as Iterable<Link>) {
    if (hashLink(previous, next) !== next.hash) return false;
    if (next.seal !== null) return isOwn(next);
    previous = next.hash;
  }
  return mayWait;
}

/** The id of the key in force at a link; null before the first key. */
type KeyOf = (link: number) => string | null;

function readKeys(database: Pick<Database, 'prepare'>): KeyOf {
  const events = keyEventsOf(database);
  return (link) => events.findLast((event) => event.link <= link)?.keyId ?? null;
}

const isChanging = (kind: EvidenceKind): boolean => kind === 'submission' || kind === 'company';

type DigestOf = (link: Pick<Link, 'kind' | 'subject_id' | 'key'>) => string;

function readDigests(database: Pick<Database, 'prepare'>): DigestOf {
  const kinds = ['submission', 'event', 'answer', 'records', 'company', 'authorization'] as const;
  const statements = new Map(
    [...kinds, chainSubject].map((kind) => [
      String(kind),
      database.prepare(selectEvidence(kind as EvidenceKind)).raw(),
    ]),
  );
  const later = database.prepare(selectLaterAnswer).raw();
  return ({ kind, subject_id: id, key }) => {
    // Row by row: all records of a file with ten thousand would fill the memory at once.
    const isLater = kind === 'answer' && key > 0;
    const statement = isLater ? later : statements.get(kind);
    const rows = statement?.iterate(id, key) ?? [];
    return digestRows(rows as Iterable<unknown[]>);
  };
}

/** Submissions and companies change: only the newest link of each shows the current row. */
function checkNewest(database: Database, digestOf: DigestOf, checkpoint: () => void): void {
  const newest = database.prepare(`
    select kind, subject_id, digest from evidence_links where id in (
      select max(id) from evidence_links where kind in ('submission', 'company')
      group by kind, subject_id)`);
  for (const { kind, subject_id, digest } of newest.iterate() as Iterable<Link>) {
    checkpoint();
    if (digestOf({ kind, subject_id, key: 0 }) !== digest) throw changedEvidence(kind, subject_id);
  }
}

/** A signed head still has its place and hash; anyone can verify this without a key. */
function checkHeads(database: Database): void {
  const heads = database.prepare(`
    select head.data, link.hash, (select history from history_identity) as history
    from chain_events as head
    left join evidence_links as link on link.id = json_extract(head.data, '$.number')
    where head.kind = 'head'`);
  type Row = { readonly data: string; readonly hash: string | null; readonly history: string };
  for (const { data, hash, history } of heads.iterate() as Iterable<Row>) {
    const head = toEvent('head', data);
    if (head.hash !== hash || !isSigned({ ...head, history }))
      throw changedEvidence('head', chainSubject);
  }
}

/** A document's name is the SHA-256 of its bytes; a sent one is evidence. */
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
