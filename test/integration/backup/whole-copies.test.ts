import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeCopy } from '../../../main/features/backup/copies.ts';
import { checkHistory } from '../../../main/platform/db/check.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { commitsOf, readState, stateAfter, writeCommit } from '../../crash/written-history.ts';

it('Q7: a copy contains every commit, those in the log included, while others are written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-whole-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openStore(folder, () => new Date());
  onTestFinished(() => store.close());
  const commits = 100;
  for (let commit = 1; commit <= commits; commit += 1) await writeCommit(store.queries, commit);
  // The file alone lacks the log's content: copying it would lose the newest.
  const alone = join(folder, 'alone.db');
  copyFileSync(join(folder, 'zubi.db'), alone);
  expect(commitsOf(readState(alone))).toBeLessThan(commits);

  const copying = makeCopy(folder, () => new Date());
  let isCopied = false;
  void copying.finally(() => {
    isCopied = true;
  });
  let written = commits;
  while (!isCopied) {
    await writeCommit(store.queries, written + 1);
    written += 1;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const path = join(folder, 'backups', (await copying).id);
  const state = readState(path);
  expect(commitsOf(state)).toBeGreaterThanOrEqual(commits);
  expect(written).toBeGreaterThan(commits);
  expect(state).toEqual(stateAfter(commitsOf(state)));
  checkHistory(path, 'full');
});
