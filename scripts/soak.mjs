import { performance } from 'node:perf_hooks';
import { root, runOnPinnedNode, say } from './checkout.mjs';

/*
 * `npm run test:soak`: every campaign to its end, for hours. A failed one does not stop the others;
 * it ends with 1 when any failed. `npm run test:soak -- kills` runs those whose name contains the
 * word.
 */

/** The campaigns, in order: `[name, arguments for Node, environment]`, from the checkout's root. */
const campaigns = [
  ['every test, properties whole', ['scripts/test.mjs'], { ZUBI_SOAK: '1' }],
  ['planted faults', ['test/planted-faults/run.ts']],
  ['kills: batches', ['test/crash/kill-batches.ts', '--rounds', '200']],
  ['kills: writes', ['test/crash/kill-writes.ts', '--rounds', '200']],
  ['random lives of the queue', ['test/crash/random-lives.ts', '500']],
  ['fuzz: every reader of what strangers write', ['test/crash/fuzz.ts', 'all', '10']],
  ['workbooks made to hurt', ['test/crash/hostile-workbooks.ts']],
];

process.chdir(root);
const [word = ''] = process.argv.slice(2);
for (const [name, args, env = {}] of campaigns.filter(([each]) => each.includes(word))) {
  const startedAt = performance.now();
  say(`${name} …`);
  const code = await runOnPinnedNode(args, { env });
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  say(`${name}: ${code === 0 ? 'good' : 'failed'} (${minutes} min)`);
  if (code !== 0) process.exitCode = 1;
}
