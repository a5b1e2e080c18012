import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitWhileAwake } from '../../main/platform/workers/suspend-aware-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('a limit ends work that takes longer', () => {
  using limit = limitWhileAwake(10_000);
  vi.advanceTimersByTime(9_900);
  expect(limit.signal.aborted).toBe(false);
  vi.advanceTimersByTime(200);
  expect(limit.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('a limit does not count the hours in which the computer slept', () => {
  using limit = limitWhileAwake(10_000);
  const now = performance.now.bind(performance);
  vi.advanceTimersByTime(5_000);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
  vi.advanceTimersByTime(4_000);
  expect(limit.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(limit.signal.aborted).toBe(true);
});

it('a limit ends with its block', () => {
  const signal = (() => {
    using limit = limitWhileAwake(100);
    return limit.signal;
  })();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(signal.aborted).toBe(false);
});
