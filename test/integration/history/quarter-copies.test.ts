import { expect, it } from 'vitest';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { take } from '../companies/take.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, notDelivered, send, sendFile, withAnswers } from '../corrections/sending.ts';

const xml = makeDocument('240-received', { seed: 9, records: 4, taxpayer: company, ...dueDays() });

type Answer = 'refused' | 'first refused' | 'lost';

/** An office whose service answers like this, file after file. */
function openWith(...answers: Answer[]) {
  return openPractisingOffice(
    withAnswers(({ records }) => {
      const answer = answers.shift();
      if (answer === 'lost') return notDelivered;
      const told = (records ?? []).map((record, index) =>
        answer === 'refused' || index === 0
          ? { ...record, state: 'incorrect', code: 'B4_1000001' }
          : record,
      );
      const result = answer === 'refused' ? 'incorrect' : 'partially_correct';
      return { result, ledger_response_xml: null, records: told };
    }),
  );
}

async function quarter(office: Office) {
  const { companies } = await office.call('quarter.get', {});
  const { records, cells } = companies.find(({ taxId }) => taxId === company.taxId) ?? {};
  return [records, ...(cells ?? []).map(({ standing }) => standing)];
}

const names = async (office: Office) =>
  (await office.call('submissions.worklist', {})).files.map(({ name }) => name);

it('a refused file and the copy that was fixed elsewhere count once, and take one place', async () => {
  const office = await openWith('refused');
  expect((await send(office, 'one.xml', xml)).state).toBe('rejected');
  await office.drop('same.xml', xml);
  expect(await quarter(office)).toEqual([4, 'rejected']);
  const [same] = (await office.call('submissions.worklist', {})).files.slice(-1);
  await office.call('submissions.discard', { fileIds: [same?.id ?? ''] });

  const fixed = await office.drop(
    'fixed.xml',
    xml.replace('</NumFactura>', '</NumFactura><!-- -->'),
  );
  expect(await quarter(office)).toEqual([4, 'ready']);
  expect(await names(office)).toEqual(['fixed.xml']);
  await office.call('submissions.discard', { fileIds: [fixed.id] });
  expect(await quarter(office)).toEqual([4, 'rejected']);
  expect(await names(office)).toEqual(['one.xml']);
});

it('a document on the list under two names counts once', async () => {
  const office = await openWith();
  await office.drop('one.xml', xml);
  await office.drop('two.xml', xml);
  expect(await quarter(office)).toEqual([4, 'ready']);
});

it('an undelivered file and its edited copy count once', async () => {
  const office = await openWith('lost');
  const { id } = await office.drop('one.xml', xml);
  expect((await sendFile(office, id)).state).toBe('failed');
  const textId = await take(office, 'text', `${xml}<!-- read -->`);
  await office.call('submissions.saveText', { fileId: id, textId });
  expect(await quarter(office)).toEqual([4, 'ready']);
});

it.each(['refused', 'first refused'] as const)(
  'what was %s and its undelivered correction count once, on the list or off it',
  async (answer) => {
    const office = await openWith(answer, 'lost');
    const { id } = await send(office, 'one.xml', xml);
    const { file } = await office.call('submissions.extractRejected', { id });
    expect((await sendFile(office, file.id, true)).state).toBe('failed');
    expect(await quarter(office)).toEqual([4, 'failed']);
    await office.call('submissions.discard', { fileIds: [file.id] });
    expect((await quarter(office))[0]).toBe(4);
  },
);
