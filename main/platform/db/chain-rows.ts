import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Direct } from './direct.ts';
import { chainSubject } from './evidence.ts';
import { linkEvidence } from './evidence-links.ts';

/**
 * What the chain says of itself: under which key the links from here on are sealed, a head that
 * was signed, a copy that was put in the history's place, a history that went back and was gone on
 * with.
 */
export const chainEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), keyId: z.string(), publicKey: z.string() }),
  z.object({
    kind: z.literal('head'),
    /** Day in Bizkaia, as `2026-11-23`. */
    day: z.string(),
    number: z.number().int(),
    hash: z.string(),
    publicKey: z.string(),
    signature: z.string(),
  }),
  z.object({ kind: z.literal('restored'), known: z.number().int().nullable() }),
  z.object({
    kind: z.literal('continued'),
    reason: z.string(),
    /** Number of the last link that was known, null where that could not be read. */
    known: z.number().int().nullable(),
    found: z.number().int(),
    note: z.string(),
  }),
]);
export type ChainEvent = z.infer<typeof chainEventSchema>;
type EventOf<Kind extends ChainEvent['kind']> = Extract<ChainEvent, { kind: Kind }>;

/** In a transaction. Writes down what becomes of the chain, with its link. */
export function addChainEvent(direct: Direct, at: string, { kind, ...data }: ChainEvent): void {
  const values = [at, kind, JSON.stringify(data)];
  const { id } = direct.run('insert into chain_events (at, kind, data) values (?, ?, ?)', values);
  linkEvidence(direct, { kind: 'chain', subjectId: chainSubject, key: id, rows: [values] });
}

/** The newest event of a kind, with its instant. */
export function findChainEvent<Kind extends ChainEvent['kind']>(
  direct: Direct,
  kind: Kind,
): (EventOf<Kind> & { readonly at: string }) | undefined {
  const row = direct.first(
    'select at, data from chain_events where kind = ? order by id desc limit 1',
    [kind],
  );
  return row && { ...(toEvent(kind, row[1]) as EventOf<Kind>), at: String(row[0]) };
}

/** The key event that was in force at a link, by the link's number; undefined before the first. */
export function keyEventsOf(database: Pick<Database, 'prepare'>): readonly {
  readonly link: number;
  readonly keyId: string;
}[] {
  const rows = database
    .prepare(
      `select link.id, event.data from evidence_links as link
        join chain_events as event on event.id = link.key and event.kind = 'key'
        where link.subject_id = ? and link.kind = 'chain' order by link.id`,
    )
    .raw()
    .all(chainSubject) as [number, string][];
  return rows.flatMap(([link, data]) => {
    const event = toEvent('key', data);
    return event.kind === 'key' ? [{ link, keyId: event.keyId }] : [];
  });
}

export function toEvent(kind: string, data: unknown): ChainEvent {
  return chainEventSchema.parse({ ...JSON.parse(String(data)), kind });
}

/** The random identifier that a history has from its first day; its copies have the same. */
export function readHistoryId(direct: Direct): string {
  return String(direct.first('select history from history_identity', [])?.[0] ?? '');
}

/** The newest link has no seal: one that is set now speaks for all links before it. */
export function sealNewest(direct: Direct): void {
  const link = direct.first(
    'select id, hash from evidence_links where seal is null order by id desc limit 1',
    [],
  );
  const last = direct.first('select max(id) from evidence_links', [])?.[0];
  if (!link || link[0] !== last) return;
  const seal = direct.seal(String(link[1]));
  if (seal) direct.run('update evidence_links set seal = ? where id = ?', [seal, link[0]]);
}

/** Number of the newest link that has a seal; 0 where none has. */
export function lastSealed(direct: Direct): number {
  const row = direct.first(
    'select id from evidence_links where seal is not null order by id desc limit 1',
    [],
  );
  return Number(row?.[0] ?? 0);
}

/** Number of the newest submission; 0 where there is none. */
export function lastSubmission(direct: Direct): number {
  return Number(direct.first('select max(sequence) from submissions', [])?.[0] ?? 0);
}

export function hashOfLink(direct: Direct, number: number): string | null {
  const row = direct.first('select hash from evidence_links where id = ?', [number]);
  return row ? String(row[0]) : null;
}

/** The ids of all keys that sealed links, the oldest first. */
export function listKeyIds(direct: Direct): readonly string[] {
  const events = direct.rows<{ data: string }>(
    "select data from chain_events where kind = 'key' order by id",
    [],
  );
  const ids = events.flatMap(({ data }) => {
    const event = toEvent('key', data);
    return event.kind === 'key' ? [event.keyId] : [];
  });
  return [...new Set(ids)];
}

/** Where the chain did not simply go on, the oldest first; its first key is no such place. */
export function listBreaks(
  direct: Direct,
): readonly { readonly at: string; readonly kind: 'key' | 'restored' | 'continued' }[] {
  const events = direct.rows<{ at: string; kind: 'key' | 'restored' | 'continued' }>(
    "select at, kind from chain_events where kind <> 'head' order by id",
    [],
  );
  const first = events.findIndex(({ kind }) => kind === 'key');
  return events.filter((_, index) => index !== first);
}
