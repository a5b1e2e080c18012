import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStore, type Store } from '../../main/platform/db/store.ts';
import { historyQuestions, officeCompanies, type Question } from './history-questions.ts';
import { buildHistory, type HistorySize } from './history-rows.ts';
import { type BenchRow, printRows } from './verdict.ts';

/** The limit of the history: 19 of 20 answers to a question within this time. */
const maxP95Ms = 50;

const size = {
  submissions: 100_000,
  recordsEach: 50,
  companies: 150,
} as const satisfies HistorySize;
const tenth: HistorySize = { ...size, submissions: size.submissions / 10 };
/**
 * A tenth as well, of an office with a tenth of the companies: a company's quarter is as full as in
 * the whole.
 */
const smallOffice = { ...tenth, companies: officeCompanies };
const rounds = 40;

/**
 * Times the questions of the History at two sizes, one ten times the other; `ratio` is the growth.
 * Prints answers beyond the limit. With a folder, the two histories are kept for the next time.
 * `clockSetBack`: an office whose clock was once years ahead (`node test/bench/history.ts FOLDER
 * clock`).
 */
export async function benchHistory(
  kept?: string,
  { more = [], clockSetBack = false }: { more?: readonly Question[]; clockSetBack?: boolean } = {},
): Promise<BenchRow[]> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'zubi-bench-history-'));
  try {
    const [small, office, large] = await Promise.all([
      openHistory(join(folder, 'small'), { ...tenth, clockSetBack }),
      openHistory(join(folder, 'office'), { ...smallOffice, clockSetBack }),
      openHistory(join(folder, 'large'), { ...size, clockSetBack }),
    ]);
    const megabytes = (statSync(join(folder, 'large', 'zubi.db')).size / 1e6).toFixed(0);
    console.log(
      `history: ${size.submissions} submissions, ${size.submissions * size.recordsEach} record results, ${megabytes} MB; and a tenth of it`,
    );
    const rows: BenchRow[] = [];
    for (const question of [...historyQuestions, ...more]) {
      rows.push(
        await compare(question, [question.against === 'small office' ? office : small, large]),
      );
    }
    for (const store of [small, office, large]) await store.close();
    return rows;
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function openHistory(folder: string, wanted: HistorySize): Promise<Store> {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    await buildHistory(folder, wanted);
  }
  return openStore(folder, () => new Date('2026-11-21T09:00:00Z'));
}

async function compare(
  { name, ask, against }: Question,
  stores: readonly [Store, Store],
): Promise<BenchRow> {
  const times: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round += 1) {
    for (const index of [0, 1] as const) {
      const start = performance.now();
      await ask(stores[index], Math.max(0, round));
      if (round >= 0) times[index].push(performance.now() - start);
    }
  }
  const [small, large] = times.map(atPercent95) as [number, number];
  const [smallMiddle, largeMiddle] = times.map(middle) as [number, number];
  if (large > maxP95Ms) console.log(`beyond ${maxP95Ms} ms: ${name}, ${large.toFixed(1)} ms`);
  return {
    name: `history, ${name} (p95; ratio of medians)`,
    ours_ms: large,
    other:
      against === 'small office' ? 'a tenth, of a tenth of the companies' : 'a tenth of the rows',
    other_ms: small,
    ratio: largeMiddle / smallMiddle,
  };
}

const middle = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const atPercent95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , folder, clock] = process.argv;
  printRows(await benchHistory(folder, { clockSetBack: clock === 'clock' }));
}
