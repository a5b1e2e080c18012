import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { share } from '../../fixtures/lifetime.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice, openPractisingOffice } from '../core/office.ts';
import { company, send } from './filing.ts';

const passphrase = 'zubia eta ibaia 2026';
const plantedKey = 'planted-user-key-7d1f';
const plantedCertificate = 'planted-certificate-key-93ab';

async function openOfficeWithKeys(): Promise<Office> {
  const office = await openPractisingOffice();
  await office.call('connection.set', {
    baseUrl: 'https://service.example',
    userApiKey: plantedKey,
    certificateKey: plantedCertificate,
    softwareGarante: { holds: true, taxId: 'A99800476', license: 'L', name: 'N', version: '1' },
  });
  await office.call('connection.useSandbox', {});
  return office;
}

const count = async (office: Office) => (await office.call('submissions.list', {})).total;

/** The archive's bytes as a host saves them. */
async function readAll(office: Office, id: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let offset = 0; ; ) {
    const { contentBase64, sizeBytes } = await office.call('backup.read', {
      id,
      offset,
      limit: 65_536,
    });
    const piece = Buffer.from(contentBase64, 'base64');
    pieces.push(piece);
    offset += piece.length;
    if (offset >= sizeBytes || piece.length === 0) return Buffer.concat(pieces);
  }
}

describe('an archive made by a person', () => {
  it('brings history, settings and keys to another machine when it is sealed', async () => {
    const office = await openOfficeWithKeys();
    await office.call('settings.set', { officeName: 'Aholkularitza Ibaia' });
    await send(office, 1);
    const made = await office.call('backup.create', { passphrase });
    expect(made).toMatchObject({
      kind: 'archive',
      sealed: true,
      includesKeys: true,
      submissions: 1,
    });
    const bytes = await readAll(office, made.id);
    for (const text of [plantedKey, plantedCertificate, 'Bizkaiko', passphrase])
      expect(bytes.includes(text)).toBe(false);

    const other = await openOffice();
    const taken = await other.app.takeFile({ name: 'kopia.zubi-backup', bytes });
    if (!taken.ok) throw new Error('not taken');
    const { fileId } = taken.value;
    expect((await other.refused('backup.restore', { fileId })).code).toBe('backup_sealed');
    expect((await other.refused('backup.restore', { fileId, passphrase: 'beste bat' })).code).toBe(
      'wrong_passphrase',
    );
    expect(await count(other)).toBe(0);
    const result = await other.call('backup.restore', { fileId, passphrase });
    expect(result.submissions).toBe(1);
    expect(result.keysRestored).toBeGreaterThanOrEqual(4);
    expect(await count(other)).toBe(1);
    expect((await other.call('settings.get', {})).officeName).toBe('Aholkularitza Ibaia');
    await send(other, 2);
    // The sandbox over there does not know the company, but its key was at hand.
    const [sent] = (await other.call('submissions.list', {})).submissions;
    expect(sent?.answerCode).toMatch(/^service_/);
    expect(other.events).toContainEqual({ name: 'history.replaced', payload: {} });
  });

  it('holds no key, sealed or not, without a passphrase', async () => {
    const office = await openOfficeWithKeys();
    const made = await office.call('backup.create', {});
    expect(made).toMatchObject({ sealed: false, includesKeys: false });
    const bytes = await readAll(office, made.id);
    const body = gunzipSync(bytes.subarray(12 + bytes.readUInt32BE(8) + 5));
    expect(body.includes('Bizkaiko')).toBe(true);
    for (const text of [plantedKey, plantedCertificate, '"entries":{"production'])
      expect(body.includes(text)).toBe(false);
  });

  describe('that is damaged', () => {
    const opened = share(async () => {
      const office = await openPractisingOffice();
      await send(office, 1);
      const plain = await office.call('backup.create', {});
      const sealed = await office.call('backup.create', { passphrase });
      return { office, inputs: [{ id: plain.id }, { id: sealed.id, passphrase }] };
    });

    it.each([
      ['cut short', (path: string) => truncateSync(path, statSync(path).size - 40)],
      // A single byte may say the same: of a code that the compression never uses.
      ['bytes changed', (path: string) => flip(path, statSync(path).size - 900, 32)],
      ['its header changed', (path: string) => flip(path, 14)],
    ])('is refused, and nothing changes: %s', async (_name, damage) => {
      const { office, inputs } = opened();
      for (const input of inputs) {
        const path = join(office.dataFolder, 'backups', input.id);
        const whole = readFileSync(path);
        damage(path);
        expect(['backup_damaged', 'wrong_passphrase']).toContain(
          (await office.refused('backup.restore', input)).code,
        );
        writeFileSync(path, whole);
        expect(await count(office)).toBe(1);
      }
      expect(readdirSync(office.dataFolder)).not.toContain('restore');
    });
  });

  it.skipIf(process.platform === 'win32')('is refused at once when it is a pipe', async () => {
    const office = await openOffice();
    const path = join(office.dataFolder, 'kopia.zubi-backup');
    execFileSync('mkfifo', [path]);
    const taken = await office.app.takeFile({ name: 'kopia.zubi-backup', path });
    if (!taken.ok) throw new Error('not taken');
    expect((await office.refused('backup.restore', { fileId: taken.value.fileId })).code).toBe(
      'backup_damaged',
    );
  });

  it('is said to be gone, not damaged, when its stick was pulled out', async () => {
    const office = await openOffice();
    const path = join(office.dataFolder, 'kopia.zubi-backup');
    writeFileSync(path, 'on the stick');
    const taken = await office.app.takeFile({ name: 'kopia.zubi-backup', path });
    if (!taken.ok) throw new Error('not taken');
    rmSync(path);
    expect(await office.refused('backup.restore', { fileId: taken.value.fileId })).toMatchObject({
      code: 'file_not_found',
      details: { name: 'kopia.zubi-backup' },
    });
  });

  it('is not restored over a queue that is not empty', async () => {
    const office = await openPractisingOffice({ face: 'command_line' });
    const made = await office.call('backup.create', {});
    await office.call('submissions.pause', {});
    const file = await office.drop(
      'a.xml',
      makeDocument('240-received', { seed: 1, records: 1, taxpayer: company }),
    );
    await office.call('submissions.send', { fileIds: [file.id] });
    const bytes = await readAll(office, made.id);
    const incoming = () => readdirSync(join(office.dataFolder, 'incoming'));
    const before = incoming();
    const taken = await office.app.takeFile({ name: 'kopia.zubi-backup', bytes });
    if (!taken.ok) throw new Error('not taken');
    for (const source of [{ id: made.id }, { fileId: taken.value.fileId }])
      expect((await office.refused('backup.restore', source)).code).toBe('backup_queue_busy');
    // The window hands it over again: what came first takes no space.
    expect(incoming()).toEqual(before);
  });
});

describe('the history that a restoration replaced', () => {
  it('tells of companies created after the copy, until each is there again', async () => {
    const office = await openPractisingOffice();
    const made = await office.call('backup.create', {});
    const added = await office.call('companies.create', {
      isIndividual: false,
      fullName: 'Bizkaiko Lantegiak SA',
      taxId: 'A99800054',
      territoryId: 'bizkaia',
    });
    const { setAside, leftAside, companiesAside } = await office.call('backup.restore', {
      id: made.id,
    });
    expect([leftAside, companiesAside]).toEqual([0, 1]);
    const { companies, companiesTotal } = await office.call('backup.leftAside', {
      id: setAside ?? '',
    });
    const { id, fullName: name, taxId, serviceId } = added;
    expect(companies).toEqual([{ id, name, taxId, serviceId, environment: 'sandbox' }]);
    expect(companiesTotal).toBe(1);
    expect(serviceId).not.toBeNull();
  });

  it('is counted, stays in the history that was set aside, and is deleted only after confirmation', async () => {
    const office = await openPractisingOffice();
    await send(office, 1);
    const made = await office.call('backup.create', {});
    await send(office, 2);
    await send(office, 3);
    const { submissions } = await office.call('submissions.list', { limit: 2 });
    const newer = submissions.map(
      ({ id, file, company: { fullName }, taxpayer, state, environment, sentAt, ...rest }) => ({
        id,
        file,
        state,
        shown: state,
        environment,
        company: fullName,
        at: sentAt,
        taxId: taxpayer.taxId,
        identifier: rest.identifier,
        registrationNumber: rest.registrationNumber,
      }),
    );
    const restored = await office.call('backup.restore', { id: made.id });
    expect(restored).toMatchObject({ submissions: 1, leftAside: 2 });
    const aside = restored.setAside ?? '';
    expect(readdirSync(join(office.dataFolder, 'backups', aside)).toSorted()).toEqual(
      expect.arrayContaining(['note.json', 'zubi.db']),
    );
    const left = await office.call('backup.leftAside', { id: aside });
    expect(left.total).toBe(2);
    expect(left.submissions).toEqual(newer);
    expect((await office.call('backup.leftAside', { id: aside, limit: 1 })).submissions).toEqual([
      newer[0],
    ]);
    for (const id of [made.id, '../zubi.db', `${aside}0`])
      expect((await office.refused('backup.leftAside', { id })).code).toBe('backup_unknown');
    expect((await office.refused('backup.remove', { id: aside })).code).toBe('backup_needed');
    const back = await office.call('backup.restore', { id: aside });
    expect(back.leftAside).toBe(0);
    const none = await office.call('backup.leftAside', { id: back.setAside ?? '' });
    expect(none).toEqual({
      ...{ submissions: [], total: 0, companies: [], companiesTotal: 0 },
      ...{ authorizations: [], authorizationsTotal: 0 },
    });
    expect(await count(office)).toBe(3);
    expect(await office.call('backup.remove', { id: aside, confirmed: true })).toEqual({
      removed: aside,
    });
    expect(existsSync(join(office.dataFolder, 'backups', aside))).toBe(false);
    expect((await office.refused('backup.remove', { id: aside, confirmed: true })).code).toBe(
      'backup_unknown',
    );
    expect(await count(office)).toBe(3);
  });

  it('an older copy is deleted on request, the newest good one only after confirmation', async () => {
    const office = await openPractisingOffice({ makesCopies: true });
    await send(office, 1);
    const listed = async () => (await office.call('backup.list', {})).backups.map(({ id }) => id);
    // The automatic one at the end of a batch.
    await expect.poll(listed).toHaveLength(1);
    const [automatic = ''] = await listed();
    const older = await office.call('backup.create', {});
    const newer = await office.call('backup.create', {});
    expect(await listed()).toEqual([newer.id, older.id, automatic]);
    expect((await office.refused('backup.remove', { id: newer.id })).code).toBe('backup_needed');
    await office.call('backup.remove', { id: older.id });
    expect(await listed()).toEqual([newer.id, automatic]);
    await office.call('backup.remove', { id: automatic });
    await office.call('backup.remove', { id: newer.id, confirmed: true });
    expect(await listed()).toEqual([]);
    const left = readdirSync(join(office.dataFolder, 'backups'));
    expect(left.filter((name) => name.startsWith('zubi-'))).toEqual([]);
    expect(
      (await office.refused('backup.remove', { id: '../zubi.db', confirmed: true })).code,
    ).toBe('backup_unknown');
    expect(await count(office)).toBe(1);
  });
});

function flip(path: string, offset: number, count = 1): void {
  const bytes = readFileSync(path).subarray(offset, offset + count);
  const descriptor = openSync(path, 'r+');
  writeSync(
    descriptor,
    bytes.map((byte) => byte ^ 0x41),
    0,
    count,
    offset,
  );
  closeSync(descriptor);
}
