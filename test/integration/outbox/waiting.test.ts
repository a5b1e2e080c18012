import { describe, expect, it } from 'vitest';
import type { QueuePace } from '../../../main/features/outbox/pace.ts';
import { createServiceClient } from '../../../main/service/client.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { sampled } from '../../rounds.ts';
import { keepLog } from '../service/stand.ts';
import { type Bureau, hastyPace, moveTo, openBureau, reopen } from './bureau.ts';

/** Waits end only on command; their lengths are recorded. */
function manualPace(): QueuePace & { readonly waits: number[]; goOn(): void } {
  let nowMs = 0;
  const pending = new Map<() => void, number>();
  const waits: number[] = [];
  return {
    waits,
    now: () => nowMs,
    random: () => 0.5,
    after(milliseconds, run) {
      // Events and closing limits are not waits of the queue.
      if (milliseconds === 250) return hastyPace.after(0, run);
      if (milliseconds > 100_000) return () => {};
      waits.push(milliseconds);
      pending.set(run, nowMs + milliseconds);
      return () => void pending.delete(run);
    },
    goOn() {
      for (const [run, at] of [...pending]) {
        nowMs = Math.max(nowMs, at);
        pending.delete(run);
        run();
      }
    },
  };
}

async function until(
  bureau: Bureau,
  name: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  if (await holds()) return;
  await new Promise<void>((resolve) => {
    const end = bureau.app.subscribe((event) => {
      if (event.name !== name) return;
      void Promise.resolve(holds()).then((yes) => {
        if (!yes) return;
        end();
        resolve();
      });
    });
  });
}

/** It is always now. */
const at = Date.parse('2026-11-21T09:00:00Z');
const clock = () => new Date(at);
const later = (milliseconds: number) => new Date(at + milliseconds).toISOString();
const createClient = (baseUrl: string) =>
  createServiceClient({
    baseUrl,
    clock,
    profile: defaultServiceProfile(),
    transport: { environment: {} },
    log: keepLog(),
  });

describe('a service that asks for a wait', () => {
  it('gets no request before its end; the whole queue waits and says until when', async () => {
    const pace = manualPace();
    const bureau = await openBureau({ queuePace: pace, clock });
    await bureau.sandbox.plan([{ kind: 'status', status: 429, retryAfter: 90 }]);
    const [first = ''] = await bureau.send([await bureau.put(0)]);
    await until(bureau, 'queue.changed', () => pace.waits.length > 0);
    expect(pace.waits).toEqual([90_000]);
    const [second = ''] = await bureau.send([await bureau.put(1)]);
    const progress = await bureau.call('submissions.progress', {});
    expect(progress).toMatchObject({
      queued: 2,
      sending: 0,
      waitingBecause: 'service_rate_limited',
    });
    expect(progress.waitingUntil).toBe(later(90_000));
    const { submission } = await bureau.call('submissions.get', { id: first });
    expect(submission).toMatchObject({ state: 'queued', attempts: 1, sentAt: null });
    expect(submission.nextAttemptAt).toBe(later(90_000));
    pace.goOn();
    await bureau.app.idle();
    expect(await Promise.all([first, second].map(bureau.stateOf))).toEqual([
      'accepted',
      'accepted',
    ]);
  });

  it('is obeyed across a restart', async () => {
    const first = manualPace();
    const bureau = await openBureau({ queuePace: first, clock });
    await bureau.sandbox.plan([{ kind: 'status', status: 429, retryAfter: 90 }]);
    const [id = ''] = await bureau.send([await bureau.put(0)]);
    await until(bureau, 'queue.changed', () => first.waits.length > 0);
    const pace = manualPace();
    const again = await reopen(bureau, { queuePace: pace });
    await until(again, 'queue.changed', () => pace.waits.length > 0);
    expect(pace.waits[0]).toBe(90_000);
    pace.goOn();
    await again.app.idle();
    expect(await again.stateOf(id)).toBe('accepted');
  });

  it.each(
    sampled<[string, () => number | string, number]>(
      [
        ['two hours', () => 7200, 7_200_000],
        // By the clock of the service, which is another one than ours here.
        ['a date', () => new Date(Date.now() + 20 * 3_600_000).toUTCString(), 20 * 3_600_000],
        ['thirty years', () => 999_999_999, 86_400_000],
      ],
      2,
    ),
  )(
    'is obeyed after a restart, %s, also when a person resumes the queue',
    async (_name, retryAfter, askedMs) => {
      const bureau = await openBureau({ queuePace: manualPace(), clock, createClient });
      await bureau.sandbox.plan([{ kind: 'status', status: 429, retryAfter: retryAfter() }]);
      await bureau.send([await bureau.put(0)]);
      await until(bureau, 'queue.changed', () =>
        bureau.events.some(
          (event) => event.name === 'queue.changed' && event.payload.waitingUntil !== null,
        ),
      );
      const again = await reopen(bureau, { queuePace: manualPace() });
      await again.send([await again.put(1)]);
      await again.call('submissions.resume', {});
      const progress = await again.call('submissions.progress', {});
      expect(progress).toMatchObject({
        queued: 2,
        sending: 0,
        waitingBecause: 'service_rate_limited',
      });
      const untilMs = Date.parse(progress.waitingUntil ?? '');
      // A date has no parts of a second, and the request takes its time.
      expect(Math.abs(untilMs - at - askedMs)).toBeLessThan(60_000);
      expect((await bureau.sandbox.reached()).size).toBe(0);
    },
  );

  it('stops only its own queue: another service gets requests at once', async () => {
    const bureau = await openBureau({ queuePace: manualPace() });
    const other = new URL(bureau.sandbox.baseUrl);
    other.hostname = 'localhost';
    // Both have their keys; only the address changes while it waits.
    await moveTo(bureau, other.origin);
    await bureau.call('connection.set', { baseUrl: bureau.sandbox.baseUrl, movedHost: true });
    await bureau.sandbox.plan([{ kind: 'status', status: 429, retryAfter: 7200 }]);
    const [id = ''] = await bureau.send([await bureau.put(0)]);
    await until(bureau, 'queue.changed', () =>
      bureau.events.some(
        (event) => event.name === 'queue.changed' && event.payload.waitingUntil !== null,
      ),
    );
    await bureau.call('connection.set', { baseUrl: other.origin, movedHost: true });
    await bureau.app.idle();
    expect(await bureau.stateOf(id)).toBe('accepted');
  });

  it('is tried five times, with growing waits, and then a person decides', async () => {
    const pace = manualPace();
    const bureau = await openBureau({ queuePace: pace });
    await bureau.sandbox.plan(Array.from({ length: 5 }, () => ({ kind: 'status', status: 429 })));
    const [id = ''] = await bureau.send([await bureau.put(0)]);
    for (let wait = 1; wait <= 4; wait += 1) {
      await until(bureau, 'queue.changed', () => pace.waits.length === wait);
      pace.goOn();
    }
    await bureau.app.idle();
    expect(pace.waits).toEqual([500, 1000, 2000, 4000]);
    expect(await bureau.stateOf(id)).toBe('failed');
    const kinds = (await bureau.eventsOf(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'postponed')).toHaveLength(4);
    expect(kinds.at(-1)).toBe('failed');
    expect((await bureau.sandbox.reached()).size).toBe(0);
  });
});

describe('a service that cannot be reached', () => {
  it('ends the files of a command after its tries, one by one and soon', async () => {
    const bureau = await openBureau({ face: 'command_line' });
    const files = [await bureau.put(0), await bureau.put(1), await bureau.put(2)];
    await bureau.sandbox.close();
    const ids = await bureau.send(files);
    await bureau.app.idle();
    for (const id of ids) {
      const { submission } = await bureau.call('submissions.get', { id });
      expect(submission).toMatchObject({ state: 'failed', answerCode: 'connection_refused' });
    }
  });
});

describe('a queue for another service than the one in force', () => {
  it('stops, says why, and continues when its service is back', async () => {
    const bureau = await openBureau();
    const { baseUrl } = bureau.sandbox;
    await bureau.call('submissions.pause', {});
    const ids = await bureau.send([await bureau.put(0), await bureau.put(1)]);
    await bureau.call('connection.set', {
      baseUrl: 'https://service.invalid',
      userApiKey: 'k',
      certificateKey: 'c',
    });
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    expect(await bureau.call('submissions.progress', {})).toMatchObject({
      queued: 2,
      failed: 0,
      paused: true,
      pausedBecause: 'connection_missing',
    });
    await bureau.call('connection.set', { baseUrl });
    await bureau.app.idle();
    expect(await Promise.all(ids.map(bureau.stateOf))).toEqual(['accepted', 'accepted']);
  });
});

describe('a pause', () => {
  it('sends nothing, also after a restart, until it is resumed; unsent files can be withdrawn', async () => {
    const bureau = await openBureau();
    expect(await bureau.call('submissions.pause', {})).toMatchObject({
      paused: true,
      pausedBecause: null,
    });
    const ids = await bureau.send([await bureau.put(0), await bureau.put(1)]);
    await bureau.app.idle();
    const again = await reopen(bureau);
    await again.app.idle();
    expect(await again.call('submissions.progress', {})).toMatchObject({
      paused: true,
      queued: 2,
      remainingMs: null,
    });
    await again.call('submissions.cancelJob', { ids: ids.slice(0, 1) });
    await again.call('submissions.resume', {});
    await again.app.idle();
    expect(await Promise.all(ids.map(again.stateOf))).toEqual(['cancelled', 'accepted']);
  });

  it('can be set when the application closes', async () => {
    const bureau = await openBureau({ face: 'command_line' });
    await bureau.app.close({ drain: 'pause' });
    const again = await reopen(bureau);
    expect(await again.call('submissions.progress', {})).toMatchObject({ paused: true });
  });
});

describe('closing in the middle of a batch', () => {
  it('waits for the file being sent and keeps the rest for the next start', async () => {
    const bureau = await openBureau();
    const files = [];
    for (let index = 0; index < 4; index += 1)
      files.push(await bureau.put(0, { first: index * 10 }));
    await bureau.sandbox.plan([{ kind: 'delay', ms: 300 }]);
    const left = until(bureau, 'submission.changed', () =>
      bureau.events.some(
        (event) => event.name === 'submission.changed' && event.payload.state === 'sending',
      ),
    );
    const ids = await bureau.send(files);
    await left;
    const idle = await reopen(bureau, { face: 'command_line' });
    expect(await Promise.all(ids.map(idle.stateOf))).toEqual([
      'accepted',
      'queued',
      'queued',
      'queued',
    ]);
    const again = await reopen(idle, { face: 'browser' });
    await again.app.idle();
    expect(await Promise.all(ids.map(again.stateOf))).toEqual(Array(4).fill('accepted'));
    expect([...(await bureau.sandbox.reached()).values()]).toEqual([1, 1, 1, 1]);
  });
});
