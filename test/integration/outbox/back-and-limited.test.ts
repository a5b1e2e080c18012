import { rmSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { startOutsideSandbox } from '../../crash/desk.ts';
import { hastyPace, moveTo, openBureau } from './bureau.ts';

it('a service that is back and limits the rate has five tries of each file, whatever the network took', async () => {
  const bureau = await openBureau({ queuePace: hastyPace });
  const { baseUrl } = bureau.sandbox;
  const free = await startOutsideSandbox();
  await free.close();
  await moveTo(bureau, free.baseUrl);
  const [id = ''] = await bureau.send([await bureau.put(0)]);
  const tries = async () => (await bureau.call('submissions.get', { id })).submission.attempts;
  await vi.waitFor(async () => expect(await tries()).toBeGreaterThanOrEqual(5), 20_000);
  const asked = { kind: 'status', status: 429, retryAfter: 0 } as const;
  await bureau.sandbox.plan([asked, asked, asked, asked]);
  await bureau.call('connection.set', { baseUrl, movedHost: true });
  await bureau.app.idle();
  expect(await bureau.stateOf(id)).toBe('accepted');
  rmSync(free.folder, { recursive: true, force: true });
});
