import { describe, expect, it } from 'vitest';
import { take } from '../companies/take.ts';
import type { Office } from '../core/office.ts';
import { send, sendFile } from './sending.ts';
import {
  cancellation,
  invoices,
  openTold,
  otherBytes,
  readOwn,
  type Told,
  waits,
} from './told-records.ts';

async function correctAll(office: Office, ids: string[]) {
  return (await office.call('submissions.makeCorrections', { ids, recorded: 'modify' })).files;
}

async function modify(office: Office, id: string, record: number): Promise<string> {
  const { values } = await office.call('submissions.recordForm', { id, record });
  const changed = values.map((each) =>
    each.path.endsWith('DescripcionOperacion') ? { ...each, value: `Otra ${record}` } : each,
  );
  const asked = { id, record, values: changed, alone: true };
  return (await office.call('submissions.buildModification', asked)).file.id;
}

const leftToCorrect = async (office: Office, id: string) => {
  const { rejected, acceptedWithErrors } = await office.call('submissions.corrections', { id });
  return rejected + acceptedWithErrors;
};

/** The first record of a file. */
const record = /<FacturaRecibida>[\s\S]*?<\/FacturaRecibida>/;

describe.each<[string, Told]>([
  ['undelivered', 'undelivered'],
  ['refused', ['incorrect', 'incorrect', 'incorrect']],
])('an %s file changed in the editor, with another number', (_, told) => {
  it.each([
    ['and as many records, closes its original', 3, false],
    ['and a record less, leaves its original open', 2, true],
  ] as const)('%s', async (_rest, records, isOpen) => {
    const office = await openTold(told, []);
    const file = await office.drop('s.xml', invoices(3));
    const { id } = await sendFile(office, file.id);
    const first = '<NumFactura>000001';
    const changed = invoices(records).replace(`${first}<`, `${first}B<`);
    const textId = await take(office, 'text', changed);
    const saved = await office.call('submissions.saveText', { fileId: file.id, textId });
    expect((await sendFile(office, saved.file.id, true)).state).toBe('accepted');
    expect(await waits(office, id)).toBe(isOpen);
    if (!isOpen) expect((await readOwn(office)).records).toBe(3);
  });
});

describe.each<[string, Told, Told]>([
  ['accepted', ['incorrect', 'incorrect', 'correct'], []],
  ['of unknown outcome', ['incorrect', 'incorrect'], 'unknown'],
])('a correction from which a record was deleted, %s', (_, first, second) => {
  it('leaves its original open until the other record is sent', async () => {
    const office = await openTold(first, second, []);
    const { id } = await send(office, 's.xml', invoices(3));
    const { records, amount } = await readOwn(office);
    const { file } = await office.call('submissions.extractRejected', { id });
    const { text } = await office.call('submissions.source', { fileId: file.id });
    const textId = await take(office, 'text', text.replace(record, ''));
    const saved = await office.call('submissions.saveText', { fileId: file.id, textId });
    expect(saved.file.judged?.records).toBe(1);
    const half = await sendFile(office, saved.file.id, true);
    expect([half.previousId, await waits(office, id)]).toEqual([id, true]);
    expect(await readOwn(office)).toMatchObject({ records, amount });

    if (half.state === 'unknown') return;
    const other = await office.call('submissions.extractRejected', { id });
    expect(other.file.judged?.records).toBe(1);
    await sendFile(office, other.file.id);
    expect(await waits(office, id)).toBe(false);
    expect(await readOwn(office)).toMatchObject({ records, amount });
  });
});

it('a refused creation of two modifications’ records waits although one was created alone', async () => {
  const office = await openTold(['notThere'], ['notThere'], ['incorrect', 'incorrect'], []);
  const one = await send(office, 'm1.xml', invoices(1, 0, 'M00'));
  const two = await send(office, 'm2.xml', invoices(1, 1, 'M00'));
  const [joined] = await correctAll(office, [one.id, two.id]);
  const refused = await sendFile(office, joined?.id ?? '', true);
  expect([joined?.judged?.records, refused.state]).toEqual([2, 'rejected']);
  const which = 'missing' as const;
  const { file } = await office.call('submissions.extractRejected', { id: one.id, which });
  expect((await sendFile(office, file.id, true)).state).toBe('accepted');
  expect(await waits(office, refused.id)).toBe(true);
});

it('a modification refused for two reasons waits until both of its files are sent', async () => {
  const office = await openTold(['notThere', 'incorrect', 'correct'], []);
  const { id } = await send(office, 's.xml', invoices(3, 0, 'M00'));
  const [modification, creation] = await correctAll(office, [id]);
  await office.call('submissions.discard', { fileIds: [creation?.id ?? ''] });
  expect((await sendFile(office, modification?.id ?? '', true)).state).toBe('accepted');
  expect(await waits(office, id)).toBe(true);
});

it('a record that a partly accepted cancellation cancelled must be sent again', async () => {
  const office = await openTold([], ['correct', 'incorrect'], 'undelivered', []);
  await send(office, 'x.xml', invoices(2));
  expect((await send(office, 'k.xml', cancellation(2), true)).state).toBe('partially_accepted');
  const third = record.exec(invoices(1, 2))?.[0] ?? '';
  const both = invoices(1).replace('</FacturasRecibidas>', `${third}</FacturasRecibidas>`);
  const { id, state } = await send(office, 's.xml', both, true);
  expect(state).toBe('failed');
  await send(office, 'f.xml', invoices(1, 2), true);
  expect(await waits(office, id), 'its first record was not sent again').toBe(true);
});

it('nothing waits whose records with errors were all modified in files from elsewhere', async () => {
  const office = await openTold(['withErrors', 'withErrors', 'correct'], [], []);
  const { id } = await send(office, 's.xml', invoices(3));
  for (const record of [0, 1])
    await send(office, `m${record}.xml`, invoices(1, record, 'M00'), true);
  expect([await leftToCorrect(office, id), await waits(office, id)]).toEqual([0, false]);
});

it('nothing waits whose modifications were undelivered and sent again', async () => {
  const first: Told = ['withErrors', 'withErrors', 'correct'];
  const office = await openTold(first, 'undelivered', 'undelivered', [], []);
  const { id } = await send(office, 's.xml', invoices(3));
  const ids: string[] = [];
  for (const record of [1, 2])
    ids.push((await sendFile(office, await modify(office, id, record), true)).id);
  await office.call('submissions.retryAll', { ids });
  await office.app.idle();
  expect([await leftToCorrect(office, id), await waits(office, id)]).toEqual([0, false]);
});

it('nothing waits whose record with errors was cancelled', async () => {
  const office = await openTold(['withErrors', 'correct', 'correct'], []);
  const { id } = await send(office, 's.xml', invoices(3));
  const { file } = await office.call('submissions.buildCancellation', { id, records: [1] });
  await sendFile(office, file.id, true);
  expect(await waits(office, id)).toBe(false);
});

it('a cancellation with errors has cancelled its records', async () => {
  const office = await openTold([], ['withErrors', 'correct']);
  await send(office, 's.xml', invoices(3));
  const { id, state } = await send(office, 'k.xml', cancellation(2), true);
  expect([state, await waits(office, id)]).toEqual(['partially_accepted', false]);
});

it('nothing waits whose refused record and record with errors are in two files from elsewhere', async () => {
  const office = await openTold(['incorrect', 'withErrors', 'correct'], [], []);
  const { id } = await send(office, 's.xml', invoices(3));
  await send(office, 'a.xml', otherBytes(invoices(1)), true);
  await send(office, 'm.xml', invoices(1, 1, 'M00'), true);
  expect([await waits(office, id), (await readOwn(office)).records]).toEqual([false, 3]);
});
