import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { ZubiError } from '../../contract/errors.ts';
import type { SubmissionFilter } from '../../contract/submission.ts';
import { checkHistory } from '../../main/store/check.ts';
import { listSubmissions } from '../../main/store/history-pages.ts';
import { openStore } from '../../main/store/store.ts';
import { createRandom } from '../fixtures/ledger/random.ts';
import { makeFilter } from '../integration/history/any-filter.ts';
import { makeDice } from '../integration/history/random-life.ts';
import { lookAtAll } from '../integration/history/slow-query.ts';
import { writeDueWords } from '../integration/store/due-words.ts';
import { gatherAll, makeLivedHistory } from './lived-history.ts';

/** What was found; the list of faults must be empty. */
export interface GatheringCampaign {
  readonly rounds: number;
  /** Kills after which a block was found that had been begun, and no more. */
  readonly halfGathered: number;
  /** Questions with an answer. */
  readonly answered: number;
  readonly faults: readonly string[];
}

const longestLifeMs = 400;

/**
 * Kills a process that gathers common words, while submissions change, with SIGKILL at random
 * moments. Each time the history is whole, and a search finds what a look at every row finds: with
 * the bits that are there, and when all have been gathered anew. The next round goes on from it.
 */
export async function killGathering(options: {
  rounds: number;
  seed: number;
}): Promise<GatheringCampaign> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-gathering-'));
  const random = createRandom(options.seed);
  const faults: string[] = [];
  let [halfGathered, answered] = [0, 0];
  try {
    await makeLivedHistory(folder);
    for (let round = 1; round <= options.rounds; round += 1) {
      await killAfter(folder, options.seed + round, random.int(0, longestLifeMs));
      const found = await lookAtHistory(folder, options.seed + round);
      halfGathered += Number(found.isHalf);
      answered += found.answered;
      faults.push(...found.faults.map((fault) => `round ${round}: ${fault}`));
    }
    return { rounds: options.rounds, halfGathered, answered, faults };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killAfter(folder: string, seed: number, laterMs: number): Promise<void> {
  const script = fileURLToPath(new URL('./gatherer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  await wait(laterMs);
  child.kill('SIGKILL');
  const [, signal] = await closed;
  if (signal !== 'SIGKILL') throw new Error('the gatherer ended by itself');
}

/** Answered by bits wherever there are any. */
const commonFilters: readonly SubmissionFilter[] = [
  ...['bizkaia facturas', 'gastos bizkaia sl', '2026 xml'].flatMap(
    (text) => [{ text }, { text, model: '240' }] as const,
  ),
  { text: 'talleres bizkaia', states: ['accepted'] },
  { text: 'gastos facturas' },
];

/**
 * What is wrong with a history in which common words may have been half gathered. It is gathered to
 * the end, and looked at once more.
 */
export async function lookAtHistory(folder: string, seed: number) {
  const path = join(folder, 'zubi.db');
  const roll = makeDice(seed);
  const faults: string[] = [];
  let answered = 0;
  const store = await openStore(folder, () => new Date());
  const ask = async (when: string) => {
    const seen = await lookAtAll(store);
    for (const filter of [
      ...commonFilters,
      ...Array.from({ length: 15 }, () => makeFilter(roll)),
    ]) {
      const { rows } = await listSubmissions(store.queries, filter, { before: null, limit: 2000 });
      const expected = seen.find(filter);
      answered += Number(expected.length > 0);
      const isSame = isDeepStrictEqual(
        rows.map(({ sequence }) => sequence),
        expected,
      );
      if (!isSame) faults.push(`${when}: ${JSON.stringify(filter)}`);
    }
  };
  try {
    const begun = await sql`select 1 from word_blocks where not is_whole`.execute(store.queries);
    const isHalf = begun.rows.length > 0;
    checkHistory(path, 'full');
    await writeDueWords(store);
    await ask('after the kill');
    await gatherAll(folder);
    checkHistory(path, 'full');
    await ask('gathered');
    return { isHalf, answered, faults };
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    return {
      isHalf: false,
      answered,
      faults: [...faults, JSON.stringify([error.code, error.details])],
    };
  } finally {
    await store.close();
  }
}
