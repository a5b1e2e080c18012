import { type ChainEvent, type ChainEventOf, toEvent } from './chain-events.ts';
import { sealHash } from './chain-seal.ts';
import { chainSubject } from './evidence.ts';
import { linkEvidence } from './evidence-links.ts';
import type { Queries, Transaction } from './tables.ts';

/** Writes an event of the chain with its link. */
export async function addChainEvent(
  transaction: Transaction,
  at: string,
  { kind, ...rest }: ChainEvent,
): Promise<void> {
  const data = JSON.stringify(rest);
  const { id } = await transaction
    .insertInto('chain_events')
    .values({ at, kind, data })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = [[at, kind, data]];
  await linkEvidence(transaction, { kind: 'chain', subjectId: chainSubject, key: id, rows });
}

/** The newest event of a kind, with its instant. */
export async function findChainEvent<Kind extends ChainEvent['kind']>(
  queries: Queries,
  kind: Kind,
): Promise<(ChainEventOf<Kind> & { readonly at: string }) | undefined> {
  const row = await queries
    .selectFrom('chain_events')
    .select(['at', 'data'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...toEvent(kind, row.data), at: row.at };
}

/** The random identifier of a history since its first day; its copies share it. */
export async function readHistoryId(queries: Queries): Promise<string> {
  const row = await queries.selectFrom('history_identity').select('history').executeTakeFirst();
  return row?.history ?? '';
}

/** The newest link has no seal: a seal set now covers all links before it. */
export async function sealNewest(transaction: Transaction): Promise<void> {
  const link = await transaction
    .selectFrom('evidence_links')
    .select(['id', 'hash', 'seal'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const seal = link?.seal === null ? sealHash(transaction, link.hash) : null;
  if (!link || !seal) return;
  await transaction.updateTable('evidence_links').set({ seal }).where('id', '=', link.id).execute();
}

/** Number of the newest sealed link; 0 when there is none. */
export async function lastSealed(queries: Queries): Promise<number> {
  const row = await queries
    .selectFrom('evidence_links')
    .select('id')
    .where('seal', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Number of the newest submission; 0 when there is none. */
export async function lastSubmission(queries: Queries): Promise<number> {
  const row = await queries
    .selectFrom('submissions')
    .select((build) => build.fn.max<number | null>('sequence').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

export async function hashOfLink(queries: Queries, number: number): Promise<string | null> {
  const row = await queries
    .selectFrom('evidence_links')
    .select('hash')
    .where('id', '=', number)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** The ids of all keys that sealed links, oldest first. */
export async function listKeyIds(queries: Queries): Promise<readonly string[]> {
  const events = await queries
    .selectFrom('chain_events')
    .select('data')
    .where('kind', '=', 'key')
    .orderBy('id')
    .execute();
  return [...new Set(events.map(({ data }) => toEvent('key', data).keyId))];
}

/** Where the chain did not simply continue, oldest first; its first key does not count. */
export async function listBreaks(
  queries: Queries,
): Promise<readonly { readonly at: string; readonly kind: Exclude<ChainEvent['kind'], 'head'> }[]> {
  const events = await queries
    .selectFrom('chain_events')
    .select(['at', 'kind'])
    .where('kind', '<>', 'head')
    .orderBy('id')
    .$narrowType<{ kind: Exclude<ChainEvent['kind'], 'head'> }>()
    .execute();
  const first = events.findIndex(({ kind }) => kind === 'key');
  return events.filter((_, index) => index !== first);
}
