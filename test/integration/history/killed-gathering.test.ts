import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { killGathering, lookAtHistory } from '../../crash/gathering-campaign.ts';
import { makeLivedHistory } from '../../crash/lived-history.ts';

let lived: string;
beforeAll(async () => {
  lived = mkdtempSync(join(tmpdir(), 'zubi-lived-'));
  await makeLivedHistory(lived);
}, 60_000);
afterAll(() => rmSync(lived, { recursive: true, force: true }));

/** Blocks as they lie there: whether they are whole, and how many of their words. */
function readBlocks(folder: string) {
  const database = new Database(join(folder, 'zubi.db'), { readonly: true });
  const blocks = database
    .prepare('select first, last, is_whole from word_blocks order by 1')
    .raw()
    .all() as number[][];
  database.close();
  return {
    begun: blocks.filter(([, , isWhole]) => !isWhole).map(([first, last]) => [first, last]),
    whole: blocks.filter(([, , isWhole]) => isWhole).map(([first, last]) => [first, last]),
  };
}

/**
 * The first 256 are gathered before any process dies; then comes the large block over them, and two
 * small ones.
 */
const large = [0, 543];
const newest = [
  [544, 575],
  [576, 607],
];
const early = Array.from({ length: 8 }, (_, index) => [32 * index, 32 * index + 31]);

describe('Q2: a process that dies while it gathers common words', () => {
  it.each([
    ['when a block has been begun over smaller ones', 'begun 1', [large], early.slice(1)],
    ['between two strokes', 'stroke 300', [large], early.slice(1)],
    ['while it writes the block down', 'inserting 40', [large], early.slice(1)],
    ['right before the block is on the disk', 'whole 1', [large], early.slice(1)],
    ['right after the block is on the disk', 'written 1', [], [large]],
    ['when the next one has been begun', 'begun 2', [newest[1]], [large]],
    ['right before the last is on the disk', 'whole 3', [newest[0]], [large, newest[1]]],
  ])('%s', async (_when, point, begun, whole) => {
    const folder = mkdtempSync(join(tmpdir(), 'zubi-killed-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(lived, folder, { recursive: true });
    const script = fileURLToPath(new URL('../../crash/gatherer.ts', import.meta.url));
    const { signal } = spawnSync(process.execPath, [script, folder, point], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(signal).toBe('SIGKILL');
    expect(readBlocks(folder)).toEqual({ begun, whole });
    const { faults, answered } = await lookAtHistory(folder, 7);
    expect(faults).toEqual([]);
    expect(answered, 'questions with an answer').toBeGreaterThan(5);
    expect(readBlocks(folder)).toEqual({ begun: [], whole: [large, ...newest] });
  });

  it('eight kills at random moments, while submissions change', async () => {
    const { faults, answered } = await killGathering({ rounds: 8, seed: 20_261_122 });
    expect(faults).toEqual([]);
    expect(answered).toBeGreaterThan(60);
  });
});
