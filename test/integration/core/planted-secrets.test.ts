import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../../sandbox/server.ts';
import { everythingIn, filesUnder, formsOf } from '../../fixtures/secrets/planted.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openOffice } from './office.ts';

/** Each is searched in every form in which it could leak. */
const certificateKey = 'planted/certificate+key=0123456789';
const wrongUserKey = 'planted/user+key=9876543210abcdef';

// holds K9
describe('planted secrets', () => {
  it('are in no file, no reply and no event, except sealed', async () => {
    const office = await openOffice();
    const folder = join(office.dataFolder, 'outside');
    const sandbox = await startSandbox({ folder, validator: shareValidator() });
    const replies: unknown[] = [];
    const call = async (method: string, input: unknown) => {
      const reply = await office.app.call(method, input);
      replies.push(reply);
      return reply.ok ? reply.value : null;
    };

    const softwareGarante = {
      holds: true,
      taxId: 'B00000034',
      license: 'TEST',
      name: 'Zubi',
      version: '1',
    };
    await call('connection.set', {
      baseUrl: sandbox.baseUrl,
      userApiKey: wrongUserKey,
      certificateKey,
      softwareGarante,
    });
    await call('territories.list', {});
    const nowhere = `http://127.0.0.1:1/${'x'.repeat(10)}`;
    await call('connection.set', { baseUrl: nowhere, userApiKey: wrongUserKey });
    await call('connection.test', {});
    await call('connection.set', {
      baseUrl: sandbox.baseUrl,
      userApiKey: { nested: wrongUserKey },
    });
    await call('connection.set', { baseUrl: sandbox.baseUrl, userApiKey: sandbox.userApiKey });
    await call('connection.get', {});
    const territories = (await call('territories.list', {})) as { id: string; name: string }[];
    const territoryId = territories.find(({ name }) => name === 'Bizkaia')?.id;
    await call('companies.create', {
      isIndividual: false,
      fullName: 'Lantegiak',
      taxId: 'A99800476',
      territoryId,
    });
    const clientKey = await askClientKey(sandbox, await call('companies.list', {}));
    const taxpayer = { taxId: 'A99800476', name: 'Lantegiak' };
    const file = await office.drop(
      'a.xml',
      makeDocument('240-received', { seed: 1, records: 1, taxpayer }),
    );
    const sent = (await call('submissions.send', { fileIds: [file.id] })) as {
      submissions: { id: string }[];
    };
    await office.app.idle();
    const id = sent.submissions[0]?.id;
    await call('submissions.get', { id });
    await call('submissions.document', { id, part: 'answer' });
    await call('app.status', {});
    await sandbox.close();
    await office.app.close();

    const planted = [certificateKey, wrongUserKey, sandbox.userApiKey, clientKey].flatMap(formsOf);
    const told = JSON.stringify([replies, office.events]);
    for (const form of planted)
      expect(told.includes(form), `a reply holds ${form.slice(0, 4)}…`).toBe(false);
    let looked = 0;
    for (const path of filesUnder(office.dataFolder)) {
      // The sandbox stands for the service: it has to know its own keys.
      if (path.startsWith(folder)) continue;
      for (const content of everythingIn(path)) {
        looked += 1;
        for (const form of planted)
          expect(content.includes(form), `${path} holds ${form.slice(0, 4)}…`).toBe(false);
      }
    }
    expect(looked).toBeGreaterThan(20);
  });
});

/** The company's key as the service gives it for the user key. */
async function askClientKey(
  sandbox: { baseUrl: string; userApiKey: string },
  companies: unknown,
): Promise<string> {
  const { companies: list } = companies as {
    companies: { serviceId: string; territoryId: string }[];
  };
  const response = await fetch(`${sandbox.baseUrl}/clientcompanies/${list[0]?.serviceId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Service-UserApiKey': sandbox.userApiKey },
    body: JSON.stringify({
      is_individual: false,
      full_name: 'Lantegiak',
      tax_id_number: 'A99800476',
      regional_territory_id: list[0]?.territoryId,
    }),
  });
  const { api_key: key } = (await response.json()) as { api_key?: string };
  if (!key) throw new Error(`the service told no key: ${response.status}`);
  return key;
}
