import { expect } from 'vitest';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import { countLimitOf, listSubmissions } from '../../../main/features/history/history-pages.ts';
import type { Store } from '../../../main/platform/db/store.ts';
import type { Seen } from './slow-query.ts';

async function readPages(
  store: Pick<Store, 'queries'>,
  filter: SubmissionFilter,
  limit: number,
): Promise<number[]> {
  const found: number[] = [];
  for (let before: number | null = null; ; ) {
    const { rows } = await listSubmissions(store.queries, filter, { before, limit });
    found.push(...rows.map(({ sequence }) => sequence));
    before = rows.at(-1)?.sequence ?? null;
    if (rows.length < limit) return found;
  }
}

/**
 * Checks that the pages of a filter, and its count, are those of a look at every row; returns the
 * number.
 */
export async function expectSame(
  store: Pick<Store, 'queries'>,
  filter: SubmissionFilter,
  seen: Seen,
): Promise<number> {
  const expected = seen.find(filter);
  const told = JSON.stringify(filter);
  expect(await readPages(store, filter, 17), told).toEqual(expected);
  const first = await listSubmissions(store.queries, filter, { before: null, limit: 5 });
  const limit = countLimitOf(filter);
  const isAll = expected.length <= limit || first.totalIsExact;
  expect([first.total, first.totalIsExact], told).toEqual([isAll ? expected.length : limit, isAll]);
  return expected.length;
}
