import { describe, expect, it, vi } from 'vitest';
import { openBureau } from './bureau.ts';

describe('what was just sent', () => {
  it('stops at the second refusal of a key in a row, and the rest waits with that reason', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan(Array.from({ length: 2 }, () => ({ kind: 'status', status: 401 })));
    const files = [];
    for (const first of [0, 10, 20, 30]) files.push(await bureau.put(1, { first, records: 1 }));
    const ids = await bureau.send(files);
    const progress = () => bureau.call('submissions.progress', {});
    await vi.waitFor(async () =>
      expect(await progress()).toMatchObject({
        paused: true,
        pausedBecause: 'service_unauthorized',
        failed: 2,
        queued: 2,
      }),
    );
    const { files: listed } = await bureau.call('submissions.worklist', {});
    expect(listed.map(({ submission }) => submission?.code ?? null)).toEqual([
      'service_unauthorized',
      'service_unauthorized',
      null,
      null,
    ]);
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    expect(await Promise.all(ids.map((id) => bureau.stateOf(id)))).toEqual([
      'failed',
      'failed',
      'accepted',
      'accepted',
    ]);
  });
});
