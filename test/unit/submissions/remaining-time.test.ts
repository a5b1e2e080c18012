import { describe, expect, it } from 'vitest';
import type { RunPart } from '../../../main/features/outbox/queue-table.ts';
import {
  createLanePace,
  estimateRemainingMs,
  toldRemainingMs,
} from '../../../main/features/outbox/remaining-time.ts';

const part = (company_id: string, files: number, more: Partial<RunPart> = {}): RunPart => ({
  company_id,
  state: 'queued',
  held: 0,
  files,
  bytes: files * 34_464,
  ...more,
});
const bounds = { lanes: 4, rate: null, waitMs: 0 };
/** A file of these parts costs 100,000: a second at this pace. */
const perMs = 100;

describe('the remaining time', () => {
  it('is not estimated before three files have ended', () => {
    const pace = createLanePace();
    pace.note(34_464, 1000);
    pace.note(34_464, 1000);
    expect(pace.perMs()).toBeNull();
    pace.note(34_464, 1000);
    expect(pace.perMs()).toBeCloseTo(perMs);
    expect(estimateRemainingMs([part('a', 1)], null, bounds)).toBeNull();
  });

  it('follows the parallel connections, the longest company, the rate of the profile and the wait', () => {
    const even = ['a', 'b', 'c', 'd'].map((company) => part(company, 10));
    expect(estimateRemainingMs(even, perMs, bounds)).toBe(10_000);
    expect(estimateRemainingMs([part('a', 30), part('b', 10)], perMs, bounds)).toBe(30_000);
    expect(
      estimateRemainingMs(even, perMs, { ...bounds, rate: { requests: 1, intervalMs: 1000 } }),
    ).toBe(40_000);
    expect(estimateRemainingMs(even, perMs, { ...bounds, waitMs: 5000 })).toBe(15_000);
  });

  it('does not include files that wait for a person or have ended', () => {
    const parts = [
      part('a', 5, { held: 1 }),
      part('b', 5, { state: 'accepted' }),
      part('c', 5, { state: 'unknown' }),
    ];
    expect(estimateRemainingMs(parts, perMs, bounds)).toBe(0);
  });

  it('is shown only while it is reliable: nothing waits, and no file takes far longer than the whole', () => {
    const going = { isWaiting: false, slowestMs: 9_000 };
    expect(toldRemainingMs(1000, going)).toBe(1000);
    expect(toldRemainingMs(1000, { ...going, slowestMs: 10_001 })).toBeNull();
    expect(toldRemainingMs(60_000, { ...going, slowestMs: 110_000 })).toBe(60_000);
    expect(toldRemainingMs(60_000, { ...going, slowestMs: 120_001 })).toBeNull();
    expect(toldRemainingMs(1000, { ...going, isWaiting: true })).toBeNull();
    expect(toldRemainingMs(null, going)).toBeNull();
  });
});
