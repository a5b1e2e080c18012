import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import { checkHistory } from '../../../main/store/check.ts';
import { countLimitOf, listSubmissions } from '../../../main/store/history-pages.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { writeDueWords } from '../store/due-words.ts';
import { causes, liveLong, makeDice, pick, states } from './random-life.ts';
import { lookAtAll, type Seen } from './slow-query.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');

async function makeHistory(seed: number, steps: number, isClockWrong: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-any-filter-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openStore(folder, clock);
  await liveLong(store, { seed, steps, isClockWrong });
  await writeDueWords(store);
  return { store, path: join(folder, 'zubi.db') };
}

const words = [
  ...['facturas', 'fact', 'gastos', 'g', 'bizkaia', 'asesoria', 'ASESORÍA', 'talleres', 'telecomunicaciones'],
  ...[
    'telecomunicacion',
    'telecomunicacionesymas',
    'proveedora',
    'serie',
    '2026',
    '7',
    'B9500',
    'lroe',
    'zzyzx',
    'bb',
  ],
];

/** One of all that may be asked for. */
function makeFilter(roll: (sides: number) => number): SubmissionFilter {
  const one = (odds: number, filter: () => SubmissionFilter) => (roll(odds) === 0 ? filter() : {});
  const day = () =>
    `2026-${String(1 + roll(12)).padStart(2, '0')}-${String(1 + roll(28)).padStart(2, '0')}T00:00:00.000Z`;
  const chosen = () => Array.from({ length: 1 + roll(3) }, () => pick(roll, states));
  const said = () => Array.from({ length: 1 + roll(2) }, () => words[roll(words.length)] ?? '').join(' ');
  return {
    ...one(2, () => ({ text: said() })),
    ...one(3, () => ({ companyId: `company-${roll(5)}` })),
    ...one(3, () => ({ states: chosen() })),
    ...one(4, () => ({ model: pick(roll, ['140', '240']) })),
    ...one(4, () => ({ operation: pick(roll, ['creation', 'modification', 'cancellation']) })),
    ...one(6, () => ({ expenseType: pick(roll, ['with_invoice', 'without_invoice']) })),
    ...one(4, () => ({ from: day() })),
    ...one(4, () => ({ to: day() })),
    ...one(5, () => ({ waiting: true })),
    ...one(6, () => ({ dismissed: true })),
    ...one(7, () => ({ batchId: `batch-${roll(4)}` })),
    ...one(8, () => ({ cause: pick(roll, causes) })),
  };
}

async function readPages(store: Store, filter: SubmissionFilter, limit: number): Promise<number[]> {
  const found: number[] = [];
  for (let before: number | null = null; ; ) {
    const { rows } = await listSubmissions(store.queries, filter, { before, limit });
    found.push(...rows.map(({ sequence }) => sequence));
    before = rows.at(-1)?.sequence ?? null;
    if (rows.length < limit) return found;
  }
}

async function expectSame(store: Store, filter: SubmissionFilter, seen: Seen): Promise<number> {
  const expected = seen.find(filter);
  const told = JSON.stringify(filter);
  expect(await readPages(store, filter, 17), told).toEqual(expected);
  const first = await listSubmissions(store.queries, filter, { before: null, limit: 5 });
  const limit = countLimitOf(filter);
  const isAll = expected.length <= limit || first.totalIsExact;
  expect([first.total, first.totalIsExact], told).toEqual([isAll ? expected.length : limit, isAll]);
  return expected.length;
}

describe('any filter and any search', () => {
  it.each([
    [1, false],
    [2, false],
    [3, true],
  ])(
    'finds what a look at every row finds, seed %d, the clock wrong at times: %s',
    async (seed, isClockWrong) => {
      const { store, path } = await makeHistory(seed, 420, isClockWrong);
      const seen = await lookAtAll(store);
      const roll = makeDice(seed + 100);
      const counts: number[] = [];
      for (let question = 0; question < 600; question += 1)
        counts.push(await expectSame(store, makeFilter(roll), seen));
      expect(counts.filter((n) => n > 0).length, 'questions with an answer').toBeGreaterThan(150);
      expect(counts.filter((n) => n > 17).length, 'answers of more than a page').toBeGreaterThan(30);
      await store.close();
      expect(checkHistory(path, 'full').submissions).toBeGreaterThan(200);
    },
  );
});
