import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findChromium } from './browser-setup.mjs';
import { build } from './build.mjs';
import { root, runOnPinnedNode, say } from './checkout.mjs';

/*
 * `npm test`: the window is built, then every test runs (unit, integration, conformance, end to
 * end). Arguments go to Vitest, so `npm test -- test/unit/cli` runs a part. The last line counts
 * them for machines that read it.
 */

const resultFile = join(root, '.build', 'test-results.json');

function readResults() {
  return JSON.parse(readFileSync(resultFile, 'utf8'));
}

/**
 * Files that failed without a test that did: they could not be loaded, or their process ended under
 * them.
 */
function brokenFiles({ testResults }) {
  return testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
}

/**
 * Files whose process was ended by Node itself (a crash of the engine while threads come and go,
 * seen once in thousands of closings), where that is all that went wrong: a file that cannot be
 * loaded says why.
 */
function crashedFiles(results) {
  const broken = brokenFiles(results);
  const isAll = results.numFailedTests === 0 && broken.length <= 2;
  return isAll && broken.every(({ message }) => message === '')
    ? broken.map(({ name }) => name)
    : [];
}

/** What two runs came to; a file that ran again counts as it did then. */
function countLine(first, again) {
  const known = again === null ? [] : again.testResults.map(({ name }) => name);
  const files = first.testResults
    .filter(({ name }) => !known.includes(name))
    .concat(again?.testResults ?? []);
  const tests = files.flatMap((file) => file.assertionResults);
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length;
  const failed = count('failed') + brokenFiles({ testResults: files }).length;
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

/** Runs the suite; what a crash of Node cut short runs once more, and is told. */
async function runSuite(args) {
  const code = await runVitest(args);
  const first = readResults();
  const crashed = code === 0 ? [] : crashedFiles(first);
  if (crashed.length === 0) return { code, line: countLine(first, null) };
  for (const name of crashed)
    say(`Node itself crashed under ${relative(root, name)}: it runs once more`);
  const codeAgain = await runVitest(crashed);
  return { code: codeAgain, line: countLine(first, readResults()) };
}

try {
  await build(['renderer'], { ifStale: true });
  const { code, line } = await runSuite(process.argv.slice(2));
  process.exitCode = code;
  process.stdout.write(`${line}\n`);
} catch (error) {
  say(error.message);
  process.exitCode ||= 1;
}
