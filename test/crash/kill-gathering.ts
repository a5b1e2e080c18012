import { parseArgs } from 'node:util';
import { killGathering } from './gathering-campaign.ts';

/**
 * `node test/crash/kill-gathering.ts --rounds 200 [--seed 1]`: ends with 1 when a history was
 * damaged, or a search did not find what is there.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const result = await killGathering({ rounds: Number(values.rounds), seed: Number(values.seed) });
console.log(JSON.stringify(result, null, 2));
process.exitCode = result.faults.length === 0 ? 0 : 1;
