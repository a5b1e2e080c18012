import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './browser-setup.mjs';
import { build } from './build.mjs';
import { root, runOnPinnedNode, say } from './checkout.mjs';

/*
 * `npm test`: `dist/` is built, then every test runs (unit, integration, conformance, end to end,
 * desktop). Arguments go to Vitest, so `npm test -- test/unit/cli` runs a part. The last line counts
 * them for machines that read it.
 */

const resultFile = join(root, '.build', 'test-results.json');

/**
 * Files that failed without a test that did: they could not be loaded, or their process ended under
 * them.
 */
function brokenFiles(files) {
  return files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
}

function countLine() {
  const { testResults: files } = JSON.parse(readFileSync(resultFile, 'utf8'));
  const tests = files.flatMap((file) => file.assertionResults);
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length;
  const failed = count('failed') + brokenFiles(files).length;
  const skipped = count('pending', 'skipped', 'todo');
  return `${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function runVitest(args) {
  mkdirSync(join(root, '.build'), { recursive: true });
  rmSync(resultFile, { force: true });
  const chromium = findChromium();
  const env = chromium === null ? {} : { CHROMIUM_PATH: chromium };
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return runOnPinnedNode([vitest, 'run', ...reporters, ...args], { env });
}

try {
  // All of it before the first test: `npm start` in one would build under another's feet.
  await build(['renderer', 'core', 'preload'], { ifStale: true });
  process.exitCode = await runVitest(process.argv.slice(2));
  process.stdout.write(`${countLine()}\n`);
} catch (error) {
  say(error.message);
  process.exitCode ||= 1;
}
