import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentOf, files, submissionBody, tresneria } from './actors.ts';
import { clientHeader, type Stage, setStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.stop());

it('4.1 onboarding: territories, creation with the user key, id and key kept, the key used for the company', async () => {
  const headers = stage.asUser();
  const territories = await stage.call('GET', '/regional/territories', { headers });
  const bizkaia = territories.body.data.find(({ name }: { name: string }) => name === 'Bizkaia');
  const json = { ...tresneria, regional_territory_id: bizkaia.id };
  const { id, api_key: key } = (await stage.call('POST', '/clientcompanies', { headers, json }))
    .body;
  expect([typeof id, typeof key]).toEqual(['string', 'string']);

  const actor = { id, key, taxId: json.tax_id_number, name: json.full_name };
  const sent = await stage.call('POST', '/receivedinvoices', {
    headers: clientHeader(key),
    json: submissionBody(actor, documentOf(actor)),
  });
  expect([sent.status, sent.body.result]).toEqual([200, 'correct']);
  const uploaded = await stage.call('POST', '/intermediateauth/update/json', {
    headers: clientHeader(key),
    json: { intermediate_auth_file: files.pdf.toString('base64'), file_format: 'pdf' },
  });
  expect(uploaded.status).toBe(200);
  const updated = await stage.call('POST', `/clientcompanies/${id}`, { headers, json });
  expect([updated.status, updated.body.api_key]).toEqual([200, key]);
});
