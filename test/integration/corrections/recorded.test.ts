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
