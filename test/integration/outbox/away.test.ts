import { rmSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { startOutsideSandbox } from '../../crash/desk.ts';
import { hastyPace, moveTo, openBureau } from './bureau.ts';

/** A file in a window's queue, tried so often at an address where nobody answers. */
async function sendToNobody(tries: number) {
  const bureau = await openBureau({ queuePace: hastyPace });
  const { baseUrl } = bureau.sandbox;
  const free = await startOutsideSandbox();
  await free.close();
  rmSync(free.folder, { recursive: true, force: true });
  await moveTo(bureau, free.baseUrl);
  const [id = ''] = await bureau.send([await bureau.put(0)]);
  const attempts = async () => (await bureau.call('submissions.get', { id })).submission.attempts;
  await vi.waitFor(async () => expect(await attempts()).toBeGreaterThanOrEqual(tries), 20_000);
  const comeBack = () => bureau.call('connection.set', { baseUrl, movedHost: true });
  return { bureau, id, comeBack };
}

it('a service that is away for long finds everything in a window still queued when it returns', async () => {
  const { bureau, id, comeBack } = await sendToNobody(7);
  expect(await bureau.stateOf(id)).not.toBe('failed');
  await comeBack();
  await bureau.app.idle();
  expect(await bureau.stateOf(id)).toBe('accepted');
});

it('one that then limits the rate has five tries of each file, whatever the network took', async () => {
  const { bureau, id, comeBack } = await sendToNobody(5);
  const asked = { kind: 'status', status: 429, retryAfter: 0 } as const;
  await bureau.sandbox.plan([asked, asked, asked, asked]);
  await comeBack();
  await bureau.app.idle();
  expect(await bureau.stateOf(id)).toBe('accepted');
});
