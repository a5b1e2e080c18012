import { expect, it } from 'vitest';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, notDelivered, send, sendFile, withAnswers } from './sending.ts';

const three = { seed: 9, records: 3, taxpayer: company, ...dueDays() };
const xml = makeDocument('240-received', three);
const modification = makeDocument('240-received', { ...three, operation: 'M00' });
const codes: Readonly<Record<string, string>> = {
  incorrect: 'B4_1000001',
  accepted_with_errors: 'B4_3000001',
};

/** An office whose service tells these states of the records of each file; the rest is correct. */
function openWith(...answers: (readonly string[] | 'lost')[]) {
  return openPractisingOffice(
    withAnswers((answer) => {
      const told = answers.shift();
      if (told === undefined) return answer;
      if (told === 'lost') return notDelivered;
      const records = (answer.records ?? []).map((record, index) => {
        const state = told[index] ?? 'correct';
        return { ...record, state, code: codes[state] ?? null };
      });
      const all = (wanted: string) => records.every(({ state }) => state === wanted);
      const whole = all('correct') ? 'correct' : 'partially_correct';
      const result = all('incorrect') ? 'incorrect' : whole;
      return { result, ledger_response_xml: null, records };
    }),
  );
}

const waits = async (office: Office, id: string) => {
  expect((await office.call('backup.check', {})).submissions).toBeGreaterThan(0);
  return (await office.call('submissions.get', { id })).waits;
};
const counted = async (office: Office) =>
  (await office.call('quarter.get', {})).companies.find(({ taxId }) => taxId === company.taxId)
    ?.records;

it.each([
  ['creation', [xml]],
  ['modification', [xml, modification]],
])('a %s waits until both files of its correction are sent, in any order', async (_, sent) => {
  for (const order of [1, -1]) {
    const before = sent.slice(1).map(() => []);
    const office = await openWith(...before, ['incorrect', 'accepted_with_errors'], [], []);
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
});

it('it waits no more once its records with errors are modified one by one', async () => {
  const office = await openWith(['accepted_with_errors', 'accepted_with_errors']);
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
  const office = await openWith(['incorrect'], 'lost', []);
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
  const office = await openWith([], ['incorrect'], [], []);
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
