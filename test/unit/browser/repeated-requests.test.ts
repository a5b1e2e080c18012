import { describe, expect, it, vi } from 'vitest';
import { createRunOnce } from '../../../main/hosts/browser/repeated-requests.ts';

describe('the memory of requests', () => {
  it('keeps the last thousand, and forgets older ones', async () => {
    const work = vi.fn(async () => ({ ok: true, value: work.mock.calls.length }) as const);
    const runOnce = createRunOnce();
    for (let count = 1; count <= 1001; count += 1) await runOnce(`request-${count}`, 'x', work);
    expect(await runOnce('request-2', 'x', work)).toEqual({ ok: true, value: 2 });
    expect(work).toHaveBeenCalledTimes(1001);
    expect(await runOnce('request-1', 'x', work)).toEqual({ ok: true, value: 1002 });
  });
});
