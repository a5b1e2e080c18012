import { expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, send, sendFile } from './sending.ts';

it('records that the LROE has already are left out, or become a modification that it accepts', async () => {
  const office = await openPractisingOffice();
  const make = (records: number) =>
    makeDocument('240-received', { seed: 5, records, taxpayer: company });
  await send(office, 'enero.xml', make(2));
  const { id, state } = await send(office, 'trimestre.xml', make(3), true);
  expect(state).toBe('partially_accepted');
  const found = await office.call('submissions.corrections', { id });
  expect(found).toMatchObject({ rejected: 2, recorded: 2 });

  const none = await office.refused('submissions.extractRejected', { id, which: 'not_recorded' });
  expect(none.code).toBe('correction_empty');
  const { file } = await office.call('submissions.extractRejected', { id, which: 'recorded' });
  expect(file).toMatchObject({
    name: 'trimestre.modificación.xml',
    judged: { records: 2, form: { operation: 'modification' } },
    origin: { kind: 'accepted_with_errors', submissionId: id },
  });
  const sent = await sendFile(office, file.id, true);
  expect(sent.state).toBe('accepted');
  expect(await office.call('submissions.corrections', { id })).toMatchObject({ recorded: 0 });
});

it('a modification of what the LROE does not have becomes a creation that it accepts', async () => {
  const office = await openPractisingOffice();
  const make = (firstRecord: number, records: number) =>
    makeDocument('240-received', { seed: 5, firstRecord, records, taxpayer: company });
  const toModified = (xml: string) => xml.replace('<Operacion>A00<', '<Operacion>M00<');
  const whole = await send(office, 'cambios.xml', toModified(make(0, 2)));
  expect(whole.state).toBe('rejected');
  expect(await office.call('submissions.corrections', { id: whole.id })).toMatchObject({
    rejected: 2,
    recorded: 0,
    missing: 2,
  });
  const { file } = await office.call('submissions.extractRejected', {
    id: whole.id,
    which: 'missing',
  });
  expect(file).toMatchObject({
    judged: { records: 2, form: { operation: 'creation' } },
    origin: { kind: 'rejected', submissionId: whole.id },
  });
  expect((await sendFile(office, file.id)).state).toBe('accepted');

  // Many: one file for the company, form and year.
  const more = [];
  for (const at of [1, 3, 5])
    more.push(await send(office, `${at}.xml`, toModified(make(at, at === 1 ? 3 : 2)), true));
  expect(more.map(({ state }) => state)).toEqual(['partially_accepted', 'rejected', 'rejected']);
  const ids = more.map(({ id }) => id);
  const plan = await office.call('submissions.planCorrections', { ids: [whole.id, ...ids] });
  expect(plan.others).toBe(1);
  expect(plan.submissions.map(({ missing, refused }) => [missing, refused])).toEqual([
    [2, 0],
    [2, 0],
    [2, 0],
  ]);
  const { files } = await office.call('submissions.makeCorrections', { ids, recorded: 'modify' });
  // The record 4 of the first file is that of the second: a file has it once.
  expect(files.map(({ judged }) => [judged?.records, judged?.form?.operation])).toEqual([
    [2, 'creation'],
    [4, 'creation'],
  ]);
});
