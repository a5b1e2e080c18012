import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realQueuePace } from '../../main/features/outbox/pace.ts';
import { RateLimiter } from '../../main/features/outbox/rate-limiter.ts';
import { limitWhileAwake } from '../../main/platform/workers/suspend-aware-timeout.ts';
import { codeOf, send, startTestFace } from './browser/test-server.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The system's clock is set while a session, a code and a wait are running. */
const steps = [hourMs, -hourMs, dayMs, -dayMs, 365 * dayMs, -365 * dayMs, -1000];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe.each(steps)('a clock that is set by %i ms (T12)', (step) => {
  const set = () => vi.setSystemTime(Date.now() + step);

  it('ends no session, no launch code and no exchange of codes', async () => {
    const test = await startTestFace();
    try {
      const token = await test.signIn();
      const json = { origin: test.origin, 'content-type': 'application/json' };
      const exchange = (code: string) =>
        send(test.origin, 'POST', '/api/session', {
          headers: json,
          body: JSON.stringify({ code }),
        });
      for (let tried = 0; tried < 10; tried += 1) await exchange('wrong');
      set();
      const called = await send(test.origin, 'POST', '/api/call', {
        headers: { ...json, 'x-zubi-token': token },
        body: JSON.stringify({ method: 'app.status', input: {} }),
      });
      expect([called.status, JSON.parse(called.body)]).toMatchObject([200, { ok: true }]);
      // Neither longer nor shorter: wrong codes are still refused as a whole.
      expect((await exchange('wrong')).status).toBe(429);
      expect((await exchange(codeOf(test.face.url))).status).toBe(200);
    } finally {
      await test.close();
    }
  });

  it('changes no wait of the queue', () => {
    const limits = { concurrency: 1, rate: { requests: 1, intervalMs: 10 * hourMs } };
    const waiting = new RateLimiter({ pace: realQueuePace, limits, isPatient: true });
    const counting = new RateLimiter({ pace: realQueuePace, limits, isPatient: true });
    waiting.resumeWait(hourMs, 'service_rate_limited');
    counting.pass();
    const before = [waiting.waitMs(), counting.waitMs()];
    set();
    const after = [waiting.waitMs(), counting.waitMs()];
    for (const [index, ms] of after.entries()) {
      expect(ms).toBeLessThanOrEqual(before[index] ?? 0);
      expect(ms).toBeGreaterThan((before[index] ?? 0) - 500);
    }
  });

  it('ends no time limit on work', () => {
    vi.useFakeTimers();
    using limit = limitWhileAwake(hourMs);
    set();
    vi.advanceTimersByTime(hourMs - 1000);
    expect(limit.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(limit.signal.aborted).toBe(true);
  });
});
