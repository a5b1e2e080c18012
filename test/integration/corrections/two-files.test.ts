import { expect, it } from 'vitest';
import { sampled } from '../../rounds.ts';
import type { Office } from '../core/office.ts';
import { send, sendFile } from './sending.ts';
import { invoices, waits as isWaiting, openTold, readOwn } from './told-records.ts';

const xml = invoices(3);
const modification = invoices(3, 0, 'M00');

const waits = async (office: Office, id: string) => {
  expect((await office.call('backup.check', {})).submissions).toBeGreaterThan(0);
  return isWaiting(office, id);
};
const counted = async (office: Office) => (await readOwn(office)).records;

it.each([
  ['creation', [xml], [1, -1]],
  ['modification', [xml, modification], [-1, 1]],
])(
  'a %s waits until both files of its correction are sent, in any order',
  async (_, sent, orders) => {
    for (const order of sampled(orders, 1)) {
      const before = sent.slice(1).map(() => []);
      const office = await openTold(...before, ['incorrect', 'withErrors'], [], []);
      let id = '';
      for (const [index, each] of sent.entries())
        ({ id } = await send(office, `${index}.xml`, each, true));
      const made = async () =>
        (await office.call('submissions.makeCorrections', { ids: [id], recorded: 'modify' })).files;
      const [first, second] = (await made()).toSorted(() => order);
      // The other is removed, and made again later.
      await office.call('submissions.discard', { fileIds: [second?.id ?? ''] });
      expect((await sendFile(office, first?.id ?? '', true)).state).toBe('accepted');
      expect(await waits(office, id)).toBe(true);
      expect(await counted(office)).toBe(3);
      const [again] = await made();
      expect(again?.judged?.form).toEqual(second?.judged?.form);
      expect((await sendFile(office, again?.id ?? '', true)).state).toBe('accepted');
      expect(await waits(office, id)).toBe(false);
      expect(await counted(office)).toBe(3);
    }
  },
);

it.each(sampled([0, 1], 1))('the correction that is not listed is made again', async (kept) => {
  const office = await openTold(['incorrect', 'withErrors', 'alreadyThere']);
  const { id } = await send(office, 'one.xml', xml);
  const make = async () =>
    (await office.call('submissions.makeCorrections', { ids: [id], recorded: 'leave_out' })).files;
  const made = await make();
  expect(made).toHaveLength(2);
  expect(await make()).toEqual([]);
  await office.call('submissions.discard', { fileIds: [made[1 - kept]?.id ?? ''] });
  const again = await make();
  expect(again.map(({ judged }) => judged?.form)).toEqual([made[1 - kept]?.judged?.form]);
});

it('it waits no more once its records with errors are modified one by one', async () => {
  const office = await openTold(['withErrors', 'withErrors']);
  const { id } = await send(office, 'one.xml', xml);
  for (const record of [1, 2]) {
    expect(await waits(office, id)).toBe(true);
    const { values } = await office.call('submissions.recordForm', { id, record });
    const changed = values.map((each) =>
      each.path.endsWith('DescripcionOperacion') ? { ...each, value: 'Otra' } : each,
    );
    const asked = { id, record, values: changed, alone: true };
    const { file } = await office.call('submissions.buildModification', asked);
    expect((await sendFile(office, file.id, true)).state).toBe('accepted');
  }
  expect(await waits(office, id)).toBe(false);
});

it('an undelivered correction that is sent again corrects what it was made from', async () => {
  const office = await openTold(['incorrect'], 'undelivered', []);
  const { id } = await send(office, 'one.xml', xml);
  const { file } = await office.call('submissions.extractRejected', { id });
  const correction = await sendFile(office, file.id, true);
  expect([correction.state, await waits(office, id)]).toEqual(['failed', true]);
  const { submissions } = await office.call('submissions.retryAll', { ids: [correction.id] });
  await office.app.idle();
  expect(submissions).toHaveLength(1);
  expect(await waits(office, id)).toBe(false);
  expect(await counted(office)).toBe(3);
});

it('a refused cancellation waits although another record of the same file was cancelled', async () => {
  const office = await openTold([], ['incorrect'], [], []);
  const { id } = await send(office, 'one.xml', xml);
  const cancel = async (record: number) => {
    const asked = { id, records: [record] };
    const { file } = await office.call('submissions.buildCancellation', asked);
    return sendFile(office, file.id, true);
  };
  const refused = await cancel(1);
  expect(refused.state).toBe('rejected');
  expect((await cancel(2)).state).toBe('accepted');
  expect(await waits(office, refused.id)).toBe(true);
  expect((await cancel(1)).state).toBe('accepted');
  expect(await waits(office, refused.id)).toBe(false);
});
