import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFile, type PlantedFault } from './fault.ts';
import { faults } from './list.ts';

/*
 * Plants each fault in a copy of what is committed and runs the tests that ought to catch it:
 *
 *   node test/planted-faults/run.ts          all of them
 *   node test/planted-faults/run.ts 7 12     these two
 *   node test/planted-faults/run.ts every 6  a sample
 *
 * Ends with 1 when one was not caught, or stands nowhere any more.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

type Outcome = 'caught' | 'NOT CAUGHT' | 'STANDS NOWHERE';

/** A separate work tree, without uncommitted changes. */
function makeCopy(): string {
  const copy = join(mkdtempSync(join(tmpdir(), 'zubi-faults-')), 'copy');
  execFileSync('git', ['worktree', 'add', '--detach', copy, 'HEAD'], {
    cwd: root,
    stdio: 'ignore',
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function strike(copy: string, fault: PlantedFault): Outcome {
  const path = findFile(copy, fault);
  if (path === null) return 'STANDS NOWHERE';
  const whole = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    whole.replace(fault.search, () => fault.replace),
  );
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const tests = fault.tests.map((name) => `test/${name}`);
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--bail=1', ...tests], {
    cwd: copy,
    stdio: 'ignore',
  });
  writeFileSync(path, whole);
  return status === 0 ? 'NOT CAUGHT' : 'caught';
}

function chosen([first = '', second = '']: readonly string[], all: readonly string[]): number[] {
  const indexes = Array.from(faults.keys());
  if (first === 'every') return indexes.filter((index) => index % Number(second) === 0);
  return all.length === 0 ? indexes : all.map((number) => Number(number) - 1);
}

const args = process.argv.slice(2);
const copy = makeCopy();
try {
  for (const index of chosen(args, args)) {
    const fault = faults[index];
    if (fault === undefined) throw new Error(`There are ${faults.length} faults.`);
    const outcome = strike(copy, fault);
    if (outcome !== 'caught') process.exitCode = 1;
    console.log(`${index + 1} ${outcome}: ${fault.why} (${fault.file})`);
  }
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
}
