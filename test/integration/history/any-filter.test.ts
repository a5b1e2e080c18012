import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkHistory } from '../../../main/platform/db/check.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { sampled } from '../../rounds.ts';
import { makeFilter } from './any-filter.ts';
import { expectSame } from './any-question.ts';
import { liveLong, makeDice } from './random-life.ts';
import { lookAtAll } from './slow-query.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');

async function makeHistory(seed: number, steps: number, isClockWrong: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-any-filter-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openStore(folder, clock);
  await liveLong(store, { seed, steps, isClockWrong });
  return { store, path: join(folder, 'zubi.db') };
}

describe('any filter and any search', () => {
  const histories = [
    [3, true],
    [1, false],
    [2, false],
  ] as const;
  it.each(sampled(histories, 1))(
    'finds the same as a scan of every row, seed %d, with a wrong clock at times: %s',
    async (seed, isClockWrong) => {
      const { store, path } = await makeHistory(seed, 420, isClockWrong);
      const seen = await lookAtAll(store);
      const roll = makeDice(seed + 100);
      const counts: number[] = [];
      for (let question = 0; question < 600; question += 1)
        counts.push(await expectSame(store, makeFilter(roll), seen));
      expect(counts.filter((n) => n > 0).length, 'questions with an answer').toBeGreaterThan(150);
      expect(counts.filter((n) => n > 17).length, 'answers of more than a page').toBeGreaterThan(
        30,
      );
      await store.close();
      expect(checkHistory(path, 'full').submissions).toBeGreaterThan(200);
    },
  );
});
