import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPassphraseSealer } from '../../../main/platform/secrets/passphrase-sealer.ts';
import { createSessionSealer } from '../../../main/platform/secrets/session-sealer.ts';
import { forgeHistory } from '../../fixtures/recompute-chain.ts';
import { send } from '../backup/filing.ts';
import { type Office, openOffice, openPractisingOffice } from '../core/office.ts';

const chainOf = (office: Office) => office.call('history.chain', {});
const checkOf = async (office: Office) => (await office.call('backup.check', {})).chain;
const passphrase = 'txalaparta eta trikitixa 26';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The facts of the seal on the receipt of the newest submission, in their order. */
async function readSeal(office: Office): Promise<string[]> {
  const [newest] = (await office.call('submissions.list', {})).submissions;
  const { contentBase64 } = await office.call('reports.receipt', {
    format: 'html',
    submissionId: newest?.id ?? '',
  });
  const page = Buffer.from(contentBase64, 'base64').toString('utf8');
  const [, seal = ''] = page.split('<section class="head">');
  return [...seal.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, value = '']) => value);
}

function verifyHead(
  seal: readonly string[],
  copy?: string,
  nodeOptions: readonly string[] = [],
): number | null {
  const [number = '', day = '', history = '', hash = '', publicKey = '', signature = ''] = seal;
  const script = fileURLToPath(new URL('../../../scripts/verify-head.mjs', import.meta.url));
  const facts = [history, number, hash, day, publicKey, signature, ...(copy ? [copy] : [])];
  return spawnSync(process.execPath, [...nodeOptions, script, ...facts]).status;
}

describe('the seal of the history on a receipt', () => {
  it('is verified by a short script, alone and against a copy, and fails when either was changed', async () => {
    const office = await openPractisingOffice();
    await send(office, 1);
    const seal = await readSeal(office);
    await office.app.close();
    const copy = temporaryFolder();
    copyFileSync(join(office.dataFolder, 'zubi.db'), join(copy, 'zubi.db'));
    const path = join(copy, 'zubi.db');
    expect([verifyHead(seal), verifyHead(seal, path)]).toEqual([0, 0]);
    // A Node without SQLite, as version 20, verifies the signature and calls no copy wrong.
    const old = ['--no-experimental-sqlite'];
    expect([verifyHead(seal, undefined, old), verifyHead(seal, path, old)]).toEqual([0, 2]);
    const later = seal.map((value, index) => (index === 0 ? String(Number(value) + 1) : value));
    expect(verifyHead(later)).toBe(1);
    forgeHistory(copy, "update submissions set state = 'rejected'", 'kept');
    expect(verifyHead(seal, path)).toBe(1);
  });

  it('is not confirmed by a copy whose rows differ from its links, and its signature may be in two lines', async () => {
    const office = await openPractisingOffice();
    await send(office, 1);
    const seal = await readSeal(office);
    await office.app.close();
    const halves = [...seal.slice(0, 5), `${seal[5]?.slice(0, 70)}\n ${seal[5]?.slice(70)}`];
    expect(verifyHead(halves)).toBe(0);
    const copy = join(temporaryFolder(), 'zubi.db');
    for (const sql of [
      "update submissions set state = 'rejected'",
      'drop trigger answers_are_kept; delete from answers',
      "update documents set gzip = x'00'",
      "update submissions set period = '2020-Q1'",
      `insert into submission_events (submission_id, at, kind, data)
        select id, created_at, 'resolved', '{}' from submissions`,
    ]) {
      copyFileSync(join(office.dataFolder, 'zubi.db'), copy);
      expect(verifyHead(seal, copy)).toBe(0);
      const database = new Database(copy);
      database.exec(sql);
      database.pragma('wal_checkpoint(truncate)');
      database.close();
      expect(verifyHead(seal, copy), sql).toBe(1);
    }
  });

  it('is signed once a day in the chain itself', async () => {
    let now = new Date('2026-11-21T10:00:00Z');
    const office = await openPractisingOffice({ clock: () => now });
    await send(office, 1);
    const again = await office.restart({ clock: () => now });
    expect((await chainOf(again)).signedOn).toBe('2026-11-21');
    now = new Date('2026-11-22T10:00:00Z');
    const next = await again.restart({ clock: () => now });
    await send(next, 2);
    await next.app.close();
    const last = await next.restart({ clock: () => now });
    expect((await chainOf(last)).signedOn).toBe('2026-11-22');
    expect(await checkOf(last)).toMatchObject({ unverified: 0 });
  });
});

describe('the key of the chain', () => {
  it('seals on opening, under a passphrase, the entries written while it was locked', async () => {
    const office = await openPractisingOffice();
    await office.call('submissions.pause', {});
    await send(office, 1);
    await office.call('secrets.protect', { passphrase });
    const sealers = [createPassphraseSealer(null), createSessionSealer()];
    const locked = await office.restart({ sealers });
    const [submission] = (await locked.call('submissions.list', {})).submissions;
    await locked.call('submissions.cancelJob', { ids: [submission?.id ?? ''] });
    const waiting = await chainOf(locked);
    expect(waiting).toMatchObject({ seals: false, question: null });
    expect(waiting.sealedUpTo).toBeLessThan(waiting.links);
    const { isIntact } = await locked.call('submissions.get', { id: submission?.id ?? '' });
    expect(isIntact).toBe(true);

    await locked.call('secrets.unlock', { passphrase });
    await vi.waitFor(async () => expect((await chainOf(locked)).seals).toBe(true), 10_000);
    const { links, sealedUpTo } = await checkOf(locked);
    expect(sealedUpTo).toBe(links);
  });

  it('seals nothing when it is lost with the process, and a history that went back is still reported', async () => {
    const sealers = [createSessionSealer()];
    const office = await openPractisingOffice({ sealers });
    await send(office, 1);
    expect(await chainOf(office)).toMatchObject({ seals: false, sealedUpTo: 0, question: null });
    expect(await readSeal(office)).toEqual([]);
    const earlier = join(temporaryFolder(), 'zubi.db');
    const database = new Database(join(office.dataFolder, 'zubi.db'), { readonly: true });
    database.prepare('vacuum into ?').run(earlier);
    database.close();
    await send(office, 2);
    await office.app.close();
    copyFileSync(earlier, join(office.dataFolder, 'zubi.db'));
    const back = await office.restart();
    expect((await chainOf(back)).question?.reason).toBe('behind');
  });

  it.each([
    ['with keys: all seals are verified there', passphrase, 0],
    ['without keys: its links are followed, and its seals not verified', undefined, 1],
  ])('verifies an archive restored on another computer %s', async (_, given, unverified) => {
    const office = await openPractisingOffice();
    await send(office, 1);
    const { id } = await office.call('backup.create', given ? { passphrase: given } : {});
    await office.app.close();
    const other = await openOffice();
    const path = join(office.dataFolder, 'backups', id);
    const taken = await other.app.takeFile({ name: id, path });
    if (!taken.ok) throw new Error(taken.error.code);
    const fileId = taken.value.fileId;
    await other.call('backup.restore', given ? { fileId, passphrase: given } : { fileId });
    const { question, breaks, seals } = await chainOf(other);
    expect([question, seals]).toEqual([null, true]);
    expect(breaks.map(({ kind }) => kind)).toEqual(['key', 'restored']);
    const check = await checkOf(other);
    expect(check.sealedUpTo).toBe(check.links);
    expect(Math.min(1, check.unverified)).toBe(unverified);
  });
});
