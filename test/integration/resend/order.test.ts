import { describe, expect, it } from 'vitest';
import { readPlaceAgain } from '../../../main/features/outbox/repeated-submissions.ts';
import { insertSubmissionRecords } from '../../../main/features/submissions/submission-records-table.ts';
import { findSubmission } from '../../../main/features/submissions/submissions-table.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { type Bureau, openBureau } from '../outbox/bureau.ts';
import { insertSubmissionRow } from '../store/rows.ts';

/** Each is sent by itself, and refused before it was read. */
async function refuse(bureau: Bureau, ...files: Parameters<Bureau['put']>[1][]): Promise<string[]> {
  const refused: string[] = [];
  for (const file of files) {
    await bureau.sandbox.plan([{ kind: 'status', status: 404 }]);
    const [id = ''] = await bureau.send([await bureau.put(0, file)]);
    await bureau.app.idle();
    expect(await bureau.stateOf(id)).toBe('failed');
    refused.push(id);
  }
  return refused;
}

/** Sends them again; returns their new submissions, in the order of leaving. */
async function goAgain(
  bureau: Bureau,
  ids: string[],
): Promise<{ of: (string | null)[]; states: string[] }> {
  await bureau.call('submissions.retryAll', { ids });
  await bureau.app.idle();
  const { submissions } = await bureau.call('submissions.list', {});
  const gone = submissions
    .filter(({ previousId }) => previousId !== null)
    .toSorted((a, b) => (a.sentAt ?? '').localeCompare(b.sentAt ?? ''));
  return { of: gone.map(({ previousId }) => previousId), states: gone.map(({ state }) => state) };
}

it('files sent again keep the order of the company, whatever the order in the call', async () => {
  const bureau = await openBureau();
  const ids = await refuse(bureau, {}, { first: 10 }, { operation: 'M00' }, { cancellation: true });
  const { of, states } = await goAgain(bureau, ids.toReversed());
  expect(of).toEqual(ids);
  expect(states).toEqual(Array(4).fill('accepted'));
});

it('a creation is sent before the modification of its records that was sent first', async () => {
  const bureau = await openBureau();
  const [modification = '', other = '', creation = ''] = await refuse(
    bureau,
    { operation: 'M00' },
    { first: 10 },
    {},
  );
  const { of, states } = await goAgain(bureau, [modification, other, creation]);
  expect(of).toEqual([creation, modification, other]);
  expect(states).toEqual(Array(3).fill('accepted'));
});

it('a creation that is sent again alone goes before that modification, too', async () => {
  const bureau = await openBureau();
  const [modification = '', creation = ''] = await refuse(bureau, { operation: 'M00' }, {});
  await bureau.call('submissions.pause', {});
  const ids = [];
  for (const id of [modification, creation])
    ids.push((await bureau.call('submissions.retry', { id })).id);
  await bureau.call('submissions.resume', {});
  await bureau.app.idle();
  expect(await Promise.all(ids.map(bureau.stateOf))).toEqual(['accepted', 'accepted']);
});

it('files that depend on an undelivered creation stay when it stays, link by link', async () => {
  const bureau = await openBureau();
  const ids = await refuse(
    bureau,
    { records: 2 },
    { operation: 'M00', records: 2 },
    { cancellation: true, first: 1, records: 2 },
    { first: 10 },
  );
  const [creation = '', modification = '', cancellation = '', stranger = ''] = ids;
  const chosen = [modification, cancellation, stranger];
  const { left } = await bureau.call('submissions.planRetry', { ids: chosen });
  expect(left).toMatchObject([
    { id: modification, code: 'earlier_not_delivered', earlier: { id: creation, state: 'failed' } },
    { id: cancellation, code: 'earlier_not_delivered', earlier: { id: creation } },
  ]);
  expect((await goAgain(bureau, chosen)).of).toEqual([stranger]);
  // Once another document has entered its records, nothing is missing.
  await bureau.send([await bureau.put(0, { records: 3 })]);
  await bureau.app.idle();
  const after = await bureau.call('submissions.planRetry', { ids: [creation, modification] });
  expect(after.ids).toEqual([modification]);
  expect(after.left).toMatchObject([{ id: creation, code: 'already_sent', recordCount: 2 }]);
});

it('files waiting for a creation are released when its repetition has replaced it', async () => {
  const bureau = await openBureau();
  await bureau.sandbox.plan([{ kind: 'status', status: 404 }]);
  const [creation = '', modification = ''] = await bureau.send([
    await bureau.put(0),
    await bureau.put(0, { operation: 'M00' }),
  ]);
  await bureau.app.idle();
  expect((await bureau.call('submissions.get', { id: modification })).submission.heldBy).toBe(
    creation,
  );
  const { of, states } = await goAgain(bureau, [creation]);
  expect([of, states, await bureau.stateOf(modification)]).toEqual([
    [creation],
    ['accepted'],
    'accepted',
  ]);
});

it('a creation stays after a cancellation that makes room for it, whatever else was to be changed before', async () => {
  const bureau = await openBureau();
  await bureau.app.close();
  const store = await openStore(bureau.dataFolder, () => new Date());
  const row = async (id: string, operation: 'creation' | 'modification' | 'cancellation') => {
    const state = operation === 'creation' ? 'failed' : 'queued';
    const sha256 = id.padEnd(64, '0');
    await insertSubmissionRow(store.queries, { id, operation, state, sha256 });
    const found = await findSubmission(store.queries, id);
    if (!found) throw new Error('not written');
    await insertSubmissionRecords(store.queries, found.sequence, ['ab'.repeat(16)]);
    return found;
  };
  const placeOf = (creation: Awaited<ReturnType<typeof row>>) =>
    readPlaceAgain(store.queries, creation);
  const modification = await row('a', 'modification');
  expect(await placeOf(await row('b', 'creation'))).toBe(modification.queue_order - 1);
  await row('c', 'cancellation');
  const creation = await row('d', 'creation');
  expect(await placeOf(creation)).toBe(creation.queue_order);
  await store.close();
});

it('a change stays when a later one of the same records arrived, which it would undo', async () => {
  const bureau = await openBureau();
  await bureau.send([await bureau.put(0, { records: 3 })]);
  await bureau.app.idle();
  const [older = ''] = await refuse(bureau, { operation: 'M00', records: 3 });
  const [newer = ''] = await bureau.send([
    await bureau.put(0, { operation: 'M00', first: 2, records: 1 }),
  ]);
  await bureau.app.idle();
  expect(await bureau.stateOf(newer)).toBe('accepted');
  const { ids, left } = await bureau.call('submissions.planRetry', { all: true });
  expect(ids).toEqual([]);
  expect(left).toMatchObject([
    { id: older, code: 'already_sent', earlier: { id: newer }, recordCount: 1 },
  ]);
  expect((await goAgain(bureau, [older])).of).toEqual([]);

  const alone = { id: older, confirmDuplicates: false };
  const { code, details } = await bureau.refused('submissions.retry', alone);
  const shown = { guard: 'records', submissionId: newer, shown: 'accepted', recordCount: 1 };
  expect([code, details.files]).toEqual(['already_sent', [expect.objectContaining(shown)]]);
  const again = await bureau.call('submissions.retry', { ...alone, confirmDuplicates: true });
  await bureau.app.idle();
  expect(await bureau.stateOf(again.id)).toBe('accepted');
});

describe('a change that was sent again has the place of its first submission', () => {
  const all = { all: true } as const;

  it.each([
    ['with more records', { records: 1 }, { records: 3 }],
    ['with some of its records', { records: 3 }, { first: 2, records: 1 }],
  ])('and keeps no later one %s from being sent again', async (_, first, second) => {
    const bureau = await openBureau();
    await bureau.send([await bureau.put(0, { records: 3 })]);
    await bureau.app.idle();
    const [older = '', newer = ''] = await refuse(
      bureau,
      { operation: 'M00', ...first },
      { operation: 'M00', ...second },
    );
    const { id: again } = await bureau.call('submissions.retry', { id: older });
    await bureau.app.idle();
    expect(await bureau.stateOf(again)).toBe('accepted');
    const { ids, left } = await bureau.call('submissions.planRetry', all);
    expect([ids, left]).toEqual([[newer], []]);
  });

  it('and stays when a later one, released by a person, arrived', async () => {
    const bureau = await openBureau();
    await bureau.send([await bureau.put(0, { records: 3 })]);
    await bureau.app.idle();
    const refusal = { kind: 'status', status: 404 } as const;
    await bureau.sandbox.plan([refusal, refusal]);
    const [older = '', newer = ''] = await bureau.send([
      await bureau.put(0, { operation: 'M00', records: 3 }),
      await bureau.put(0, { operation: 'M00', first: 2, records: 1 }),
    ]);
    await bureau.app.idle();
    const { id: again } = await bureau.call('submissions.retry', { id: older });
    await bureau.app.idle();
    expect(await Promise.all([again, newer].map(bureau.stateOf))).toEqual(['failed', 'queued']);
    const { submission } = await bureau.call('submissions.get', { id: newer });
    await bureau.call('submissions.resume', { companyId: submission.company.id });
    await bureau.app.idle();
    expect(await bureau.stateOf(newer)).toBe('accepted');
    const { ids, left } = await bureau.call('submissions.planRetry', all);
    expect(ids).toEqual([]);
    expect(left).toMatchObject([{ id: again, code: 'already_sent', earlier: { id: newer } }]);
  });
});
