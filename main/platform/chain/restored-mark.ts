import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { readHistoryId } from '../db/chain-rows.ts';
import { createQueries } from '../db/connection.ts';
import { openReader } from '../db/connection-settings.ts';
import { readLastLink } from '../db/evidence-links.ts';
import { readJson } from '../files/read-json.ts';
import type { Vault } from '../ports.ts';
import { currentKey, keyOf } from './evidence-key.ts';
import type { Found } from './question.ts';
import { witnessSchema } from './witness.ts';

/** A file beside a history that this application has restored, until the queue has been checked. */
export const restoredMark = 'restored.json';

/** Its key is null also where the keys were locked. */
const markSchema = witnessSchema.omit({ submission: true });
type RestoredMark = z.infer<typeof markSchema>;

const toText = ({ at, history, number, hash }: RestoredMark): string =>
  JSON.stringify([at, history, number, hash]);

/** The mark for a history that is about to be restored, as JSON. */
export async function makeRestoredMark(database: string, vault: Vault, at: Date): Promise<string> {
  const mark = { at: at.toISOString(), ...(await readEnd(database)), keyId: null, code: null };
  using key = await currentKey(vault).catch(() => null);
  if (key === null) return JSON.stringify(mark);
  const code = key.code('restored', toText(mark)).toString('hex');
  return JSON.stringify({ ...mark, keyId: key.id, code });
}

async function readEnd(path: string): Promise<{ history: string; number: number; hash: string }> {
  await using queries = createQueries(openReader(path));
  return { history: await readHistoryId(queries), ...(await readLastLink(queries)) };
}

/**
 * Whether this application itself has just restored the history. `bare`: marks have no code here,
 * because no key outlives the process.
 */
export async function wasRestored(
  dataFolder: string,
  { vault, found, bare }: { readonly vault: Vault; readonly found: Found; readonly bare: boolean },
): Promise<boolean> {
  const mark = readJson(join(dataFolder, restoredMark), markSchema);
  if (mark === null || mark.history !== found.history) return false;
  if (((await found.hashOf(mark.number)) ?? '') !== mark.hash) return false;
  if (mark.keyId === null || mark.code === null) return bare;
  using key = await keyOf(vault, mark.keyId).catch(() => null);
  return key?.isOwn('restored', toText(mark), Buffer.from(mark.code, 'hex')) ?? false;
}

/**
 * Whether the history was just restored over a later one, in this run or in one that was killed
 * before the queue was checked.
 */
export function isFromEarlier(dataFolder: string): boolean {
  return existsSync(join(dataFolder, restoredMark));
}

/** Removes the mark, once the queue has been checked. */
export function forgetEarlier(dataFolder: string): void {
  rmSync(join(dataFolder, restoredMark), { force: true });
}
