import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createKeyFileSealer } from '../../../main/platform/secrets/key-file-sealer.ts';
import { createPassphraseSealer } from '../../../main/platform/secrets/passphrase-sealer.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { share } from '../../fixtures/lifetime.ts';
import { queue, send } from '../backup/filing.ts';
import { openOffice, openPractisingOffice } from './office.ts';

const passphrase = 'txalaparta eta albokak';

// One office, protected from the first test to the last, and given its passphrase at the start.
describe('keys under a passphrase', () => {
  const opened = share(async () => {
    const office = await openPractisingOffice();
    await office.call('secrets.protect', { passphrase });
    const { dataFolder } = office;
    const sealers = [
      createPassphraseSealer(new Secret(passphrase)),
      createKeyFileSealer({ dataFolder, clock: () => new Date() }),
    ];
    return office.restart({ sealers });
  });

  it('are locked by hand, forget the one given at the start, need it to open, and work as before', async () => {
    const office = opened();
    await office.call('territories.list', { refresh: true });
    expect(await office.call('secrets.lock', {})).toEqual({
      backend: 'passphrase',
      protects: true,
      locked: true,
    });
    expect(office.events.at(-1)).toEqual({ name: 'settings.changed', payload: {} });
    expect((await office.call('app.status', {})).protection.locked).toBe(true);
    expect(await office.refused('territories.list', { refresh: true })).toMatchObject({
      code: 'secrets_locked',
    });
    const wrong = await office.refused('secrets.unlock', { passphrase: 'another passphrase' });
    expect(wrong.code).toBe('wrong_passphrase');
    expect(await office.call('secrets.unlock', { passphrase })).toMatchObject({ locked: false });
    await office.call('territories.list', { refresh: true });
  });

  it('keep queued files waiting while they are locked, and lose none', async () => {
    const office = opened();
    const { files } = await office.call('submissions.addSamples', {});
    const ready = files
      .filter(({ judged: validated }) => validated?.verdict === 'valid')
      .slice(0, 2);
    await office.call('submissions.pause', {});
    const { submissions } = await office.call('submissions.send', {
      fileIds: ready.map(({ id }) => id),
    });
    await office.call('secrets.lock', {});
    await office.call('submissions.resume', {});
    await office.app.idle();
    expect(await office.call('submissions.progress', {})).toMatchObject({
      queued: submissions.length,
      paused: true,
      pausedBecause: 'secrets_locked',
    });
    await office.call('secrets.unlock', { passphrase });
    await office.app.idle();
    for (const { id } of submissions)
      expect((await office.call('submissions.get', { id })).submission.state).toBe('accepted');
  });

  it('are given another passphrase, or none, only with the present one', async () => {
    const office = opened();
    const next = 'trikitixa eta panderoa';
    for (const input of [{ passphrase: next }, { passphrase: next, current: next }])
      expect(await office.refused('secrets.protect', input)).toMatchObject({
        code: 'wrong_passphrase',
      });
    await office.call('secrets.protect', { passphrase: next, current: passphrase });
    await office.call('secrets.lock', {});
    expect((await office.refused('secrets.unlock', { passphrase })).code).toBe('wrong_passphrase');
    await office.call('secrets.unlock', { passphrase: next });
    expect((await office.refused('secrets.unprotect', { passphrase })).code).toBe(
      'wrong_passphrase',
    );
    expect(await office.call('secrets.unprotect', { passphrase: next })).toMatchObject({
      backend: 'key_file',
      locked: false,
    });
    await office.call('territories.list', { refresh: true });
  });

  it('are locked after the time in the settings without a call', async () => {
    let now = 0;
    const timers = new Map<() => void, number>();
    const queuePace = {
      now: () => now,
      random: () => 0,
      after: (milliseconds: number, run: () => void) => {
        timers.set(run, now + milliseconds);
        return () => void timers.delete(run);
      },
    };
    const pass = (milliseconds: number) => {
      now += milliseconds;
      for (const [run, at] of timers) if (at <= now && timers.delete(run)) run();
    };
    const office = await openOffice({ queuePace });
    expect((await office.call('settings.get', {})).lockAfterMinutes).toBe(15);
    await office.call('connection.useSandbox', {});
    await office.call('secrets.protect', { passphrase });
    await office.call('settings.set', { lockAfterMinutes: 5 });
    const locked = new Promise<void>((resolve) => {
      office.app.subscribe(({ name }) => name === 'settings.changed' && resolve());
    });
    pass(5 * 60_000 - 1);
    expect((await office.call('app.status', {})).protection.locked).toBe(false);
    pass(5 * 60_000);
    await locked;
    expect((await office.call('app.status', {})).protection.locked).toBe(true);
  });
});

it('keys that open by themselves are not locked', async () => {
  const office = await openPractisingOffice();
  expect(await office.call('secrets.lock', {})).toMatchObject({ locked: false });
  await office.call('territories.list', { refresh: true });
});

it('a forgotten passphrase costs the keys alone: they are set aside and entered again, and files are sent', async () => {
  const office = await openPractisingOffice();
  await send(office, 1);
  await office.call('submissions.pause', {});
  await queue(office, 2);
  await office.call('secrets.protect', { passphrase });
  const locked = await office.restart();
  expect((await locked.call('app.status', {})).protection.locked).toBe(true);
  expect(await locked.call('secrets.setAside', {})).toMatchObject({ locked: false });
  const own = (await locked.call('companies.list', {})).companies;
  expect(own.filter(({ key }) => key.present)).toEqual([]);
  expect((await locked.call('history.chain', {})).question).toBeNull();
  await locked.call('submissions.resume', {});
  await locked.app.idle();
  // Nobody vouches for the connection any more: nothing leaves until a person confirms it.
  expect(await locked.call('submissions.progress', {})).toMatchObject({
    queued: 1,
    pausedBecause: 'connection_unproven',
  });
  await locked.call('submissions.pause', {});
  await locked.call('connection.useSandbox', {});
  const { companies } = await locked.call('companies.list', {});
  for (const { id } of companies) await locked.call('companies.recoverKey', { id });
  await locked.call('submissions.resume', {});
  await locked.app.idle();
  const { submissions } = await locked.call('submissions.list', {});
  expect(submissions.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  const { chain } = await locked.call('backup.check', {});
  // What the lost key sealed is followed, and only its seals cannot be verified.
  expect(chain.unverified).toBeGreaterThan(0);
  const kept = readdirSync(office.dataFolder).filter((name) => name.includes('set-aside'));
  expect(kept).toHaveLength(1);
});
