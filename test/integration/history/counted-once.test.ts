import { expect, it } from 'vitest';
import { planFaults } from '../../e2e/fixtures/sandbox.ts';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { take } from '../companies/take.ts';
import { openPractisingOffice } from '../core/office.ts';
import { person, send, sendFile } from '../corrections/sending.ts';
import {
  cancellation,
  invoices,
  openTold,
  otherBytes,
  readOwn,
  type Told,
  waits,
} from '../corrections/told-records.ts';

const { taxId } = person;

/** Expenses whose first record is of the third quarter, the second of the fourth. */
const ofTwoQuarters = (records: number, operation: 'A00' | 'M00' = 'A00') =>
  makeDocument('140-without-invoice', {
    ...{ seed: 6, records, operation, taxpayer: person },
    ...dueDays(),
  }).replace(/(?<=<FechaOperacion>)01-10-2026/, '03-08-2026');

it('changes of a record of an earlier quarter change the quarter that counts it', async () => {
  const office = await openPractisingOffice();
  const sent = await send(office, 'a.xml', ofTwoQuarters(2));
  const { id } = await readOwn(office, taxId);
  const sums = async () => [
    (await office.call('quarter.company', { id })).quarters.at(-1)?.amount,
    (await readOwn(office, taxId)).amount,
  ];
  const changed = ofTwoQuarters(1, 'M00').replace(/(?<=<ImporteGastoIRPF>)[^<]*/, '10.00');
  expect((await send(office, 'm.xml', changed, true)).state).toBe('accepted');
  expect(await sums()).toEqual(['553.62', '553.62']);
  const records = [1];
  const { file } = await office.call('submissions.buildCancellation', { id: sent.id, records });
  expect((await sendFile(office, file.id, true)).state).toBe('accepted');
  expect(await sums()).toEqual(['543.62', '543.62']);
});

it('a listed correction of an earlier quarter’s record is of the quarter of its file', async () => {
  const office = await openTold(['incorrect', 'correct']);
  const { id } = await send(office, 's.xml', ofTwoQuarters(2));
  expect((await readOwn(office, taxId)).standing).toBe('toCorrect');
  await office.call('submissions.extractRejected', { id });
  expect(await waits(office, id)).toBe(true);
  const now = await readOwn(office, taxId);
  const before = await readOwn(office, taxId, '2026-Q3');
  expect([now.standing, now.records + before.records]).toEqual(['ready', 2]);
});

it.each<[string, Told]>([
  ['partly refused', ['incorrect', 'incorrect', 'correct']],
  ['refused', ['incorrect', 'incorrect', 'incorrect']],
])('a record of a %s file that another one brought counts once', async (_, told) => {
  const office = await openTold(told, []);
  await send(office, 's.xml', invoices(3));
  expect((await send(office, 'one.xml', otherBytes(invoices(1)), true)).state).toBe('accepted');
  expect((await readOwn(office)).records).toBe(3);
});

it('the other records stay in the quarter while only those that the ledger has are listed', async () => {
  const office = await openTold(['alreadyThere', 'incorrect', 'incorrect']);
  const { id } = await send(office, 's.xml', invoices(3));
  const before = await readOwn(office);
  expect(before).toMatchObject({ records: 2, cells: 'rejected 1' });
  await office.call('submissions.extractRejected', { id, which: 'recorded' });
  expect(await readOwn(office)).toEqual(before);
});

it('refused records stay to correct while only those with errors are listed', async () => {
  const office = await openTold(['incorrect', 'withErrors', 'correct']);
  const { id } = await send(office, 's.xml', invoices(3));
  await office.call('submissions.extractRejected', { id, which: 'accepted_with_errors' });
  expect((await readOwn(office)).cells).toMatch(/^toCorrect/);
});

it.each<[string, Told[]]>([
  ['listed', []],
  ['undelivered', ['undelivered']],
])('a creation of what a modification did not find counts while it is %s', async (_, next) => {
  const office = await openTold(['correct', 'notThere'], ...next);
  const { id } = await send(office, 'm.xml', invoices(2, 0, 'M00'));
  const { file } = await office.call('submissions.extractRejected', { id, which: 'missing' });
  if (next.length > 0) await sendFile(office, file.id, true);
  expect((await readOwn(office)).records).toBe(2);
});

it('an unknown file that was sent again and accepted counts once', async () => {
  const office = await openTold('unknown', []);
  const { id } = await office.drop('s.xml', invoices(4));
  expect((await sendFile(office, id)).state).toBe('unknown');
  expect((await sendFile(office, id, true)).state).toBe('accepted');
  expect((await readOwn(office)).records).toBe(4);
});

it('a file that the service refused for its content and its copy fixed elsewhere count once', async () => {
  const office = await openPractisingOffice();
  await planFaults(office.dataFolder, [{ kind: 'status', status: 422 }]);
  expect((await send(office, 's.xml', invoices(3))).state).toBe('failed');
  await office.drop('f.xml', otherBytes(invoices(3)));
  expect((await readOwn(office)).records).toBe(3);
});

it('a refused record counts that was cancelled before', async () => {
  const office = await openTold([], [], ['incorrect', 'correct']);
  const { id } = await send(office, 'a.xml', invoices(1));
  const { file } = await office.call('submissions.buildCancellation', { id });
  await sendFile(office, file.id, true);
  await send(office, 'b.xml', otherBytes(invoices(2)), true);
  expect((await readOwn(office)).records).toBe(2);
});

it('a refused file whose days were mended counts in the quarter of its new days', async () => {
  const office = await openTold(['incorrect', 'incorrect'], []);
  const { id } = await send(office, 'a.xml', ofTwoQuarters(1));
  const { file } = await office.call('submissions.extractRejected', { id });
  const textId = await take(
    office,
    'text',
    ofTwoQuarters(1).replaceAll('03-08-2026', '03-10-2026'),
  );
  const saved = await office.call('submissions.saveText', { fileId: file.id, textId });
  expect((await sendFile(office, saved.file.id, true)).state).toBe('accepted');
  expect((await readOwn(office, taxId)).standing).toBe('complete');
});

it.each([
  ['not_delivered', invoices(4, 0, 'M00'), { records: 4, standing: 'complete' }],
  ['rejected', cancellation(4), { records: 0, standing: 'missing' }],
] as const)(
  'records that the ledger has already count although a person decided that they were %s',
  async (decision, next, after) => {
    const office = await openTold('unknown');
    const { id } = await office.drop('s.xml', invoices(4));
    const lost = await sendFile(office, id);
    const { records, amount } = await readOwn(office);
    await office.call('submissions.resolve', { id: lost.id, decision });
    const again = await sendFile(office, id, true);
    expect(again.state).toBe('rejected');
    expect(await readOwn(office)).toMatchObject({ records, amount, cells: 'rejected 1' });
    await office.call('submissions.dismiss', { ids: [again.id] });
    expect(await readOwn(office)).toMatchObject({ records, amount, cells: 'complete 0' });
    // Of the same records on the list, only the new one counts.
    const longer = await office.drop('o.xml', otherBytes(invoices(5)));
    expect((await readOwn(office)).records).toBe(5);
    await office.call('submissions.discard', { fileIds: [longer.id] });
    // Queued once more, they count there.
    await office.call('submissions.pause', {});
    const queued = { fileIds: [(await office.drop('q.xml', otherBytes(invoices(4)))).id] };
    await office.call('submissions.send', { ...queued, confirmDuplicates: true });
    expect((await readOwn(office)).records).toBe(4);
    const [{ id: queuedId } = { id: '' }] = (await office.call('submissions.list', {})).submissions;
    await office.call('submissions.cancelJob', { ids: [queuedId] });
    await office.call('submissions.discard', queued);
    await office.call('submissions.resume', {});
    // Modified, they still count once; cancelled, not at all.
    await send(office, 'next.xml', next, true);
    expect(await readOwn(office)).toMatchObject(after);
  },
);

it('records of an undelivered submission that needs attention count there alone', async () => {
  const office = await openTold('unknown');
  const lost = await send(office, 's.xml', invoices(4));
  const { records, amount } = await readOwn(office);
  await office.call('submissions.resolve', { id: lost.id, decision: 'not_delivered' });
  // The ledger has two of them, as the refusal of another file says.
  const other = await send(office, 'o.xml', otherBytes(invoices(2)), true);
  expect([other.state, await waits(office, lost.id)]).toEqual(['rejected', true]);
  const { files } = await office.call('submissions.worklist', {});
  await office.call('submissions.discard', { fileIds: files.map(({ id }) => id) });
  expect(await readOwn(office)).toMatchObject({ records, amount });
});
