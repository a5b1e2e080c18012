import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../sandbox/server.ts';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { sampled } from '../../rounds.ts';
import { type Office, openOffice } from './office.ts';
import { sentBefore } from './sent-before.ts';

const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

/** A sandbox outside the office, so that it outlives the process that is killed. */
async function startOutsideSandbox() {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-outside-'));
  const sandbox = await startSandbox({ folder, validator: shareValidator() });
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const post = (path: string, body: unknown) =>
    fetch(`${sandbox.baseUrl}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    ...sandbox,
    plan: (...faults: unknown[]) => post('faults', { faults }),
    reached: async () => {
      const state = await fetch(`${sandbox.baseUrl}/sandbox/state`, {
        headers: { 'X-Service-UserApiKey': sandbox.userApiKey },
      });
      return ((await state.json()) as { submissions: unknown[] }).submissions.length;
    },
  };
}

async function openConnectedOffice(
  sandbox: { baseUrl: string; userApiKey: string },
  folder: string,
) {
  const office = await openOffice({ dataFolder: folder });
  await office.call('connection.set', connectionTo(sandbox));
  const territories = await office.call('territories.list', {});
  await office.call('companies.create', {
    isIndividual: false,
    fullName: company.name,
    taxId: company.taxId,
    territoryId: territories.find((territory) => territory.name === 'Bizkaia')?.id ?? '',
  });
  return office;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function onlySubmission(office: Office) {
  const { submissions } = await office.call('submissions.list', {});
  expect(submissions).toHaveLength(1);
  const [submission] = submissions;
  if (!submission) throw new Error('no submission');
  return submission;
}

describe('H1, H3: a process that is killed while it sends', () => {
  it('leaves `sending` on disk, which the next start changes to `unknown` and never sends again by itself', async () => {
    const sandbox = await startOutsideSandbox();
    const folder = newFolder();
    const first = await openConnectedOffice(sandbox, folder);
    const file = await first.drop(
      'quarter.xml',
      makeDocument('240-received', { seed: 1, records: 2, taxpayer: company }),
    );
    await first.app.close();
    await sandbox.plan({ kind: 'delay', ms: 60_000 });

    const sender = spawnSender(folder, file.id);
    await nextLine(sender, 'sending');
    sender.kill('SIGKILL');
    await once(sender, 'exit');

    const second = await openOffice({ dataFolder: folder });
    const submission = await onlySubmission(second);
    expect(submission).toMatchObject({ state: 'unknown', answerCode: 'interrupted' });
    expect(submission.sentAt).not.toBeNull();
    await second.app.idle();
    expect((await onlySubmission(second)).state).toBe('unknown');

    expect(await sentBefore(second, file.id)).toHaveLength(1);
    expect((await second.refused('submissions.retry', { id: submission.id })).code).toBe(
      'submission_state',
    );
    await second.call('submissions.resolve', {
      id: submission.id,
      decision: 'accepted',
      note: 'seen in the panel',
    });
    const { events, submission: resolved } = await second.call('submissions.get', {
      id: submission.id,
    });
    expect(resolved.state).toBe('accepted');
    expect(events.at(-1)).toMatchObject({
      kind: 'resolved',
      data: { decision: 'accepted', note: 'seen in the panel' },
    });
  });
});

describe('a failed sending', () => {
  const cases = [
    { fault: { kind: 'drop_before' }, state: 'unknown', code: 'connection_lost', reached: 0 },
    { fault: { kind: 'drop_after' }, state: 'unknown', code: 'connection_lost', reached: 1 },
    { fault: { kind: 'broken_json' }, state: 'unknown', code: 'answer_not_understood', reached: 1 },
    { fault: { kind: 'huge_body' }, state: 'unknown', code: 'answer_too_large', reached: 1 },
    {
      fault: { kind: 'status', status: 503 },
      state: 'unknown',
      code: 'service_unavailable',
      reached: 0,
    },
    // Harmless, so the queue tries again by itself.
    {
      fault: { kind: 'status', status: 429, retryAfter: 1 },
      state: 'accepted',
      code: null,
      reached: 1,
    },
    {
      fault: { kind: 'status', status: 413 },
      state: 'failed',
      code: 'service_too_large',
      reached: 0,
    },
  ] as const;

  it.each(sampled(cases, 2))(
    '$fault.kind $fault.status ends as $state',
    async ({ fault, state, code, reached }) => {
      const sandbox = await startOutsideSandbox();
      const office = await openConnectedOffice(sandbox, newFolder());
      const file = await office.drop(
        'file.xml',
        makeDocument('240-received', { seed: 2, records: 1, taxpayer: company }),
      );
      await sandbox.plan(fault);
      await office.call('submissions.send', { fileIds: [file.id] });
      await office.app.idle();
      expect(await onlySubmission(office)).toMatchObject({ state, answerCode: code });
      expect(await sandbox.reached()).toBe(reached);
    },
  );

  it('can be repeated when it surely did not arrive, and then arrives once', async () => {
    const sandbox = await startOutsideSandbox();
    const office = await openConnectedOffice(sandbox, newFolder());
    const file = await office.drop(
      'file.xml',
      makeDocument('240-received', { seed: 3, records: 1, taxpayer: company }),
    );
    await sandbox.plan({ kind: 'status', status: 413 });
    await office.call('submissions.send', { fileIds: [file.id] });
    await office.app.idle();
    const failed = await onlySubmission(office);
    const retried = await office.call('submissions.retry', { id: failed.id });
    expect(retried.previousId).toBe(failed.id);
    await office.app.idle();
    const { submission } = await office.call('submissions.get', { id: retried.id });
    expect(submission.state).toBe('accepted');
    expect(await sandbox.reached()).toBe(1);
  });

  it('files still queued can be withdrawn', async () => {
    const sandbox = await startOutsideSandbox();
    const office = await openConnectedOffice(sandbox, newFolder());
    const files = [];
    for (const seed of [4, 5, 6]) {
      files.push(
        await office.drop(
          `${seed}.xml`,
          makeDocument('240-received', { seed, records: 1, taxpayer: company }),
        ),
      );
    }
    await sandbox.plan({ kind: 'delay', ms: 800 });
    const { submissions } = await office.call('submissions.send', {
      fileIds: files.map((file) => file.id),
    });
    const last = submissions[2]?.id ?? '';
    const { cancelled } = await office.call('submissions.cancelJob', { ids: [last] });
    expect(cancelled).toEqual([last]);
    await office.app.idle();
    const states = (await office.call('submissions.list', {})).submissions.map(
      (submission) => submission.state,
    );
    expect(states).toEqual(['cancelled', 'accepted', 'accepted']);
    expect(await sandbox.reached()).toBe(2);
  });
});

describe('two processes on one data folder', () => {
  it('the second one reads and changes nothing', async () => {
    const folder = newFolder();
    await openOffice({ dataFolder: folder });
    const second = await openOffice({ dataFolder: folder });
    expect(second.app.ownsDataFolder).toBe(false);
    expect((await second.call('app.status', {})).ownsDataFolder).toBe(false);
    expect((await second.refused('settings.set', { language: 'eu' })).code).toBe(
      'data_folder_in_use',
    );
    const taken = await second.app.takeFile({ name: 'a.xml', bytes: new Uint8Array([60]) });
    expect(taken).toMatchObject({ ok: false, error: { code: 'data_folder_in_use' } });
  });
});

function spawnSender(folder: string, fileId: string): ChildProcess {
  const script = fileURLToPath(new URL('./sender.ts', import.meta.url));
  const sender = spawn(process.execPath, [script, folder, fileId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void sender.kill('SIGKILL'));
  return sender;
}

async function nextLine(child: ChildProcess, wanted: string): Promise<void> {
  if (!child.stdout) throw new Error('no output');
  for await (const chunk of child.stdout) {
    if (String(chunk).includes(wanted)) return;
  }
  throw new Error('the sender ended too early');
}
