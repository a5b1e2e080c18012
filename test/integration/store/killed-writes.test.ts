import { expect, it } from 'vitest';
import { killWrites } from '../../crash/write-campaign.ts';
import { stateAfter } from '../../crash/written-history.ts';
import { rounds } from '../../rounds.ts';

it('Q2: killed many times while it writes: acknowledged data is there, in one of the known states', async () => {
  const { faults, acknowledged } = await killWrites({ rounds: rounds(6, 20), seed: 20_261_122 });
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(50);
});

it('the known states differ from each other', () => {
  const states = Array.from({ length: 12 }, (_, commits) => JSON.stringify(stateAfter(commits)));
  expect(new Set(states).size).toBe(12);
});
