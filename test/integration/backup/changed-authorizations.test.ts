import { expect, it } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { openAuthorizationOffice } from '../authorizations/office.ts';

it('a restoration tells of authorizations that changed after the copy', async () => {
  const office = await openAuthorizationOffice();
  const { companyId } = office;
  await office.upload('1.pdf', makePdf());
  await office.call('authorizations.decide', { companyId, decision: 'approved' });
  const made = await office.call('backup.create', {});
  const same = await office.call('backup.restore', { id: made.id });
  expect(same.authorizationsAside).toBe(0);
  await office.upload('2.pdf', makePdf({ version: '1.6' }));
  const decision = { decision: 'rejected', reason: 'Falta la firma' } as const;
  await office.call('authorizations.decide', { companyId, ...decision });
  const restored = await office.call('backup.restore', { id: made.id });
  expect(restored).toMatchObject({ leftAside: 0, companiesAside: 0, authorizationsAside: 1 });
  const left = await office.call('backup.leftAside', { id: restored.setAside ?? '', limit: 9 });
  const { fullName: name, taxId } = await office.call('companies.get', { id: companyId });
  expect(left.authorizations).toEqual([
    { id: companyId, name, taxId, state: 'rejected', environment: 'sandbox' },
  ]);
  expect(left.authorizationsTotal).toBe(1);
});
