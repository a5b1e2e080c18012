import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { chainSubject, changedEvidence } from './evidence.ts';

/**
 * Events of the chain itself: the key from here on, a signed head, a restored copy, and a history
 * that went back and was accepted.
 */
const chainEventSchema = z.discriminatedUnion('kind', [
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
    /** Number of the last known link, null when it could not be read. */
    known: z.number().int().nullable(),
    found: z.number().int(),
    note: z.string(),
  }),
]);
export type ChainEvent = z.infer<typeof chainEventSchema>;
export type ChainEventOf<Kind extends ChainEvent['kind']> = Extract<ChainEvent, { kind: Kind }>;

/** The events that put a key in force, with the numbers of their links, in their order. */
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
  return rows.map(([link, data]) => ({ link, keyId: toEvent('key', data).keyId }));
}

/** Throws `database_damaged`: SQLite does not notice a changed byte of a text. */
export function toEvent<Kind extends ChainEvent['kind']>(
  kind: Kind,
  data: string,
): ChainEventOf<Kind> {
  try {
    return chainEventSchema.parse({ ...JSON.parse(data), kind }) as ChainEventOf<Kind>;
  } catch {
    throw changedEvidence('chain', chainSubject);
  }
}
