import { expect, it } from 'vitest';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice } from '../core/office.ts';
import { startService, taxpayer } from '../core/recording-service.ts';

const office = {
  userApiKey: 'user-key-0123456789',
  certificateKey: 'certificate-key-0123456789',
  softwareGarante: { holds: true, taxId: 'B00000034', license: 'TEST', name: 'Zubi', version: '1' },
};

async function addConnection(to: Office, name: string): Promise<void> {
  const { baseUrl } = await startService('client-key-0123456789');
  await to.call('connection.add', { ...office, baseUrl, name });
  const { name: fullName, taxId } = taxpayer;
  const company = { isIndividual: false, fullName, taxId, territoryId: 'bizkaia' };
  await to.call('companies.create', company);
}

async function sendAccepted(from: Office, name: string, seed: number): Promise<string> {
  const xml = makeDocument('240-received', { seed, records: 2, taxpayer, ...dueDays() });
  const { id: fileId } = await from.drop(name, xml);
  const { submissions } = await from.call('submissions.send', { fileIds: [fileId] });
  await from.app.idle();
  const id = submissions[0]?.id ?? '';
  await from.call('submissions.resolve', { id, decision: 'accepted', note: 'seen' });
  return id;
}

it('a modification joins none that was made for another connection', async () => {
  const zubi = await openOffice();
  const modify = async (id: string, record: number) => {
    const { values, joins } = await zubi.call('submissions.recordForm', { id, record });
    const changed = values.map((value) =>
      value.path.endsWith('DescripcionOperacion') ? { ...value, value: 'Otra' } : value,
    );
    const built = await zubi.call('submissions.buildModification', { id, record, values: changed });
    return { joins, records: built.file.judged?.records, name: built.file.name };
  };
  await addConnection(zubi, 'Tests');
  const practice = await sendAccepted(zubi, 'practice.xml', 5);
  expect(await modify(practice, 1)).toMatchObject({ joins: null, records: 1 });
  expect(await modify(practice, 2)).toMatchObject({ joins: { records: 1 }, records: 2 });
  await addConnection(zubi, 'Live');
  const real = await sendAccepted(zubi, 'real.xml', 6);
  const { name, ...first } = await modify(real, 1);
  expect(first).toEqual({ joins: null, records: 1 });
  expect(name).toMatch(/^real/);
});
