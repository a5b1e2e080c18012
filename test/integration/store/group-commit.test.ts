import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import {
  findSubmission,
  moveSubmission,
} from '../../../main/features/submissions/submissions-table.ts';
import { GroupCommit } from '../../../main/platform/db/group-commit.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { insertSubmissionRow } from './rows.ts';

async function openWithThree() {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-group-'));
  const store = await openStore(folder, () => new Date());
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const id of ['a', 'b', 'c']) {
    await insertSubmissionRow(store.queries, { id, state: 'queued', sha256: id.repeat(64) });
  }
  const other = new Database(join(folder, 'zubi.db'), { readonly: true });
  onTestFinished(() => void other.close());
  const sent = other.prepare("select count(*) from submissions where state = 'sending'").pluck();
  // As another connection sees it: without uncommitted rows.
  return { ...store, countSent: () => Number(sent.get()) };
}

it('simultaneous writes are committed once, and each is on disk when it resolves', async () => {
  const { queries, countSent } = await openWithThree();
  const commits = new GroupCommit(queries);
  const seen: number[] = [];
  const moved = await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      commits.run((transaction) => {
        seen.push(countSent());
        return moveSubmission(transaction, id, 'queued', { state: 'sending' });
      }),
    ),
  );
  expect(moved).toEqual([true, true, true]);
  expect(seen).toEqual([0, 0, 0]);
  expect(countSent()).toBe(3);
});

it('one faulty write fails alone', async () => {
  const { queries } = await openWithThree();
  const commits = new GroupCommit(queries);
  const results = await Promise.allSettled([
    commits.run((transaction) => moveSubmission(transaction, 'a', 'queued', { state: 'sending' })),
    commits.run(() => {
      throw new Error('full');
    }),
    commits.run((transaction) => moveSubmission(transaction, 'c', 'queued', { state: 'sending' })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await findSubmission(queries, 'a'))?.state).toBe('sending');
  expect((await findSubmission(queries, 'b'))?.state).toBe('queued');
  expect((await findSubmission(queries, 'c'))?.state).toBe('sending');
});

it('a write that may wait goes with the next one, or alone', async () => {
  const { queries, countSent } = await openWithThree();
  const commits = new GroupCommit(queries);
  const seen: number[] = [];
  const move = (id: string, mayWait: boolean) =>
    commits.run(
      (transaction) => {
        seen.push(countSent());
        return moveSubmission(transaction, id, 'queued', { state: 'sending' });
      },
      { mayWait },
    );
  const first = move('a', true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual([]);
  expect(await Promise.all([first, move('b', false)])).toEqual([true, true]);
  expect(seen).toEqual([0, 0]);
  expect(await move('c', true)).toBe(true);
  expect((await findSubmission(queries, 'c'))?.state).toBe('sending');
});
