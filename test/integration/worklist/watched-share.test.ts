import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';

/** A share that answers no more: each call holds one of Node's four threads for its files. */
const share = vi.hoisted(() => ({ waiting: 0, back: Promise.withResolvers<void>() }));
share.back.resolve();

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = async (...[path, options]: Parameters<typeof real.readdir>) => {
    if (String(path).includes('zubi-share-')) {
      share.waiting += 1;
      await share.back.promise;
      share.waiting -= 1;
    }
    return real.readdir(path, options);
  };
  return { ...real, readdir };
});

const watchPace = { settleMs: 120, rescanMs: 100 };
const make = (seed: number) => makeDocument('240-received', { seed, records: 2 });

function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('a share that does not answer holds two threads, however many of its folders are watched', async () => {
  const office = await openPractisingOffice({ watchPace });
  const path = makeFolder('zubi-share-');
  const clients = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => join(path, name));
  for (const client of clients) {
    mkdirSync(client);
    await office.call('watching.add', { path: client });
  }
  share.back = Promise.withResolvers();
  await expect.poll(() => share.waiting, { timeout: 15_000 }).toBe(2);
  await setTimeout(5 * watchPace.rescanMs);
  expect(share.waiting).toBe(2);
  const states = async () =>
    (await office.call('watching.list', {})).folders.map(({ state }) => state);
  expect(new Set(await states())).toEqual(new Set(['away']));
  const [first = '', last = ''] = [clients[0], clients.at(-1)];
  writeFileSync(join(first, 'primera.xml'), make(1));
  writeFileSync(join(last, 'ultima.xml'), make(2));
  share.back.resolve();
  const arrived = async () => (await office.call('watching.list', {})).arrivals.count;
  await expect.poll(arrived, { timeout: 15_000 }).toBe(2);
  await expect.poll(states, { timeout: 15_000 }).toEqual(clients.map(() => 'watching'));
});

it('what was in a folder of too many files is not taken when it has fewer', async () => {
  const office = await openPractisingOffice({ watchPace });
  const path = makeFolder('zubi-watched-');
  writeFileSync(join(path, 'antes.xml'), make(1));
  mkdirSync(join(path, 'viejo'));
  for (let count = 0; count < 20_001; count += 1)
    writeFileSync(join(path, 'viejo', `${count}`), '');
  await office.call('watching.add', { path });
  const state = async () => (await office.call('watching.list', {})).folders[0]?.state;
  await expect.poll(state, { timeout: 15_000 }).toBe('too_large');
  rmSync(join(path, 'viejo'), { recursive: true });
  await expect.poll(state, { timeout: 15_000 }).toBe('watching');
  writeFileSync(join(path, 'nueva.xml'), make(2));
  const { arrivals } = await office.call('watching.list', {});
  expect(arrivals.count).toBe(0);
  await expect
    .poll(
      async () => (await office.call('submissions.worklist', {})).files.map(({ name }) => name),
      {
        timeout: 15_000,
      },
    )
    .toEqual(['nueva.xml']);
});
