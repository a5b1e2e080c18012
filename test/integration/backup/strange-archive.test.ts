import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readArchive, writeArchive } from '../../../main/features/backup/archive.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { type Office, openOffice, openPractisingOffice } from '../core/office.ts';
import { send } from './filing.ts';

const elsewhere = 'https://elsewhere.example';
const here = 'https://service.example';
const userApiKey = 'planted-user-key-7d1f';

/** An archive of an office that sends elsewhere. */
async function makeArchive(seal: { readonly passphrase?: string } = {}) {
  const stranger = await openOffice();
  await stranger.call('connection.set', { baseUrl: elsewhere, userApiKey: 'x'.repeat(20) });
  const { id } = await stranger.call('backup.create', seal);
  return { id, path: join(stranger.dataFolder, 'backups', id) };
}

async function openRealOffice(): Promise<Office> {
  const office = await openOffice();
  await office.call('connection.set', { baseUrl: here, userApiKey });
  return office;
}

/** Restores the archive, and reports where the keys go then. */
async function restore(office: Office, path: string, seal: { readonly passphrase?: string } = {}) {
  const taken = await office.app.takeFile({ name: 'kopia.zubi-backup', bytes: readFileSync(path) });
  if (!taken.ok) throw new Error(taken.error.code);
  const { connectionKept } = await office.call('backup.restore', {
    fileId: taken.value.fileId,
    ...seal,
  });
  return { connectionKept, baseUrl: (await office.call('connection.get', {})).baseUrl };
}

describe('an archive that is not sealed', () => {
  it('does not change where the keys here are sent', async () => {
    const { path } = await makeArchive();
    expect(await restore(await openRealOffice(), path)).toEqual({
      connectionKept: true,
      baseUrl: here,
    });
    const practising = await openPractisingOffice();
    const { baseUrl } = await practising.call('connection.get', {});
    expect(await restore(practising, path)).toEqual({ connectionKept: true, baseUrl });
  });

  it('sets no connection in a new folder: the history is restored, and the address is shown', async () => {
    const stranger = await openPractisingOffice();
    await send(stranger, 1);
    const licence = { holds: true, taxId: 'A1', license: 'L', name: 'N', version: '1' };
    await stranger.app.close();
    const file = { baseUrl: 'https://ELSEWHERE.example', softwareGarante: licence };
    writeFileSync(
      join(stranger.dataFolder, 'connection.json'),
      JSON.stringify({ active: 'production', connections: [{ id: 'production', ...file }] }),
    );
    const again = await stranger.restart();
    const { id } = await again.call('backup.create', {});
    const bytes = readFileSync(join(again.dataFolder, 'backups', id));
    const office = await openOffice();
    const before = await office.call('connection.get', {});
    const taken = await office.app.takeFile({ name: 'kopia.zubi-backup', bytes });
    if (!taken.ok) throw new Error(taken.error.code);
    const restored = await office.call('backup.restore', { fileId: taken.value.fileId });
    expect(restored).toMatchObject({ submissions: 1, connectionLeft: `${elsewhere}/` });
    expect(await office.call('connection.get', {})).toEqual(before);
    expect(existsSync(join(office.dataFolder, 'connection.json'))).toBe(false);
    expect((await (await office.restart()).call('connection.get', {})).baseUrl).toBeNull();
  });

  it('names no place that is then read for its worklist', async () => {
    const stranger = await openOffice();
    const place = join(stranger.dataFolder, 'letter.xml');
    writeFileSync(place, '<letter/>');
    const taken = await stranger.app.takeFile({ name: 'letter.xml', path: place });
    if (!taken.ok) throw new Error(taken.error.code);
    const { fileId } = taken.value;
    await stranger.call('submissions.addFiles', { fileIds: [fileId] });
    const { id } = await stranger.call('backup.create', {});
    const office = await openOffice();
    await restore(office, join(stranger.dataFolder, 'backups', id));
    const { files } = await office.call('submissions.check', { fileIds: [fileId] });
    expect(files[0]?.judged?.verdict).toBe('unreadable');
    const { issues } = await office.call('submissions.issues', { fileId });
    expect(issues.map(({ code }) => code)).toEqual(['file_not_found']);
  });

  it('shows no address when it has only its own sandbox', async () => {
    const stranger = await openPractisingOffice();
    const { id } = await stranger.call('backup.create', {});
    const office = await openOffice();
    const path = join(stranger.dataFolder, 'backups', id);
    expect(await restore(office, path)).toEqual({ connectionKept: false, baseUrl: null });
  });

  it('keeps the connection when it has the same one as here', async () => {
    const office = await openRealOffice();
    const { id } = await office.call('backup.create', {});
    expect((await office.call('backup.restore', { id })).connectionKept).toBe(false);
    expect((await office.call('connection.get', {})).baseUrl).toBe(here);
  });

  it('does not change it when it lies among the copies here either', async () => {
    const { id, path } = await makeArchive();
    const office = await openRealOffice();
    mkdirSync(join(office.dataFolder, 'backups'), { recursive: true });
    copyFileSync(path, join(office.dataFolder, 'backups', id));
    expect((await office.call('backup.restore', { id })).connectionKept).toBe(true);
    expect((await office.call('connection.get', {})).baseUrl).toBe(here);
    // An archive without a connection reports none as kept out.
    expect((await office.call('backup.restore', { id: 'new' })).connectionKept).toBe(false);
  });

  it('does not change it when the keys have lost their connection either', async () => {
    const { path } = await makeArchive();
    const office = await openRealOffice();
    await office.app.close();
    writeFileSync(join(office.dataFolder, 'connection.json'), '{"active": "prod');
    expect(await restore(await office.restart(), path)).toEqual({
      connectionKept: true,
      baseUrl: null,
    });
  });
});

it('a sealed archive sets where the keys are sent', async () => {
  const seal = { passphrase: 'zubia eta ibaia 2026' };
  const { path } = await makeArchive(seal);
  expect(await restore(await openRealOffice(), path, seal)).toEqual({
    connectionKept: false,
    baseUrl: elsewhere,
  });
});

it('T1: an archive sealed by somebody else brings keys for services, and no other entry', async () => {
  const stranger = await openOffice();
  const { id } = await stranger.call('backup.create', {});
  const plain = join(stranger.dataFolder, 'backups', id);
  const stage = mkdtempSync(join(tmpdir(), 'zubi-strange-'));
  onTestFinished(() => rmSync(stage, { recursive: true, force: true }));
  const { header } = await readArchive(plain, null, (name) => join(stage, name));
  const kept = `production:user-api-key@${elsewhere}`;
  const names = [kept, 'authentication-key:theirs', 'vault:master', '__proto__', 'company'];
  const keys = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'.repeat(20)])));
  const path = join(stage, 'theirs.zubi-backup');
  if (header.history.submissions === null) throw new Error('no history');
  const facts = { version: '1.0.0', includesKeys: true, history: header.history };
  const entries = [
    { name: 'zubi.db', content: { path: join(stage, 'zubi.db') } },
    { name: 'keys.json', content: { bytes: Buffer.from(keys) } },
  ] as const;
  await writeArchive(path, facts as Parameters<typeof writeArchive>[1], {
    entries,
    passphrase: new Secret('zubia eta ibaia'),
  });
  const office = await openRealOffice();
  const before = readFileSync(join(office.dataFolder, 'secrets.json'), 'utf8');
  const taken = await office.app.takeFile({ name: 'k.zubi-backup', bytes: readFileSync(path) });
  if (!taken.ok) throw new Error(taken.error.code);
  const { fileId } = taken.value;
  const restored = await office.call('backup.restore', { fileId, passphrase: 'zubia eta ibaia' });
  expect(restored.keysRestored).toBe(1);
  const after = readFileSync(join(office.dataFolder, 'secrets.json'), 'utf8');
  expect(before).not.toContain(kept);
  expect(after).toContain(kept);
  for (const name of names.slice(1)) expect(after).not.toContain(`"${name}"`);
});
