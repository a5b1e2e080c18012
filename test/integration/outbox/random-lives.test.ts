import { expect, it } from 'vitest';
import { liveRandomly } from '../../crash/lives/lives.ts';

it('the application agrees with its model in random lives: nothing lost, nothing twice, each company in order', async () => {
  const told: string[] = [];
  await liveRandomly({ runs: 6, seed: 2, steps: 40 }, (line) => void told.push(line));
  expect(told).toHaveLength(6);
});
