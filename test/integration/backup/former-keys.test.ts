import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { share } from '../../fixtures/lifetime.ts';
import { isSoak } from '../../rounds.ts';
import { inSoak } from '../../soak.ts';
import { type Office, openOffice } from '../core/office.ts';
import { startService } from '../core/recording-service.ts';
import { connect, createCompany, restoreElsewhere, send } from './two-services.ts';

const passphrase = 'zubia eta ibaia 2026';

/** An office that cannot send yet, and must not be able to with the other's key; and the other. */
async function openBoth(isSecond = true) {
  const [a, b] = await Promise.all([startService('client-key-0'), startService('client-key-1')]);
  const office = await openOffice();
  await connect(office, a, 'A', { license: 'OWN' });
  await createCompany(office);
  const other = await openOffice();
  if (isSecond) await connect(other, b, 'B');
  await connect(other, a, 'A');
  await createCompany(other);
  return { office, other };
}

const stateOf = async (office: Office) => {
  const { companies } = await office.call('companies.list', {});
  const keys = companies.map(({ taxId, key }) => [taxId, key.last4]);
  return [await office.call('connection.get', {}), keys];
};

const asides = async (office: Office) =>
  (await office.call('backup.list', {})).backups.filter(({ kind }) => kind === 'set_aside');

/** An office whose own history is set aside: another one's and its keys are in its place. */
async function openReplaced() {
  const { office, other } = await openBoth();
  const own = await stateOf(office);
  await restoreElsewhere(other, passphrase, office);
  const foreign = await stateOf(office);
  expect(foreign).not.toEqual(own);
  return { office, own, foreign };
}

const newestOf = async (office: Office) => (await asides(office))[0]?.id ?? '';

/** The disk is full for the keys' file from the moment a history is being set aside. */
function fillDiskForKeys(dataFolder: string) {
  const { openSync } = fs;
  const before = readdirSync(join(dataFolder, 'backups')).length;
  const spy = vi.spyOn(fs, 'openSync').mockImplementation((...args) => {
    const isSwapping = readdirSync(join(dataFolder, 'backups')).length > before;
    if (isSwapping && String(args[0]).includes('.secrets.json.'))
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    return openSync(...args);
  });
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

// One office: each test finds the history in force that the one before left.
describe('the keys of a history set aside', () => {
  const opened = share(openReplaced);

  it('on a disk too full for the keys nothing is restored', async () => {
    const { office, own, foreign } = opened();
    const id = await newestOf(office);
    const folders = () => readdirSync(join(office.dataFolder, 'backups'));
    const before = folders();
    const giveRoom = fillDiskForKeys(office.dataFolder);
    expect((await office.refused('backup.restore', { id })).code).toBe('disk_full');
    giveRoom();
    expect(await stateOf(office)).toEqual(foreign);
    expect(folders(), 'no folder of a history set aside').toEqual(before);
    const again = await office.restart();
    opened().office = again;
    expect(await stateOf(again)).toEqual(foreign);
    await again.call('backup.restore', { id });
    expect(await stateOf(again)).toEqual(own);
  });

  it('a locked vault is opened first', async () => {
    const { office, foreign } = opened();
    await office.call('secrets.protect', { passphrase });
    await office.call('secrets.lock', {});
    const id = await newestOf(office);
    expect((await office.refused('backup.restore', { id })).code).toBe('secrets_locked');
    await office.call('secrets.unlock', { passphrase });
    await office.call('backup.restore', { id });
    expect(await stateOf(office)).toEqual(foreign);
  });

  it('with a history set aside its connection and keys come back', async () => {
    const { office, own, foreign } = opened();
    // Back, and once more to the other one.
    for (const expected of [own, foreign]) {
      const back = await office.call('backup.restore', { id: await newestOf(office) });
      expect(back.connectionLeft).toBe(null);
      expect(await stateOf(office)).toEqual(expected);
    }
    expect(await send(office)).toBe('queued');
    const kept = () => readFileSync(join(office.dataFolder, 'secrets.json'), 'utf8');
    const made = (await asides(office)).toReversed();
    // The oldest first: what a later one keeps is its own.
    for (const [index, { id }] of made.entries()) {
      expect(kept()).toContain(`replaced-keys:${id}`);
      await office.call('backup.remove', { id, confirmed: true });
      const next = made[index + 1]?.id;
      expect(kept()).not.toContain(`replaced-keys:${id}`);
      if (next) expect(kept()).toContain(`replaced-keys:${next}`);
    }
  });
});

inSoak('they come back over several restorations, also of an empty history', async () => {
  // The other office has the same service under the same id: its keys take the place of the own.
  const { office, other } = await openBoth(false);
  const own = await stateOf(office);
  const { setAside } = await office.call('backup.restore', { id: 'new' });
  await restoreElsewhere(other, passphrase, office);
  const back = await office.call('backup.restore', { id: setAside ?? '' });
  expect(back.keysRestored).toBeGreaterThan(0);
  expect(await stateOf(office)).toEqual(own);
});

inSoak('without a connection before, there is none again', async () => {
  const { other } = await openBoth();
  const office = await openOffice();
  const own = await stateOf(office);
  await restoreElsewhere(other, passphrase, office);
  const [newest] = await asides(office);
  const back = await office.call('backup.restore', { id: newest?.id ?? '' });
  expect(back).toMatchObject({ keysRestored: 0, connectionLeft: null });
  expect(await stateOf(office)).toEqual(own);
});

it('keys that do not open any more are replaced by those of the archive', async () => {
  const { other } = await openBoth(false);
  const own = await stateOf(other);
  const made = await other.call('backup.create', { passphrase });
  const path = join(other.dataFolder, 'secrets.json');
  const vault = JSON.parse(readFileSync(path, 'utf8'));
  const names = Object.keys(vault.entries).filter((name) => !name.startsWith('auth'));
  // A value does not open under another name.
  const moved = names.map((name, index) => [name, vault.entries[names.at(index - 1) ?? '']]);
  const entries = { ...vault.entries, ...Object.fromEntries(moved) };
  await other.app.close();
  writeFileSync(path, JSON.stringify({ ...vault, entries }));
  const again = await other.restart();
  expect(await stateOf(again)).not.toEqual(own);
  await again.call('backup.restore', { id: made.id, passphrase });
  expect(await stateOf(again)).toEqual(own);
});

it('a killed restoration leaves the history of one office with no key of the other', async () => {
  const { office, own, foreign } = await openReplaced();
  const script = fileURLToPath(new URL('./restorer.ts', import.meta.url));
  let last = office;
  // After the keys and before the files; in the whole test at each moment.
  for (const steps of isSoak ? Array.from({ length: 18 }, (_, step) => step) : [9]) {
    const id = await newestOf(last);
    await last.app.close();
    const args = [script, last.dataFolder, id, String(steps)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'exit');
    last = await last.restart();
    expect([own, foreign]).toContainEqual(await stateOf(last));
  }
});

/** The history cannot move, as while another program has it open on Windows. */
function holdHistory(dataFolder: string) {
  const { renameSync } = fs;
  const spy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    if (from === join(dataFolder, 'zubi.db'))
      throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    renameSync(from, to);
  });
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

it('what was restored without its files is finished before the next restoration', async () => {
  const { office, other } = await openBoth(false);
  const own = await stateOf(office);
  const letGo = holdHistory(office.dataFolder);
  await expect(restoreElsewhere(other, passphrase, office)).rejects.toThrow();
  expect((await office.call('app.status', {})).recovery).not.toBe(null);
  const again = await office.refused('backup.restore', { id: 'new' });
  expect(again.code).toBe('database_locked');
  letGo();
  await office.call('backup.restore', { id: 'new' });
  const oldest = (await asides(office)).at(-1);
  await office.call('backup.restore', { id: oldest?.id ?? '' });
  expect(await stateOf(office)).toEqual(own);
});
