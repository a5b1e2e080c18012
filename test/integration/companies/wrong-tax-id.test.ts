import { expect, it } from 'vitest';
import { takesWrongTaxIds } from '../../../main/features/connection/public.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { ways } from '../../intermediary/ways.ts';
import { connect } from '../intermediary/connect.ts';
import { take } from './take.ts';

const [way] = ways;
if (!way) throw new Error('no way of answering');
const standard = defaultServiceProfile();
const asking = { ...standard, requests: { ...standard.requests, wrongCheckDigit: 'asked' } };

/** Its right control digit is 6. */
const taxId = 'A99800475';
const name = 'Proba Lantegiak SA';
const document = (of: string) =>
  makeDocument('240-received', { records: 2, seed: 7, taxpayer: { taxId: of, name } });

it('a service may accept tax ids with a wrong check digit: a warning, then confirmation', async () => {
  const { office, service } = await connect({ ...way, profile: asking });
  const [{ id: territoryId } = { id: '' }] = (await office.call('territories.list', {})).filter(
    (each) => each.name === 'Bizkaia',
  );
  const company = { isIndividual: false, fullName: name, taxId, territoryId };
  expect((await office.refused('companies.create', company)).code).toBe('tax_id_unconfirmed');
  const noTaxId = { ...company, taxId: 'A9980047', confirmTaxId: true };
  expect((await office.refused('companies.create', noTaxId)).code).toBe('tax_id_invalid');
  expect(service.companies.size).toBe(2);
  const { id } = await office.call('companies.create', { ...company, confirmTaxId: true });
  // It was confirmed once: other changes do not ask again.
  await office.call('companies.update', { id, ...company, fullName: 'Proba SA' });

  const file = await office.drop('proba.xml', document(taxId));
  expect(file.judged).toMatchObject({ verdict: 'warnings', issueCounts: { error: 0, warning: 1 } });
  const { issues } = await office.call('submissions.issues', { fileId: file.id });
  expect(issues).toContainEqual(
    expect.objectContaining({ code: 'header_tax_id', severity: 'warning' }),
  );
  const broken = await office.drop(
    'other.xml',
    Buffer.from(document(taxId)).toString().replace('A00', 'X00'),
  );
  expect(broken.judged).toMatchObject({ verdict: 'invalid' });

  // By another profile it is at fault again, and stays here.
  await office.call('connection.set', { profile: null });
  const [again] = (await office.call('submissions.worklist', { fileIds: [file.id] })).files;
  expect(again?.judged).toMatchObject({ verdict: 'invalid' });
  const refusal = await office.refused('submissions.send', { fileIds: [file.id] });
  expect(refusal.code).toBe('file_not_valid');
  const change = { id, ...company, taxId: 'A99800474', confirmTaxId: true };
  expect((await office.refused('companies.update', change)).code).toBe('tax_id_invalid');

  await office.call('connection.set', { profile: asking });
  // A table may change the company, and another installation takes it from a sealed file.
  const table = `NIF;Nombre;Territorio;Responsable\n${taxId};${name};Bizkaia;Ane\n`;
  const fileId = await take(office, 'a.csv', table);
  expect(await office.call('companies.importFile', { fileId })).toMatchObject({ updated: 1 });
  const sealed = { format: 'sealed', passphrase: 'zubia eta ibaia' } as const;
  const { contentBase64 } = await office.call('companies.exportFile', sealed);
  await office.call('companies.archive', { id });
  const { office: elsewhere } = await connect({ ...way, profile: asking });
  const taken = await take(elsewhere, 'a.zubi', Buffer.from(contentBase64, 'base64'));
  const { passphrase } = sealed;
  const wanted = { fileId: taken, passphrase, skipFaulty: true };
  const stored = await elsewhere.call('companies.importFile', wanted);
  expect(stored).toMatchObject({ registered: 1 });
  await office.call('companies.unarchive', { id });

  await office.call('submissions.send', { fileIds: [file.id] });
  await office.app.idle();
  const [sent] = (await office.call('submissions.list', {})).submissions;
  expect(sent).toMatchObject({ file: 'proba.xml', state: 'accepted' });
});

it('a wrong check digit is never taken in production, whatever its profile says', () => {
  const takes = (environment: string) =>
    takesWrongTaxIds({
      configured: () => ({ environment, slot: {} }),
      profile: () => asking,
    } as never);
  expect([takes('test'), takes('sandbox-2')]).toEqual([true, true]);
  expect([takes('production'), takes('production-3')]).toEqual([false, false]);
});
