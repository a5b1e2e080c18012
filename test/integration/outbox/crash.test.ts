import { expect, it } from 'vitest';
import { killBatches } from '../../crash/campaign.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { rounds } from '../../rounds.ts';

// holds H1
it('a process killed at random moments of batches loses nothing, sends nothing twice and reports the truth', async () => {
  const kills = rounds(2, 12);
  const { faults, documents } = await killBatches({
    rounds: kills,
    seed: 20_261_121,
    validator: shareValidator(),
  });
  expect(faults).toEqual([]);
  expect(documents).toBe((kills + 2) * 12);
});
