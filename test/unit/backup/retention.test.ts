import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseKept, retention } from '../../../main/features/backup/retention.ts';

const dayMs = 24 * 60 * 60 * 1000;
const copyAt = (ms: number, sizeBytes = 1) => {
  const createdAt = new Date(ms).toISOString();
  return { id: createdAt, createdAt, sizeBytes };
};
const noon = Date.parse('2026-11-21T12:00:00Z');

describe('automatic copies', () => {
  it('are kept for seven days and four weeks', () => {
    const copies = Array.from({ length: 120 }, (_, index) => copyAt(noon - (index * dayMs) / 2));
    const kept = [...chooseKept(copies)].sort();
    expect(kept.length).toBeLessThanOrEqual(retention.newest + retention.days + retention.weeks);
    const agesDays = kept.map((id) => Math.floor((noon - Date.parse(id)) / dayMs));
    expect(agesDays.filter((age) => age < 7).length).toBeGreaterThanOrEqual(7);
    expect(Math.max(...agesDays)).toBeGreaterThanOrEqual(15);
    expect(Math.max(...agesDays)).toBeLessThanOrEqual(28);
  });

  it('always include the newest two, whatever their size', () => {
    const copies = [0, 1, 2, 3].map((days) => copyAt(noon - days * dayMs, 100));
    expect(chooseKept(copies, 10).size).toBe(2);
    expect(chooseKept(copies, 300).size).toBe(3);
  });

  it('always include the newest, whenever they were made', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 400 * 24 }), { minLength: 1, maxLength: 60 }),
        (hours) => {
          const copies = hours.map((hour) => copyAt(noon - hour * 3_600_000));
          const kept = chooseKept(copies);
          expect(kept.has(copyAt(noon - Math.min(...hours) * 3_600_000).id)).toBe(true);
          expect(chooseKept(copies.filter(({ id }) => kept.has(id)))).toEqual(kept);
        },
      ),
      { numRuns: 300 },
    );
  });
});
