import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { ZubiError } from '../../contract/errors.ts';
import { checkHistory } from '../../main/platform/db/check.ts';
import { openStore } from '../../main/platform/db/store.ts';
import { createRandom } from '../fixtures/validator/random.ts';
import { commitsOf, readState, stateAfter } from './written-history.ts';

/** A part of the time in which a process starts and opens its history. */
const openingPartMs = 60;

/** The findings; the list of faults must be empty. */
export interface WriteCampaign {
  readonly rounds: number;
  /** Acknowledged commits in all, and those found on the disk without an acknowledgement. */
  readonly acknowledged: number;
  readonly untold: number;
  readonly faults: readonly string[];
}

/**
 * Kills a writing process with SIGKILL, after a random number of acknowledged commits and a little
 * later, and checks each time what the next start finds. Every acknowledged commit is there, and
 * the history is one of its known states: never a part of a commit, never more than the one in
 * progress. The next round goes on from it.
 */
export async function killWrites({
  rounds,
  seed,
}: {
  rounds: number;
  seed: number;
}): Promise<WriteCampaign> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-writes-'));
  const random = createRandom(seed);
  const faults: string[] = [];
  let [acknowledged, untold] = [0, 0];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const told = await killAfter(folder, random.int(-4, 30), random.int(0, 3));
      const found = await look(folder);
      const least = Math.max(told, acknowledged);
      if (typeof found === 'string') faults.push(`round ${round}: ${found}`);
      else if (found < least || found > least + 1)
        faults.push(`round ${round}: ${least} acknowledged, ${found} found`);
      else untold += found - least;
      if (typeof found === 'number') acknowledged = found;
    }
    return { rounds, acknowledged, untold, faults };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Kills after so many commits, or, below zero, while the history is being opened. Returns the
 * number of the last reported commit; 0 without one.
 */
async function killAfter(folder: string, commits: number, laterMs: number): Promise<number> {
  const script = fileURLToPath(new URL('./history-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  if (commits < 0) setTimeout(() => child.kill('SIGKILL'), -commits * openingPartMs);
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    told += part;
    if (told.split('\n').length > commits) setTimeout(() => child.kill('SIGKILL'), laterMs);
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error('the writer ended by itself');
  return Number(told.split('\n').at(-2) ?? 0);
}

/** The number of commits on the disk, or its fault. */
async function look(folder: string): Promise<number | string> {
  try {
    await (await openStore(folder, () => new Date())).close();
    const path = join(folder, 'zubi.db');
    checkHistory(path, 'full');
    const state = readState(path);
    const commits = commitsOf(state);
    return isDeepStrictEqual(state, stateAfter(commits))
      ? commits
      : 'a state that no commit has left';
  } catch (error) {
    return error instanceof ZubiError ? JSON.stringify([error.code, error.details]) : String(error);
  }
}
