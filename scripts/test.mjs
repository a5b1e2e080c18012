import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browser-setup.mjs';
import { build } from './build.mjs';
import { root, runOnPinnedNode, say } from './checkout.mjs';

/*
 * `npm test`: builds `dist/`, then runs every test (unit, integration, conformance, end to end,
 * desktop). Arguments go to Vitest: `npm test -- test/unit/cli` runs a part. The last line has the
 * counts, for programs.
 */

const resultFile = join(root, '.build', 'test-results.json');

/** Files that failed without a failed test: they could not be loaded, or their process ended. */
function brokenFiles(files) {
  return files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
}

/** An error outside every test fails the run too: `code` is how Vitest ended. */
function countLine(code) {
  const { testResults: files } = JSON.parse(readFileSync(resultFile, 'utf8'));
  const tests = files.flatMap((file) => file.assertionResults);
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length;
  const failed = count('failed') + brokenFiles(files).length || (code === 0 ? 0 : 1);
  const skipped = count('pending', 'skipped', 'todo');
  return `${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Whether `/dev/shm` is there and has 4 GiB of room. */
function hasMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 4 * 1024 ** 3;
  } catch {
    return false;
  }
}

/**
 * Runs `work` with a temporary folder of its own, in memory if possible: tests write to disk many
 * thousand times, and each write to a disk takes 2 ms.
 */
async function withTemporaryFolder(work) {
  const parent = hasMemoryFolder() ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parent, 'zubi-tests-'));
  // Some tests start a process of a person who may write nowhere.
  chmodSync(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runVitest(args, folder) {
  mkdirSync(join(root, '.build'), { recursive: true });
  rmSync(resultFile, { force: true });
  const chromium = findChromium();
  const env = { TMPDIR: folder, ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) };
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return runOnPinnedNode([vitest, 'run', ...reporters, ...args], { env });
}

try {
  // All of it before the first test: `npm start` in one would build during another.
  await build(['renderer', 'core', 'preload'], { ifStale: true });
  process.exitCode = await withTemporaryFolder((folder) =>
    runVitest(process.argv.slice(2), folder),
  );
  process.stdout.write(`${countLine(process.exitCode)}\n`);
} catch (error) {
  say(error.message);
  process.exitCode ||= 1;
}
