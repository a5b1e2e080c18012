import { parseArgs } from 'node:util';
import { liveRandomly } from './lives/lives.ts';

/**
 * `node test/crash/random-lives.ts [runs] [seed]`: ends with 1 when a life breaks, and prints the
 * shortest one that does. `--path` and `--replayPath`, as printed, run it again; `--whole` does not
 * shorten it first.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    path: { type: 'string' },
    replayPath: { type: 'string' },
    steps: { type: 'string', default: '60' },
    whole: { type: 'boolean', default: false },
  },
});
const [runs = '200', seed = '1'] = positionals;
try {
  await liveRandomly(
    {
      runs: Number(runs),
      seed: Number(seed),
      steps: Number(values.steps),
      isToldWhole: values.whole,
      ...(values.path ? { path: values.path } : {}),
      ...(values.replayPath ? { replayPath: values.replayPath } : {}),
    },
    (line) => void console.log(line),
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
