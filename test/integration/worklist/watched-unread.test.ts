import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';

const locked = vi.hoisted(() => ({ is: true, code: 'EACCES' }));

/** No right of a file holds back the system's administrator, as whom tests may run. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const refuse = (path: unknown) =>
    locked.is && /cerrad[oa](\.xml)?$/.test(String(path))
      ? Promise.reject(Object.assign(new Error('closed'), { code: locked.code }))
      : null;
  const readdir = (...[path, options]: Parameters<typeof real.readdir>) =>
    refuse(path) ?? real.readdir(path, options);
  const open = (...[path, ...rest]: Parameters<typeof real.open>) =>
    refuse(path) ?? real.open(path, ...rest);
  return { ...real, readdir, open };
});

const make = (seed: number) => makeDocument('240-received', { seed, records: 2 });

it('what cannot be read in a watched folder is named once, and taken when it can', async () => {
  const watchPace = { settleMs: 120, rescanMs: 100 };
  let office = await openPractisingOffice({ watchPace });
  const path = mkdtempSync(join(tmpdir(), 'zubi-watched-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  await office.call('watching.add', { path });
  mkdirSync(join(path, 'cerrada'));
  writeFileSync(join(path, 'cerrada', 'dentro.xml'), make(1));
  writeFileSync(join(path, 'cerrado.xml'), make(2));
  const until = (what: object, timeout = 15_000) =>
    expect
      .poll(async () => (await office.call('watching.list', {})).arrivals, { timeout })
      .toMatchObject(what);
  await until({ count: 0, leftAside: { count: 0 }, unread: { count: 2 } });
  const { arrivals } = await office.call('watching.list', {});
  expect(arrivals.unread.names.toSorted()).toEqual(['cerrada', 'cerrado.xml']);

  await office.call('watching.markSeen', {});
  office = await office.restart();
  writeFileSync(join(path, 'otra.xml'), make(3));
  await until({ count: 1, unread: { count: 0 } });
  locked.is = false;
  await until({ count: 3, leftAside: { count: 0 }, unread: { count: 0 } });
  const { files } = await office.call('submissions.worklist', {});
  expect(files.map(({ name }) => name).toSorted()).toEqual([
    'cerrado.xml',
    'dentro.xml',
    'otra.xml',
  ]);

  // Written again, and held by its writer, then closed: what came before stays known.
  Object.assign(locked, { is: true, code: 'EBUSY' });
  rmSync(join(path, 'cerrada'), { recursive: true });
  writeFileSync(join(path, 'cerrado.xml'), make(2));
  await expect(until({ unread: { count: 1 } }, 5 * watchPace.settleMs)).rejects.toThrow();
  mkdirSync(join(path, 'cerrada'));
  locked.code = 'EACCES';
  writeFileSync(join(path, 'cerrado.xml'), make(2));
  await until({ count: 3, unread: { count: 2 } });
  locked.is = false;
  await until({ count: 3, unread: { count: 0 } });
});
