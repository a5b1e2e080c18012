import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { GroupCommit } from '../../../main/store/group-commit.ts';
import { openStore } from '../../../main/store/store.ts';
import { findSubmission, moveSubmission } from '../../../main/store/submissions.ts';
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
  return store;
}

it('commits what comes together once, and each write is on disk when it resolves', async () => {
  const { queries } = await openWithThree();
  const commits = new GroupCommit(queries);
  const inside: unknown[] = [];
  const moved = await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      commits.run(async (transaction) => {
        inside.push(transaction);
        return moveSubmission(transaction, id, 'queued', { state: 'sending' });
      }),
    ),
  );
  expect(moved).toEqual([true, true, true]);
  expect(new Set(inside).size).toBe(1);
  expect((await findSubmission(queries, 'c'))?.state).toBe('sending');
});

it('lets only the one at fault fail', async () => {
  const { queries } = await openWithThree();
  const commits = new GroupCommit(queries);
  const results = await Promise.allSettled([
    commits.run((transaction) => moveSubmission(transaction, 'a', 'queued', { state: 'sending' })),
    commits.run(async () => {
      throw new Error('full');
    }),
    commits.run((transaction) => moveSubmission(transaction, 'c', 'queued', { state: 'sending' })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await findSubmission(queries, 'a'))?.state).toBe('sending');
  expect((await findSubmission(queries, 'b'))?.state).toBe('queued');
  expect((await findSubmission(queries, 'c'))?.state).toBe('sending');
});

it('lets a write that may wait go with the next one, or by itself', async () => {
  const { queries } = await openWithThree();
  const commits = new GroupCommit(queries);
  const inside: unknown[] = [];
  const move = (id: string, mayWait: boolean) =>
    commits.run(
      async (transaction) => {
        inside.push(transaction);
        return moveSubmission(transaction, id, 'queued', { state: 'sending' });
      },
      { mayWait },
    );
  const first = move('a', true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(inside).toEqual([]);
  expect(await Promise.all([first, move('b', false)])).toEqual([true, true]);
  expect(new Set(inside).size).toBe(1);
  expect(await move('c', true)).toBe(true);
  expect((await findSubmission(queries, 'c'))?.state).toBe('sending');
});
