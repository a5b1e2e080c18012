import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SubmissionFilter } from '../../contract/submission.ts';
import { readOverview } from '../../main/overview/handlers.ts';
import { listSubmissions } from '../../main/store/history-pages.ts';
import { openStore, type Store } from '../../main/store/store.ts';
import { countByState } from '../../main/store/submissions.ts';
import { buildHistory, type HistorySize } from './history-rows.ts';
import { type BenchRow, printRows } from './verdict.ts';

/** What the history promises: a page in 50 ms for 19 of 20, and ten times the rows in one and a half times the time. */
export const historyPromise = { p95Ms: 50, growth: 1.5 } as const;

const size = { submissions: 100_000, recordsEach: 50, companies: 150 } as const satisfies HistorySize;
const tenth: HistorySize = { ...size, submissions: size.submissions / 10 };
/** A tenth as well, of an office with a tenth of the companies: a company's quarter is as full as in the whole. */
const smallOffice = { ...tenth, companies: size.companies / 10 };
const rounds = 40;
const page = { before: null, limit: 50 } as const;

interface Question {
  readonly name: string;
  /** What it is compared with: the same companies with a tenth of the submissions each, unless said otherwise. */
  readonly against?: 'small office';
  readonly ask: (store: Store, round: number) => Promise<unknown>;
}

const list = (
  name: string,
  filter: (round: number) => SubmissionFilter,
  limit: number = page.limit,
): Question => ({
  name,
  ask: ({ queries }, round) => listSubmissions(queries, filter(round), { ...page, limit }),
});

/** Where each company has a tenth of the submissions, its quarter has about 5 rows to tell instead of 50: the same answer is one of 5 rows, or of an office with fewer companies. */
const companyInQuarter = (round: number): SubmissionFilter => ({
  companyId: `company-${1 + (round % smallOffice.companies)}`,
  from: '2025-07-01T00:00:00.000Z',
  to: '2025-09-30T22:00:00.000Z',
});

const questions: readonly Question[] = [
  list('first page', () => ({})),
  {
    name: 'a page in the middle',
    ask: ({ queries }, round) => listSubmissions(queries, {}, { before: 4000 + round * 100, limit: 50 }),
  },
  list('a company', (round) => ({ companyId: `company-${1 + round}` })),
  list('rejected', () => ({ states: ['rejected'] })),
  list('a state that none has', () => ({ states: ['failed', 'cancelled'] })),
  list('needs a person', () => ({ states: ['rejected', 'partially_accepted', 'unknown'] })),
  list('140, cancellations', () => ({ model: '140', operation: 'cancellation' })),
  list('a company, 140, unknown', (round) => ({
    companyId: `company-${1 + round}`,
    model: '140',
    states: ['unknown'],
  })),
  list('a month', () => ({ from: '2025-03-01T00:00:00.000Z', to: '2025-03-31T23:59:59.999Z' })),
  list('a quarter, rejected', () => ({
    from: '2025-07-01T00:00:00.000Z',
    to: '2025-09-30T22:00:00.000Z',
    states: ['rejected'],
  })),
  list('search: a common word', () => ({ text: 'bizkaia' })),
  list('search: an accent left out', () => ({ text: 'asesoria' })),
  list('search: two words', () => ({ text: 'talleres 2025' })),
  list('search: a common word, rejected', () => ({ text: 'bizkaia', states: ['rejected'] })),
  { ...list('a company, a quarter', companyInQuarter), against: 'small office' },
  list('a company, a quarter, 5 of a page', companyInQuarter, 5),
  {
    ...list('search: a common word, a company, a quarter', (round) => ({
      ...companyInQuarter(round),
      text: 'facturas',
    })),
    against: 'small office',
  },
  list(
    'search: a common word, a company, a quarter, 5 of a page',
    (round) => ({ ...companyInQuarter(round), text: 'facturas' }),
    5,
  ),
  list('search: two letters', () => ({ text: 'fa' })),
  list('search: one letter', () => ({ text: 'b' })),
  list('search: a tax id', (round) => ({ text: `B${95000000 + (1 + round) * 37}` })),
  list('search: an identifier', (round) => ({ text: `LROE-${2026000000000 + 100 + round}` })),
  list('search: the beginning that all share', () => ({ text: '20260000' })),
  list('search: an invoice of a record', (round) => ({ text: `${150 + round}` })),
  list('search: a counterparty of records', (round) => ({ text: `proveedor ${1000 + round}` })),
  list('what waits for a person', () => ({ waiting: true })),
  list('search: a common word, what waits', () => ({ text: 'bizkaia', waiting: true })),
  list('search: nothing', () => ({ text: 'zzyzx' })),
  {
    name: 'the Overview',
    ask: (store) => readOverview({ clock: () => new Date('2026-11-21T09:00:00Z'), store }, 'production'),
  },
  { name: 'counts by state', ask: ({ queries }) => countByState(queries) },
];

/**
 * Times what the History asks at two sizes, one ten times the other; `ratio` is the growth. Prints what is beyond the promise. In a folder of the caller's the two
 * histories are kept for the next time.
 */
export async function benchHistory(kept?: string, more: readonly Question[] = []): Promise<BenchRow[]> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'zubi-bench-history-'));
  try {
    const [small, office, large] = await Promise.all([
      openHistory(join(folder, 'small'), tenth),
      openHistory(join(folder, 'office'), smallOffice),
      openHistory(join(folder, 'large'), size),
    ]);
    const megabytes = (statSync(join(folder, 'large', 'zubi.db')).size / 1e6).toFixed(0);
    console.log(
      `history: ${size.submissions} submissions, ${size.submissions * size.recordsEach} record results, ${megabytes} MB; and a tenth of it`,
    );
    const rows: BenchRow[] = [];
    for (const question of [...questions, ...more]) {
      rows.push(await compare(question, [question.against === 'small office' ? office : small, large]));
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

async function compare({ name, ask, against }: Question, stores: readonly [Store, Store]): Promise<BenchRow> {
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
  if (large > historyPromise.p95Ms)
    console.log(`beyond ${historyPromise.p95Ms} ms: ${name}, ${large.toFixed(1)} ms`);
  return {
    name: `history, ${name} (p95; ratio of medians)`,
    ours_ms: large,
    other: against === 'small office' ? 'a tenth, of a tenth of the companies' : 'a tenth of the rows',
    other_ms: small,
    ratio: largeMiddle / smallMiddle,
  };
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const atPercent95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , folder] = process.argv;
  printRows(await benchHistory(folder));
}
