import { describe, expect, it } from 'vitest';
import { waitLeft } from '../../../main/features/outbox/resumed-wait.ts';

const wait = { since: '2026-10-25T10:00:00.000Z', until: '2026-10-25T10:30:00.000Z' };
const at = (time: string) => new Date(`2026-10-25T${time}Z`);

describe('the rest of a wait', () => {
  it('is counted from now, and has its reason', () => {
    const rateLimited = { ...wait, because: 'service_rate_limited' };
    expect(waitLeft(rateLimited, at('10:10:00'))).toEqual({
      waitMs: 1_200_000,
      because: 'service_rate_limited',
    });
    expect(waitLeft({ ...wait, because: 'no code of ours' }, at('10:29:59'))).toEqual({
      waitMs: 1000,
      because: null,
    });
    expect(waitLeft(null, at('10:10:00'))).toEqual({ waitMs: 0, because: null });
  });

  it('is not longer than before when the clock was set back, nor than a day', () => {
    const set = { ...wait, because: null };
    expect(waitLeft(set, new Date('2025-01-01T00:00:00Z')).waitMs).toBe(1_800_000);
    const years = { since: wait.since, until: '2056-10-25T10:00:00.000Z', because: null };
    expect(waitLeft(years, at('10:00:00')).waitMs).toBe(86_400_000);
  });

  it('is over when its end has passed', () => {
    expect(waitLeft({ ...wait, because: null }, at('11:00:00')).waitMs).toBeLessThanOrEqual(0);
  });
});
