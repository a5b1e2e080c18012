import { expect, it } from 'vitest';
import { killBatches } from '../../crash/campaign.ts';

it('a process killed at random moments of batches loses nothing, doubles nothing and tells the truth', async () => {
  const { faults, documents } = await killBatches({ rounds: 12, seed: 20_261_121 });
  expect(faults).toEqual([]);
  expect(documents).toBe(14 * 12);
}, 180_000);
