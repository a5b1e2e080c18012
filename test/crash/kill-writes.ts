import { parseArgs } from 'node:util';
import { killWrites } from './write-campaign.ts';

/**
 * `node test/crash/kill-writes.ts --rounds 200 [--seed 1]`: ends with 1 when an acknowledged commit
 * was lost, or the history is in none of its known states.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const result = await killWrites({ rounds: Number(values.rounds), seed: Number(values.seed) });
console.log(JSON.stringify(result, null, 2));
process.exitCode = result.faults.length === 0 ? 0 : 1;
