import { expect, it } from 'vitest';
import { liveRandomly } from '../../crash/lives/lives.ts';

it('lives random lives as its model does: nothing lost, nothing twice, each company in order', async () => {
  const told: string[] = [];
  await liveRandomly({ runs: 6, seed: 2, steps: 40 }, (line) => void told.push(line));
  expect(told).toHaveLength(6);
});
