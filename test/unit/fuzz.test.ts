import { expect, it } from 'vitest';
import { createRandom } from '../fixtures/validator/random.ts';
import { endOf, fuzzKinds } from '../fuzz/kinds.ts';
import { rounds } from '../rounds.ts';

const count = rounds(300, 20_000);

it.each(Object.entries(fuzzKinds))(
  '%s with small faults is read or refused by name, whatever the fault',
  async (name, kind) => {
    const random = createRandom(23);
    const ends = { read: 0, refused: 0 };
    for (let round = 0; round < count; round += 1) {
      const bytes = kind.make(random);
      const end = await endOf(kind, bytes).catch((cause: unknown) => {
        throw new Error(`round ${round}: ${Buffer.from(bytes).toString('base64')}`, { cause });
      });
      ends[end] += 1;
    }
    expect(ends.read + ends.refused).toBe(count);
    // The changes are neither too small nor too large to tell anything; an answer is never refused.
    expect(ends.read).toBeGreaterThan(0);
    if (name !== 'json') expect(ends.refused).toBeGreaterThan(0);
  },
);
