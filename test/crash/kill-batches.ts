import { parseArgs } from 'node:util';
import { killBatches } from './campaign.ts';

/**
 * `node test/crash/kill-batches.ts --rounds 200 [--seed 1]`: ends with 1 when anything was lost,
 * doubled or left in a false state.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const result = await killBatches(
  { rounds: Number(values.rounds), seed: Number(values.seed) },
  (line) => void console.log(line),
);
console.log(JSON.stringify(result, null, 2));
process.exitCode = result.faults.length === 0 ? 0 : 1;
