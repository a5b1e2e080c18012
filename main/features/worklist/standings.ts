import type { Core } from '../core.ts';
import { findStandings, type RecordStanding } from './record-history.ts';

/** Identities in one statement: it holds the thread for some milliseconds. */
const perStatement = 1000;

/**
 * What last happened to each record, by its place in the list; statement by statement, letting
 * others work in between.
 */
export async function readStandings(
  core: Core,
  identities: readonly string[],
): Promise<ReadonlyMap<number, RecordStanding>> {
  const standings = new Map<number, RecordStanding>();
  for (let start = 0; start < identities.length; start += perStatement) {
    const part = identities.slice(start, start + perStatement);
    for (const standing of await findStandings(core.store.queries, part))
      standings.set(start + standing.index, standing);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return standings;
}
