import { expect, it } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { everythingIn, filesUnder, formsOf } from '../../fixtures/secrets/planted.ts';
import { lantegiak, openAuthorizationOffice } from './office.ts';

it('5.5 no key is written anywhere by uploads, refusals, lost answers and decisions, except sealed', async () => {
  const office = await openAuthorizationOffice();
  const { companyId, sandbox } = office;
  const replies: unknown[] = [];
  const call = async (method: string, input: unknown) =>
    void replies.push(await office.app.call(method, input));
  const { serviceId } = await office.call('companies.get', { id: companyId });
  const response = await fetch(`${sandbox.baseUrl}/clientcompanies/${serviceId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Service-UserApiKey': sandbox.userApiKey },
    body: JSON.stringify({
      is_individual: false,
      full_name: lantegiak.fullName,
      tax_id_number: lantegiak.taxId,
      regional_territory_id: 'bizkaia',
    }),
  });
  const { api_key: clientKey } = (await response.json()) as { api_key: string };
  expect(clientKey).toMatch(/.{20}/);

  for (const fault of [
    null,
    { kind: 'status', status: 401 },
    { kind: 'drop_after' },
    { kind: 'broken_json' },
  ]) {
    if (fault)
      await office.backstage('POST', 'faults', { faults: [{ ...fault, on: 'authorization' }] });
    const fileId = await office.take('carta.pdf', makePdf({ head: `%${JSON.stringify(fault)}\n` }));
    await call('authorizations.check', { fileId });
    await call('authorizations.match', { fileIds: [fileId] });
    await call('authorizations.upload', { companyId, fileId });
    await call('authorizations.resolve', { companyId, decision: 'received' });
  }
  await call('authorizations.decide', { companyId, decision: 'approved' });
  await call('authorizations.get', { companyId });
  await call('authorizations.list', {});
  await office.app.close();

  const told = JSON.stringify([replies, office.events]);
  let looked = 0;
  for (const form of [clientKey, sandbox.userApiKey].flatMap(formsOf)) {
    expect(told.includes(form)).toBe(false);
    for (const path of filesUnder(office.dataFolder)) {
      for (const content of everythingIn(path)) {
        looked += 1;
        expect(content.includes(form), path).toBe(false);
      }
    }
  }
  expect(looked).toBeGreaterThan(200);
});
