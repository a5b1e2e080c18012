import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inSoak } from '../../soak.ts';
import type { Office } from '../core/office.ts';
import { type Bureau, openBureau, reopen } from '../outbox/bureau.ts';

/** The data folder as it is now; returns the function that restores it. */
function keepFolder(folder: string): () => void {
  const kept = mkdtempSync(join(tmpdir(), 'zubi-kept-'));
  onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
  cpSync(folder, kept, { recursive: true });
  return () => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(kept, folder, { recursive: true });
  };
}

/**
 * An office that has sent one file, and whose folder was copied with two more in its queue, before
 * these were sent as well.
 */
async function openOfficeWithOlderCopy() {
  const bureau = await openBureau({ makesCopies: true });
  await bureau.send([await bureau.put(0)]);
  await bureau.app.idle();
  await bureau.call('submissions.pause', {});
  const queued = await bureau.send([await bureau.put(1), await bureau.put(2)]);
  await bureau.app.close();
  const putBack = keepFolder(bureau.dataFolder);
  const later = await reopen(bureau);
  await later.call('submissions.resume', {});
  await later.app.idle();
  await later.send([await later.put(3)]);
  await later.app.idle();
  await later.app.close();
  expect(await arrived(later)).toBe(4);
  return { bureau: later, queued, putBack };
}

const arrived = async ({ sandbox }: Bureau): Promise<number> =>
  [...(await sandbox.reached()).values()].reduce((sum, times) => sum + times, 0);

async function expectAsked(office: Office, reason: string) {
  const { question } = await office.call('history.chain', {});
  expect(question?.reason).toBe(reason);
  const stands = { paused: true, pausedBecause: 'history_went_back' };
  expect(await office.call('submissions.progress', {})).toMatchObject(stands);
  expect((await office.refused('submissions.resume', {})).code).toBe('history_went_back');
  await office.app.idle();
  return question;
}

const questionOf = async (office: Office) => (await office.call('history.chain', {})).question;

describe('T4: a history that went back in time is reported, and nothing is sent', () => {
  it('when the log was deleted after a kill', async () => {
    const bureau = await openBureau();
    await bureau.send([await bureau.put(0)]);
    await bureau.app.idle();
    const fileIds = [await bureau.put(1), await bureau.put(2), await bureau.put(3)];
    await bureau.app.close();
    // All three have arrived and none is answered: a later arrival would be a second one.
    await bureau.sandbox.plan(fileIds.map(() => ({ kind: 'delay', ms: 60_000 })));
    const script = fileURLToPath(new URL('../../crash/sender.ts', import.meta.url));
    const child = spawn(process.execPath, [script, bureau.dataFolder, JSON.stringify(fileIds)]);
    await vi.waitFor(async () => expect(await arrived(bureau)).toBe(4), 20_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const end of ['-wal', '-shm'])
      rmSync(join(bureau.dataFolder, `zubi.db${end}`), { force: true });
    const again = await reopen(bureau);
    const question = await expectAsked(again, 'behind');
    expect(question?.known?.submission).toBeGreaterThan(question?.found.submission ?? 99);
    const refused = await again.refused('submissions.send', { fileIds });
    expect(refused.code).toBe('history_went_back');
    expect(await arrived(again)).toBe(4);
  });

  it('when the whole folder was put back: a person continues, and decides on each queued file', async () => {
    const { bureau, queued, putBack } = await openOfficeWithOlderCopy();
    putBack();
    const again = await reopen(bureau);
    const question = await expectAsked(again, 'behind');
    expect(question).toMatchObject({ known: { submission: 4 }, found: { submission: 3 } });
    expect(await Promise.all(queued.map(again.stateOf))).toEqual(['queued', 'queued']);

    const { breaks, question: open } = await again.call('history.continue', { note: 'Ayer' });
    expect([open, breaks.map(({ kind }) => kind)]).toEqual([null, ['continued']]);
    await again.call('submissions.resume', {});
    await again.app.idle();
    expect(await Promise.all(queued.map(again.stateOf))).toEqual(['unknown', 'unknown']);
    expect(await arrived(again)).toBe(4);
    await again.send([await again.put(0, { first: 50 })]);
    await again.app.idle();
    expect(await arrived(again)).toBe(5);
    expect((await again.call('backup.check', {})).chain.unverified).toBe(0);
    const last = await reopen(again);
    expect(await questionOf(last)).toBeNull();
  });

  it('a file that a person withdraws in the moment of the decision is reported as withdrawn alone', async () => {
    const { bureau, queued, putBack } = await openOfficeWithOlderCopy();
    putBack();
    const again = await reopen(bureau);
    const [id = ''] = queued;
    again.events.length = 0;
    await Promise.all([
      again.call('submissions.cancelJob', { ids: [id] }),
      again.call('history.continue', { note: 'Copia de ayer' }),
    ]);
    const told = again.events.flatMap((event) =>
      event.name === 'submission.changed' && event.payload.id === id ? [event.payload.state] : [],
    );
    expect(told).toEqual([await again.stateOf(id)]);
  });

  it('the same happens when the folder has another history, or one without its record of the last state', async () => {
    const { bureau, putBack } = await openOfficeWithOlderCopy();
    const other = await openBureau();
    await other.send([await other.put(0)]);
    await other.app.idle();
    await other.app.close();
    cpSync(join(other.dataFolder, 'zubi.db'), join(bureau.dataFolder, 'zubi.db'));
    const swapped = await reopen(bureau);
    await expectAsked(swapped, 'other_history');
    await swapped.app.close();

    putBack();
    const note = join(bureau.dataFolder, 'witness.json');
    rmSync(note);
    const outside = await reopen(bureau);
    await expectAsked(outside, 'behind');
    await outside.app.close();

    const elsewhere = await bureau.restart({ stateFolder: null });
    await expectAsked(elsewhere, 'unknown_since');
  });

  it('missing submissions are listed from the copies that have them, and one copy can be restored', async () => {
    const { bureau, putBack } = await openOfficeWithOlderCopy();
    // A start makes a copy by itself when the last one is a day old.
    const clock = () => new Date(Date.now() + 2 * 86_400_000);
    const full = await reopen(bureau, { clock });
    await vi.waitFor(async () => {
      const { backups } = await full.call('backup.list', {});
      // Not a batch's copy, while the last file was still queued.
      const made = backups.filter(({ createdAt }) => Date.parse(createdAt) > Date.now());
      expect(made).toMatchObject([{ submissions: 4 }]);
    }, 20_000);
    await full.app.close();
    const copies = mkdtempSync(join(tmpdir(), 'zubi-copies-'));
    onTestFinished(() => rmSync(copies, { recursive: true, force: true }));
    cpSync(join(bureau.dataFolder, 'backups'), copies, { recursive: true });
    putBack();
    cpSync(copies, join(bureau.dataFolder, 'backups'), { recursive: true });

    const again = await reopen(bureau);
    await expectAsked(again, 'behind');
    const { submissions, bestCopyId } = await again.call('history.missing', {});
    expect(submissions.map(({ file, state }) => [file, state])).toEqual([
      [expect.stringMatching(/-3-0-/), 'accepted'],
    ]);
    await again.call('backup.restore', { id: bestCopyId ?? '' });
    expect(await questionOf(again)).toBeNull();
    expect((await again.call('submissions.list', {})).submissions).toHaveLength(4);
    await again.send([await again.put(0, { first: 50 })]);
    await again.app.idle();
    expect(await arrived(again)).toBe(5);
  });
});

inSoak(
  'the copy with the most missing submissions is the best one, however few are listed',
  async () => {
    const bureau = await openBureau();
    const sendAndCopy = async (files: readonly number[]) => {
      await bureau.send(await Promise.all(files.map((file) => bureau.put(file, { first: 60 }))));
      await bureau.app.idle();
      return (await bureau.call('backup.create', {})).id;
    };
    const first = await sendAndCopy([0]);
    await sendAndCopy([1, 2]);
    await bureau.call('backup.restore', { id: first });
    await sendAndCopy([3]);
    await bureau.call('backup.restore', { id: first });
    const { bestCopyId } = await bureau.call('history.missing', { limit: 1 });
    await bureau.call('backup.restore', { id: bestCopyId ?? '' });
    expect((await bureau.call('submissions.list', {})).submissions).toHaveLength(3);
  },
);

describe('a history that did not go back', () => {
  it('is one after a process that ended between a commit and its note: the database is ahead', async () => {
    const { bureau } = await openOfficeWithOlderCopy();
    const note = join(bureau.dataFolder, 'witness.json');
    const older = readFileSync(note);
    const again = await reopen(bureau);
    await again.send([await again.put(0, { first: 50 })]);
    await again.app.idle();
    await again.app.close();
    writeFileSync(note, older);
    expect(await questionOf(await reopen(again))).toBeNull();
  });

  it('is a copy that is restored here, or a folder that was brought to another computer', async () => {
    const { bureau, putBack } = await openOfficeWithOlderCopy();
    const office = await reopen(bureau);
    const { id } = await office.call('backup.create', {});
    await office.send([await office.put(0, { first: 50 })]);
    await office.app.idle();
    await office.call('backup.restore', { id });
    const { question, breaks } = await office.call('history.chain', {});
    expect([question, breaks.map(({ kind }) => kind)]).toEqual([null, ['restored']]);
    expect(await questionOf(await reopen(office))).toBeNull();
    await office.app.close();

    putBack();
    const stateFolder = mkdtempSync(join(tmpdir(), 'zubi-other-computer-'));
    onTestFinished(() => rmSync(stateFolder, { recursive: true, force: true }));
    const elsewhere = await bureau.restart({ stateFolder });
    expect(await questionOf(elsewhere)).toBeNull();
  });
});
