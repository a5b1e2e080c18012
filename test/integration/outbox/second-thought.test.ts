import { describe, expect, it, vi } from 'vitest';
import { createServiceClient } from '../../../main/service/client.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { keepLog } from '../service/stand.ts';
import { type Bureau, heldPace, openBureau } from './bureau.ts';

/** At a service in production: its address is no loopback, its answers are those of a sandbox. */
async function openLiveBureau() {
  const { pace, pass } = heldPace();
  let reached = '';
  const bureau = await openBureau({
    queuePace: pace,
    liveAt: 'https://live.invalid/api',
    createClient: (_baseUrl, _profile, keep) =>
      createServiceClient({
        baseUrl: reached,
        profile: defaultServiceProfile(),
        keep,
        transport: {},
        log: keepLog(),
      }),
    onSandbox: (baseUrl) => {
      reached = baseUrl;
    },
  });
  return { bureau, pass };
}

const arrived = async (bureau: Bureau) => (await bureau.sandbox.reached()).size;

describe('files just sent in production', () => {
  it('can be stopped for five seconds, also when they are sent again, and go only after that', async () => {
    const { bureau, pass } = await openLiveBureau();
    expect(await bureau.call('connection.get', {})).toMatchObject({ environment: 'production' });
    const files = [await bureau.put(1, { first: 0 }), await bureau.put(1, { first: 10 })];
    const stopped = await bureau.send(files);
    const { startsInMs } = await bureau.call('submissions.progress', {});
    expect(startsInMs).toBeGreaterThan(4000);
    expect(startsInMs).toBeLessThanOrEqual(5000);
    pass(startsInMs - 1500);
    await bureau.call('submissions.cancelJob', { all: true });
    pass(5000);
    await bureau.app.idle();
    expect(await Promise.all(stopped.map((id) => bureau.stateOf(id)))).toEqual([
      'cancelled',
      'cancelled',
    ]);
    expect(await arrived(bureau)).toBe(0);

    await bureau.sandbox.plan(Array.from({ length: 2 }, () => ({ kind: 'status', status: 401 })));
    const failed = await bureau.send(files);
    pass(3000);
    expect(await bureau.call('submissions.progress', {})).toMatchObject({ queued: 2, sending: 0 });
    pass(3000);
    const fails = () => bureau.call('submissions.progress', {});
    await vi.waitFor(async () => expect(await fails()).toMatchObject({ failed: 2 }), 10_000);

    const { submissions } = await bureau.call('submissions.retryAll', { ids: failed });
    const ids = submissions.map(({ id }) => id);
    const again = await bureau.call('submissions.progress', {});
    expect(again.startsInMs).toBeGreaterThan(4000);
    pass(3000);
    expect(await Promise.all(ids.map((id) => bureau.stateOf(id)))).toEqual(['queued', 'queued']);
    expect(await arrived(bureau)).toBe(0);
    pass(3000);
    await bureau.app.idle();
    expect(await Promise.all(ids.map((id) => bureau.stateOf(id)))).toEqual([
      'accepted',
      'accepted',
    ]);
    expect(await arrived(bureau)).toBe(2);
  });
});

describe('files just sent', () => {
  it('stop at the second refused key in a row, and the rest waits with that reason', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan(Array.from({ length: 2 }, () => ({ kind: 'status', status: 401 })));
    const files = [];
    for (const first of [0, 10, 20, 30]) files.push(await bureau.put(1, { first, records: 1 }));
    const ids = await bureau.send(files);
    const progress = () => bureau.call('submissions.progress', {});
    await expect.poll(progress).toMatchObject({
      paused: true,
      pausedBecause: 'service_unauthorized',
      failed: 2,
      queued: 2,
    });
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

  it('stop at the tenth 503 in a row: the service fails for everyone', async () => {
    const bureau = await openBureau();
    const send = async (from: number, to: number) => {
      const files = [];
      for (let file = from; file < to; file += 1)
        files.push(await bureau.put(1, { first: file * 10, records: 1 }));
      return bureau.send(files);
    };
    const states = (ids: readonly string[]) => Promise.all(ids.map((id) => bureau.stateOf(id)));
    await bureau.sandbox.plan([503, 404].map((status) => ({ kind: 'status', status })));
    const before = await send(0, 2);
    await bureau.app.idle();
    expect(await states(before)).toEqual(['unknown', 'failed']);
    // The refusal in between begins the count anew.
    await bureau.sandbox.plan(Array.from({ length: 10 }, () => ({ kind: 'status', status: 503 })));
    const ids = await send(2, 14);
    const progress = () => bureau.call('submissions.progress', {});
    const pausedBecause = 'service_unavailable';
    await expect.poll(progress).toMatchObject({ paused: true, pausedBecause, queued: 2 });
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    const failed = Array.from({ length: 10 }, () => 'unknown');
    expect(await states(ids)).toEqual([...failed, 'accepted', 'accepted']);
  });
});
