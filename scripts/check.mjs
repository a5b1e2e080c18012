import { join } from 'node:path';
import { root, runOnPinnedNode, say } from './checkout.mjs';

/*
 * `npm run check`: format, lint, types and the fast tests, in under a minute. A failed step does
 * not stop the others.
 */

const tool = (...path) => join(root, 'node_modules', ...path);
const steps = [
  ['format and lint', [tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '.']],
  ['types', [tool('typescript', 'bin', 'tsc'), '-b']],
  ['fast tests', [tool('vitest', 'vitest.mjs'), 'run', 'test/unit', '--reporter=dot']],
];

const failed = [];
for (const [label, args] of steps) {
  const startedAt = performance.now();
  const code = await runOnPinnedNode(args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`${label}: ${code === 0 ? 'good' : 'failed'} (${seconds} s)`);
  if (code !== 0) failed.push(label);
}
if (failed.length > 0) process.exitCode = 1;
