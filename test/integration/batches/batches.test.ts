import { describe, expect, it } from 'vitest';
import type { EventPayload } from '../../../contract/events.ts';
import { type Bureau, companies, openBureau, reopen } from '../outbox/bureau.ts';

/** The ended batches, in the order of their events. */
function ends(bureau: Bureau): EventPayload<'batch.ended'>[] {
  return bureau.events.flatMap((event) => (event.name === 'batch.ended' ? [event.payload] : []));
}

async function untilEnds(bureau: Bureau, count: number): Promise<void> {
  await expect.poll(() => ends(bureau).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
}

async function batchOf(bureau: Bureau, submissionId: string): Promise<string> {
  const { submission } = await bureau.call('submissions.get', { id: submissionId });
  expect(submission.batchId).not.toBeNull();
  return submission.batchId ?? '';
}

describe('files sent together', () => {
  it('are one batch, also after a restart: by company, with totals and files', async () => {
    let bureau = await openBureau();
    const files = [
      await bureau.put(0),
      await bureau.put(1),
      await bureau.put(1, { first: 10, records: 3 }),
    ];
    const ids = await bureau.send(files);
    await bureau.app.idle();
    const id = await batchOf(bureau, ids[0] ?? '');
    const [other = ''] = await bureau.send([await bureau.put(2)]);
    await bureau.app.idle();
    expect(await batchOf(bureau, other)).not.toBe(id);

    bureau = await reopen(bureau);
    const { batch, companies: own } = await bureau.call('submissions.batch', { id });
    expect(batch).toMatchObject({
      id,
      environment: 'sandbox',
      companies: 2,
      files: 3,
      accepted: 3,
      waiting: 0,
      records: 7,
      acceptedRecords: 7,
      incorrectRecords: 0,
    });
    expect(Date.parse(batch.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(batch.createdAt));
    expect(own.map(({ fullName, files: n, records }) => [fullName, n, records])).toEqual([
      [companies[0]?.name, 1, 2],
      [companies[1]?.name, 2, 5],
    ]);
    const list = await bureau.call('submissions.list', { filter: { batchId: id } });
    expect(list).toMatchObject({ total: 3, totalIsExact: true });
    expect(list.submissions.map((submission) => submission.id).toReversed()).toEqual(ids);
    const cents = list.submissions.reduce(
      (sum, { totals }) => sum + Number(totals.amount) * 100,
      0,
    );
    expect(batch.amount).toBe((Math.round(cents) / 100).toFixed(2));
    const filter = { batchId: id, companyId: own[1]?.id ?? '', states: ['accepted' as const] };
    expect(await bureau.call('submissions.list', { filter })).toMatchObject({ total: 2 });
    expect(
      await bureau.call('submissions.list', { filter: { ...filter, states: ['failed'] } }),
    ).toMatchObject({
      total: 0,
    });
    const text = companies[1]?.name.slice(0, 9) ?? '';
    expect(await bureau.call('submissions.list', { filter: { batchId: id, text } })).toMatchObject({
      total: 3,
    });

    const pages = await bureau.call('submissions.batches', { limit: 1 });
    expect(pages.batches).toMatchObject([{ files: 1 }]);
    const next = await bureau.call('submissions.batches', { cursor: pages.nextCursor, limit: 1 });
    expect(next.batches).toEqual([batch]);
    expect(await bureau.refused('submissions.batch', { id: 'none' })).toMatchObject({
      code: 'batch_unknown',
    });
  });

  it('count a file sent again once, and report its end each time', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'status', status: 422 }]);
    const files = [await bureau.put(0), await bureau.put(1)];
    const ids = await bureau.send(files);
    await bureau.app.idle();
    await untilEnds(bureau, 1);
    const id = await batchOf(bureau, ids[0] ?? '');
    expect(ends(bureau)).toMatchObject([
      { batchId: id, files: 2, accepted: 1, failed: 1, unknown: 0 },
    ]);

    const states = await Promise.all(ids.map((each) => bureau.stateOf(each)));
    const failed = ids[states.indexOf('failed')] ?? '';
    const again = await bureau.call('submissions.retry', { id: failed });
    expect(again.batchId).toBe(id);
    await bureau.app.idle();
    await untilEnds(bureau, 2);
    expect(ends(bureau).at(-1)).toMatchObject({ batchId: id, files: 2, accepted: 2, failed: 0 });
    expect((await bureau.call('submissions.batch', { id })).batch).toMatchObject({
      files: 2,
      accepted: 2,
    });
    // Nothing is hidden: the list has all three.
    const list = await bureau.call('submissions.list', { filter: { batchId: id } });
    expect(list.total).toBe(3);
  });

  it('report their end again when a file sent again fails as before, or is held at once', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan(Array(2).fill({ kind: 'status', status: 404 }));
    const [failed = ''] = await bureau.send([await bureau.put(1)]);
    await untilEnds(bureau, 1);
    await bureau.call('submissions.retry', { id: failed });
    await untilEnds(bureau, 2);
    expect(ends(bureau).at(-1)).toMatchObject({ files: 1, failed: 1 });

    await bureau.sandbox.plan([{ kind: 'drop_after' }]);
    await bureau.send([await bureau.put(2)]);
    await untilEnds(bureau, 3);
    const [held = ''] = await bureau.send([await bureau.put(2, { operation: 'M00' })], true);
    await untilEnds(bureau, 4);
    expect(ends(bureau).at(-1)).toMatchObject({ batchId: await batchOf(bureau, held), files: 1 });
  });

  it('tell how many files may be sent again: not those refused for what they hold', async () => {
    const bureau = await openBureau();
    const statuses = [404, 422, 404];
    await bureau.sandbox.plan(statuses.map((status) => ({ kind: 'status', status })));
    const files = [];
    for (const company of [0, 1, 2, 3]) files.push(await bureau.put(company));
    const ids = await bureau.send(files);
    await bureau.app.idle();
    const id = await batchOf(bureau, ids[0] ?? '');
    const counts = async () => {
      const { failed, retryable } = (await bureau.call('submissions.batch', { id })).batch;
      return { failed, retryable };
    };
    expect(await counts()).toEqual({ failed: 3, retryable: 2 });
    const { ids: again } = await bureau.call('submissions.planRetry', { filter: { batchId: id } });
    expect(again).toHaveLength(2);
    await bureau.call('submissions.dismiss', { ids: again.slice(0, 1) });
    expect(await counts()).toEqual({ failed: 3, retryable: 1 });
    await bureau.call('submissions.retryAll', { ids: again.slice(1) });
    await bureau.app.idle();
    expect(await counts()).toEqual({ failed: 2, retryable: 0 });
  });

  it('end when the rest is withdrawn, or when the others wait for a person', async () => {
    const bureau = await openBureau();
    await bureau.call('submissions.pause', {});
    await bureau.send([await bureau.put(0), await bureau.put(1)]);
    expect(ends(bureau)).toEqual([]);
    await bureau.call('submissions.cancelJob', { all: true });
    await untilEnds(bureau, 1);
    expect(ends(bureau)).toMatchObject([{ files: 2, cancelled: 2 }]);

    await bureau.call('submissions.resume', {});
    await bureau.sandbox.plan([{ kind: 'drop_after' }]);
    const pair = [await bureau.put(2), await bureau.put(2, { operation: 'M00' })];
    await bureau.send(pair, true);
    await bureau.app.idle();
    await untilEnds(bureau, 2);
    expect(ends(bureau).at(-1)).toMatchObject({ files: 2, unknown: 1, held: 1, accepted: 0 });
    expect(ends(bureau), 'each end is told once').toHaveLength(2);
    const { batches } = await bureau.call('submissions.batches', { limit: 1 });
    expect(batches, 'not ended while one is held').toMatchObject([{ waiting: 1, endedAt: null }]);
  });
});
