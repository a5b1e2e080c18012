import { expect, it } from 'vitest';
import { hastyPace, moveTo, openBureau, reopen } from './bureau.ts';

const nowhere = 'http://127.0.0.1:9';

it('files queued by a window stay queued when a command finds no service; the next window sends them', async () => {
  const bureau = await openBureau();
  const files = [await bureau.put(0), await bureau.put(1), await bureau.put(1, { first: 10 })];
  const own = [await bureau.put(2), await bureau.put(1, { first: 20 })];
  await bureau.call('submissions.pause', {});
  const before = await bureau.send(files);
  await moveTo(bureau, nowhere);
  const window = await reopen(bureau);
  await window.call('submissions.resume', {});
  const tries = async () =>
    (await window.call('submissions.get', { id: before[0] ?? '' })).submission.attempts;
  await expect.poll(tries, { timeout: 60_000 }).toBeGreaterThan(5);

  const command = await reopen(window, { face: 'command_line', queuePace: hastyPace });
  const [alone = '', behind = ''] = await command.send(own);
  await command.app.idle();
  expect(await Promise.all(before.map(command.stateOf))).toEqual(['queued', 'queued', 'queued']);
  // Its own ends, except a file that must not overtake another one of its company.
  expect(await Promise.all([alone, behind].map(command.stateOf))).toEqual(['failed', 'queued']);

  await command.call('connection.set', { baseUrl: bureau.sandbox.baseUrl, movedHost: true });
  const again = await reopen(command, { face: 'browser' });
  await again.app.idle();
  expect(new Set(await Promise.all([...before, behind].map(again.stateOf)))).toEqual(
    new Set(['accepted']),
  );
});

it('files queued by a window stay queued, too, when a command uses another service', async () => {
  const bureau = await openBureau();
  await bureau.call('submissions.pause', {});
  const ids = await bureau.send([await bureau.put(0), await bureau.put(1)]);
  const { baseUrl } = bureau.sandbox;
  await bureau.call('connection.set', {
    baseUrl: 'https://service.invalid',
    userApiKey: 'k',
    certificateKey: 'c',
  });
  const command = await reopen(bureau, { face: 'command_line' });
  await command.call('submissions.resume', {});
  await command.app.idle();
  expect(await Promise.all(ids.map(command.stateOf))).toEqual(['queued', 'queued']);
  await command.call('connection.set', { baseUrl });
  await command.call('submissions.resume', {});
  await command.app.idle();
  expect(await Promise.all(ids.map(command.stateOf))).toEqual(['accepted', 'accepted']);
});

it('a command stops at a service that fails for every file; the next one sends the rest', async () => {
  const bureau = await openBureau({ face: 'command_line' });
  const places = Array.from({ length: 16 }, (_, index) => index);
  const files: string[] = [];
  for (const place of places) files.push(await bureau.put(place % 4, { first: place * 10 }));
  await bureau.sandbox.plan(places.map(() => ({ kind: 'status', status: 500 })));
  const ids = await bureau.send(files);
  await bureau.app.idle();
  const { queued, pausedBecause } = await bureau.call('submissions.progress', {});
  expect(pausedBecause).toBe('service_unavailable');
  // The tenth fault stops it; one more of each other company may be on its way.
  expect(queued).toBeGreaterThanOrEqual(3);

  const again = await reopen(bureau);
  await again.sandbox.calm();
  await again.call('submissions.resume', {});
  await again.app.idle();
  const states = await Promise.all(ids.map(again.stateOf));
  expect(states.filter((state) => state === 'accepted')).toHaveLength(queued);
  expect(states.filter((state) => state === 'unknown')).toHaveLength(16 - queued);
});
