import { expect, it } from 'vitest';
import { liveRandomly } from '../../crash/lives/lives.ts';
import { rounds } from '../../rounds.ts';

it('the application agrees with its model in random lives: nothing lost, nothing twice, each company in order', async () => {
  const runs = rounds(3, 6);
  const told: string[] = [];
  await liveRandomly({ runs, seed: 2, steps: 40 }, (line) => void told.push(line));
  expect(told).toHaveLength(runs);
});
