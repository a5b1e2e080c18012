import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Errand } from '../../crash/death.ts';
import {
  type Desk,
  furnish,
  type OutsideSandbox,
  openDesk,
  readHistory,
  startOutsideSandbox,
} from '../../crash/desk.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';

const taxpayers = [1, 2, 3].map((number) => ({
  taxId: companyTaxId('B', 9_660_000 + number),
  name: `Etenaldi ${number} SL`,
}));
const delay = (ms: number) => ({ kind: 'delay', ms });
let folder: string;
let sandbox: OutsideSandbox;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-several-'));
  sandbox = await startOutsideSandbox(shareValidator());
});

afterEach(async () => {
  await sandbox.close();
  for (const each of [folder, sandbox.folder]) rmSync(each, { recursive: true, force: true });
});

/** Three companies with one file each, and a second file of the first one. */
async function fill(desk: Desk): Promise<string[]> {
  await furnish(desk, sandbox, taxpayers);
  const fileIds: string[] = [];
  for (const [at, taxpayer] of [...taxpayers, ...taxpayers.slice(0, 1)].entries()) {
    const parts = { seed: 5, records: 1, firstRecord: at, taxpayer };
    const bytes = new TextEncoder().encode(makeDocument('240-received', parts));
    const taken = await desk.app.takeFile({ name: `${at}.xml`, bytes });
    if (!taken.ok) throw new Error(taken.error.code);
    fileIds.push(taken.value.fileId);
  }
  await desk.call('submissions.check', { fileIds });
  return fileIds;
}

/** Sends in a process of its own, which is killed while so many files await their answer. */
async function dieSending(errand: Omit<Errand, 'does' | 'diesAt'>, onTheWay: number) {
  const script = fileURLToPath(new URL('../../crash/die-at.ts', import.meta.url));
  const given = JSON.stringify({ ...errand, does: 'send', diesAt: { killed: true } });
  const child = spawn(process.execPath, [script, given], { stdio: 'inherit' });
  const exited = once(child, 'exit');
  await expect.poll(async () => (await sandbox.reached()).size, { timeout: 30_000 }).toBe(onTheWay);
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}

const statesOf = async (desk: Desk) =>
  Object.fromEntries((await readHistory(desk)).map(({ file, state }) => [file, state]));

describe('H1: a process that is killed while several files await their answer', () => {
  it('leaves none of them sending; the next start sends only what was not sent', async () => {
    const before = await openDesk(folder, { validator: shareValidator() });
    const fileIds = await fill(before);
    await before.app.close();
    await sandbox.plan([...[1, 2, 3].map(() => delay(60_000)), delay(3000)]);
    await dieSending({ dataFolder: folder, fileIds }, 3);

    const startedAt = new Date().toISOString();
    const desk = await openDesk(folder, { resumesQueue: true, validator: shareValidator() });
    const lost = { '0.xml': 'unknown', '1.xml': 'unknown', '2.xml': 'unknown' };
    // The service keeps its fourth delay: the file that had not left is on its way now.
    await expect.poll(async () => (await sandbox.reached()).size).toBe(4);
    expect(await statesOf(desk)).toEqual({ ...lost, '3.xml': 'sending' });
    const fourth = (await readHistory(desk)).find(({ file }) => file === '3.xml');
    const { events } = await desk.call('submissions.get', { id: fourth?.id ?? '' });
    expect(events.map(({ kind }) => kind)).toEqual(['checked', 'queued', 'sending']);
    expect((events.at(-1)?.at ?? '') > startedAt).toBe(true);
    const { onTheWay } = await desk.call('submissions.progress', {});
    expect(onTheWay.map(({ id }) => id)).toEqual([fourth?.id]);
    await desk.app.idle();
    expect(await statesOf(desk)).toEqual({ ...lost, '3.xml': 'accepted' });
    expect([...(await sandbox.reached()).values()]).toEqual([1, 1, 1, 1]);
    await desk.app.close();
  });
});
