import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { createCommonWordsGatherer } from '../../main/store/common-words-writer.ts';
import { createQueries, openConnection } from '../../main/store/connection.ts';
import { transact } from '../../main/store/direct.ts';
import { openStore, type Store } from '../../main/store/store.ts';
import { moveSubmission } from '../../main/store/submissions.ts';
import { liveLong } from '../integration/history/random-life.ts';
import { writeDueWords } from '../integration/store/due-words.ts';

/** Blocks so small that a short life fills some; the large ones are not taken for short. */
export const blockSizes = { rows: [32, 544], share: 8 };

/** Nothing is on its way any more. */
export async function settle({ queries }: Pick<Store, 'queries'>): Promise<void> {
  const moving = await queries
    .selectFrom('submissions')
    .select(['id', 'state'])
    .where('state', 'in', ['queued', 'sending'])
    .execute();
  await transact(queries, (direct) => {
    for (const { id, state } of moving) moveSubmission(direct, id, state, { state: 'accepted' });
  });
}

/** Gathers all common words of a history in which nothing is due. */
export function gatherAll(
  folder: string,
  rows: readonly number[] = blockSizes.rows,
): Promise<void> {
  return withDatabase(folder, async (database) => {
    const size = { ...blockSizes, rows, strokeMs: 50 };
    const gather = createCommonWordsGatherer(createQueries(database), database, size);
    while (await gather());
  });
}

async function withDatabase(
  folder: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openConnection(join(folder, 'zubi.db'), { mustExist: true });
  try {
    await work(database);
  } finally {
    database.close();
  }
}

/**
 * A history of some 600 submissions at rest, of which the words of the first 256 are gathered, in
 * small blocks.
 */
export async function makeLivedHistory(folder: string): Promise<void> {
  const store = await openStore(folder, () => new Date('2026-11-21T09:00:00Z'));
  await liveLong(store, { seed: 5, steps: 1160, isClockWrong: false });
  await settle(store);
  await writeDueWords(store);
  await store.close();
  await gatherAll(folder, [32]);
  await withDatabase(folder, async (database) => {
    database.exec('delete from word_blocks where first >= 256');
  });
}
