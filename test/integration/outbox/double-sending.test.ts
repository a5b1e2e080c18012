import { describe, expect, it } from 'vitest';
import {
  findSharedRecords,
  insertSubmissionRecords,
} from '../../../main/features/submissions/submission-records-table.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { sentBefore } from '../core/sent-before.ts';
import { insertSubmissionRow } from '../store/rows.ts';
import { type Bureau, openBureau } from './bureau.ts';

async function sent(bureau: Bureau, fileId: string, confirm = false): Promise<string> {
  const [id = ''] = await bureau.send([fileId], confirm);
  await bureau.app.idle();
  return id;
}

// holds H3
describe('records that were sent before', () => {
  it('are recognised in another file, with place and time, and need confirmation, which is recorded', async () => {
    const bureau = await openBureau();
    const earlier = await sent(bureau, await bureau.put(0, { records: 3 }));
    const { submission } = await bureau.call('submissions.get', { id: earlier });
    const overlapping = await bureau.put(0, { first: 2, records: 3 });
    const files = await sentBefore(bureau, overlapping);
    expect(files).toEqual([
      {
        fileId: overlapping,
        name: expect.any(String),
        guard: 'records',
        submissionId: earlier,
        state: 'accepted',
        shown: 'accepted',
        at: submission.sentAt,
        earlierFile: submission.file,
        isAside: false,
        records: [1],
        recordCount: 1,
      },
    ]);
    const same = await sentBefore(bureau, await bureau.put(0, { records: 3 }));
    expect(same).toMatchObject([
      { guard: 'document', submissionId: earlier, at: submission.sentAt },
    ]);
    const again = await sent(bureau, overlapping, true);
    expect(await bureau.stateOf(again)).toBe('partially_accepted');
    const queued = (await bureau.eventsOf(again)).find(({ kind }) => kind === 'queued');
    expect(queued?.data).toEqual({ repeats: earlier, guard: 'records' });
    // Of the partly accepted one only entered records count: its first record belongs to the first
    // file.
    const third = await sentBefore(bureau, await bureau.put(0, { first: 2, records: 4 }));
    expect(third).toMatchObject([
      { submissionId: again, records: [2, 3] },
      { submissionId: earlier, records: [1] },
    ]);
  });

  it('are of the same company and book, and may come again once they were cancelled', async () => {
    const bureau = await openBureau();
    await sent(bureau, await bureau.put(0));
    await sent(bureau, await bureau.put(1));
    await sent(bureau, await bureau.put(0, { operation: 'M00' }));
    expect(
      await bureau.stateOf(await sent(bureau, await bureau.put(0, { cancellation: true }))),
    ).toBe('accepted');
    await bureau.send([await bureau.put(0, { records: 1 })]);
  });

  it('are recognised when their outcome is unknown, and in two files of one call', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'drop_before' }]);
    await sent(bureau, await bureau.put(0));
    const half = await sentBefore(bureau, await bureau.put(0, { first: 1 }));
    expect(half).toMatchObject([{ guard: 'records', state: 'unknown', records: [1] }]);
    const both = await sentBefore(bureau, await bureau.put(1), await bureau.put(1, { first: 1 }));
    expect(both).toMatchObject([{ guard: 'batch', submissionId: null, records: [1] }]);
    expect((await bureau.call('submissions.list', {})).total).toBe(1);
  });

  it('are found by the index among many, whatever else is stored', async () => {
    const bureau = await openBureau();
    await bureau.app.close();
    const store = await openStore(bureau.dataFolder, () => new Date());
    const hex = (number: number) => number.toString(16).padStart(32, '0');
    await insertSubmissionRow(store.queries, { id: 'earlier' });
    const many = Array.from({ length: 60_000 }, (_, index) => hex(index));
    await insertSubmissionRecords(store.queries, 1, many);
    const asked = [hex(70_000), hex(59_999), hex(7)];
    const [found] = await findSharedRecords(store.queries, asked);
    expect(found).toMatchObject({ id: 'earlier', state: 'accepted', records: [2, 3] });
    await store.close();
  });
});

describe('a document that appears twice in one call', () => {
  it('is named beside the other file, sent once whatever is confirmed, and does not stop the others', async () => {
    const bureau = await openBureau();
    const [first, other] = [await bureau.put(0), await bureau.put(1)];
    const copies = [await bureau.put(0), await bureau.put(1, { operation: 'M00' })];
    const change = await bureau.put(1, { operation: 'M00' });
    const all = [first, other, ...copies, change];
    const files = await sentBefore(bureau, ...all);
    expect(files).toMatchObject([
      {
        fileId: copies[0],
        guard: 'document',
        submissionId: null,
        state: 'queued',
        earlierFile: '1-0-0-A00.xml',
      },
      { fileId: change, guard: 'document', submissionId: null, earlierFile: '4-1-0-M00.xml' },
    ]);
    const confirmed = await bureau.refused('submissions.send', {
      fileIds: all,
      confirmDuplicates: true,
    });
    expect(confirmed).toMatchObject({
      code: 'file_already_queued',
      details: { files: [{ fileId: copies[0], code: 'file_already_queued' }, { fileId: change }] },
    });
    expect((await bureau.call('submissions.list', {})).total, 'nothing is queued').toBe(0);
    const sent = await bureau.send([first, other, copies[1] ?? '']);
    await bureau.app.idle();
    for (const id of sent) expect(await bureau.stateOf(id)).toBe('accepted');
  });
});
