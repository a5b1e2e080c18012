import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './browser-setup.mjs';
import { build } from './build.mjs';
import { root, runOnPinnedNode, say } from './checkout.mjs';

/*
 * `npm test`: the window is built, then every test runs (unit, integration, conformance, end to end). Arguments go to Vitest, so
 * `npm test -- test/unit/cli` runs a part. The last line counts them for machines that read it.
 */

const resultFile = join(root, '.build', 'test-results.json');

function countLine() {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(resultFile, 'utf8'),
  );
  // A file that could not be loaded has failed without a test of its own.
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const skipped = numPendingTests + (numTodoTests ?? 0);
  const failed = numFailedTests + brokenFiles.length;
  return `${numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function runSuite(args) {
  mkdirSync(join(root, '.build'), { recursive: true });
  rmSync(resultFile, { force: true });
  const chromium = findChromium();
  const env = chromium === null ? {} : { CHROMIUM_PATH: chromium };
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return runOnPinnedNode([vitest, 'run', ...reporters, ...args], { env });
}

try {
  await build(['renderer'], { ifStale: true });
  process.exitCode = await runSuite(process.argv.slice(2));
  process.stdout.write(`${countLine()}\n`);
} catch (error) {
  say(error.message);
  process.exitCode ||= 1;
}
