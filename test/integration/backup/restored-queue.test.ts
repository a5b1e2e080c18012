import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { openBureau } from '../outbox/bureau.ts';
import { company, queue, send } from './filing.ts';

describe('files that were queued when the copy was made', () => {
  it('are never sent by themselves after a restoration: they may have been sent since', async () => {
    const office = await openPractisingOffice();
    await office.call('submissions.pause', {});
    for (const seed of [1, 2]) await queue(office, seed);
    const made = await office.call('backup.create', {});
    await office.call('submissions.resume', {});
    await office.app.idle();
    await office.call('backup.restore', { id: made.id });
    await office.call('submissions.resume', {});
    await office.app.idle();
    const { submissions } = await office.call('submissions.list', {});
    expect(submissions).toHaveLength(2);
    for (const { id, state, answerCode } of submissions) {
      expect([state, answerCode]).toEqual(['unknown', 'history_restored']);
      const { events, isIntact, waits } = await office.call('submissions.get', { id });
      expect(events.map(({ kind }) => kind)).not.toContain('sending');
      expect([isIntact, waits]).toEqual([true, true]);
    }
    expect((await office.call('backup.check', {})).submissions).toBe(2);
  });

  it('are not sent either when the restoring process died before it checked the queue', async () => {
    const office = await openPractisingOffice({ face: 'command_line' });
    await office.call('submissions.pause', {});
    await queue(office, 1);
    await office.app.close();
    // The state after a restoration until a person has decided about the queue.
    writeFileSync(join(office.dataFolder, 'restored.json'), '{}');
    const again = await office.restart({ face: 'browser' });
    expect((await again.call('submissions.list', {})).submissions[0]?.state).toBe('unknown');
    await again.call('submissions.resume', {});
    await queue(again, 2);
    await again.app.idle();
    const later = await again.restart();
    expect(
      (await later.call('submissions.list', {})).submissions.map(({ state }) => state),
    ).toEqual(['accepted', 'unknown']);
  });

  it('wait for a person, and only that person’s decision releases them', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'drop_after' }]);
    const ids = await bureau.send([await bureau.put(0), await bureau.put(0, { operation: 'M00' })]);
    const [first = '', second = ''] = ids;
    await bureau.app.idle();
    const heldBy = async (id: string) =>
      (await bureau.call('submissions.get', { id })).submission.heldBy;
    expect(await heldBy(second)).toBe(first);
    const made = await bureau.call('backup.create', {});
    const { company } = (await bureau.call('submissions.get', { id: second })).submission;
    await bureau.call('submissions.resume', { companyId: company.id });
    await bureau.app.idle();
    expect(await bureau.stateOf(second)).toBe('accepted');

    await bureau.call('backup.restore', { id: made.id });
    expect(await Promise.all(ids.map(bureau.stateOf))).toEqual(['unknown', 'unknown']);
    expect([await heldBy(second), (await bureau.call('submissions.held', {})).held]).toEqual([
      null,
      [],
    ]);
    const history = new Database(join(bureau.dataFolder, 'zubi.db'), { readonly: true });
    expect(
      history.prepare('select held_by from submissions where held_by is not null').all(),
    ).toEqual([]);
    history.close();
    await bureau.call('submissions.resolve', { id: first, decision: 'accepted', note: '' });
    await bureau.call('submissions.resume', { companyId: company.id });
    await bureau.app.idle();
    expect(await Promise.all(ids.map(bureau.stateOf))).toEqual(['accepted', 'unknown']);
    expect([...(await bureau.sandbox.reached()).values()]).toEqual([1, 1]);
    expect((await bureau.call('backup.check', {})).submissions).toBe(2);
  });
});

it('nothing is restored while a submission is being sent, even if the queue is empty', async () => {
  const bureau = await openBureau();
  const made = await bureau.call('backup.create', {});
  await bureau.sandbox.plan([{ kind: 'delay', ms: 1000 }]);
  const [id = ''] = await bureau.send([await bureau.put(0)]);
  await expect.poll(() => bureau.stateOf(id)).toBe('sending');
  expect(await bureau.refused('backup.restore', { id: made.id })).toMatchObject({
    code: 'backup_queue_busy',
    details: { files: 1 },
  });
  await bureau.app.idle();
  expect(await bureau.stateOf(id)).toBe('accepted');
});

it('two restorations at once come one after the other, and each history is whole', async () => {
  const office = await openPractisingOffice();
  const archives: string[] = [];
  for (const seed of [1, 2, 3]) {
    await send(office, seed);
    archives.push((await office.call('backup.create', {})).id);
  }
  const restored = await Promise.all(archives.map((id) => office.call('backup.restore', { id })));
  expect(restored.map(({ submissions }) => submissions)).toEqual([1, 2, 3]);
  expect(new Set(restored.map(({ setAside }) => setAside)).size).toBe(3);
  expect((await office.call('backup.check', {})).submissions).toBe(3);
});

it('nothing is restored when a file was queued while the copy was read', async () => {
  const office = await openPractisingOffice();
  await send(office, 1);
  const { id } = await office.call('backup.create', {});
  await office.call('submissions.pause', {});
  const content = makeDocument('240-received', { seed: 2, records: 5, taxpayer: company });
  const file = await office.drop('facturas-2.xml', content);
  const restoring = office.refused('backup.restore', { id });
  await office.call('submissions.send', { fileIds: [file.id] });
  expect(await restoring).toMatchObject({ code: 'backup_queue_busy', details: { files: 1 } });
  expect(office.events.map(({ name }) => name)).not.toContain('history.replaced');
  expect((await office.call('submissions.list', {})).submissions).toHaveLength(2);
});
