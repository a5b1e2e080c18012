import { expect, test } from 'vitest';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import type { CallAnswer } from '../../../main/service/client-port.ts';
import { emptyKey } from '../../../main/validator/pair-records.ts';
import { fileWith } from '../../fixtures/answers.ts';
import { canaries, clientOf, json, keys, leaksIn, serveHttp, submission } from './stand.ts';

const said = {
  result: 'correct',
  identifier: 'LROE-2026-77',
  registration_number: 'R2026-12345678Z',
  code: 'C2026',
  message: 'key 2026',
};

/** Sends a file with this certificate key; the answer quotes `said` and the file's one record. */
async function sendWith(certificateKey: string, issuer: string) {
  const record = { key: { issuer, number: '1' }, state: 'correct', code: 'E2026' };
  await using server = await serveHttp(json(200, { ...said, records: [record] }));
  const xml = Buffer.from(`<a><NIF>${issuer}</NIF></a>`);
  const request = { ...submission, xml, certificateKey: new Secret(certificateKey) };
  const outcome = await clientOf(server.baseUrl).send(request);
  const own = { record: 1, key: { ...emptyKey, issuer, number: '1' } };
  const file = fileWith([{ ...own, counterparty: null, amount: null }]);
  return { classified: classifyOutcome(outcome, file), raw: String(outcome.raw?.body) };
}

test('a short key hides no part of a number or code, only of a message', async () => {
  const { classified } = await sendWith('2026', 'A12345674');
  expect(classified).toMatchObject({
    state: 'accepted',
    identifier: 'LROE-2026-77',
    registrationNumber: 'R2026-12345678Z',
    code: 'C2026',
    message: 'key [secret]',
    results: [{ code: 'E2026' }],
  });
});

test.each(['A12345674', 'a12345674', '12345674'])(
  'the key %s, a tax ID of the file or in it, hides no record',
  async (key) => {
    const { classified, raw } = await sendWith(key, 'A12345674');
    expect([classified.state, raw.includes('A12345674')]).toEqual(['accepted', true]);
  },
);

test('a long key that the file does not have is in nothing of the answer', async () => {
  const { classified, raw } = await sendWith('12345678Z', 'A12345674');
  expect(classified).toMatchObject({ state: 'accepted', registrationNumber: 'R2026-[secret]' });
  expect(raw).not.toContain('12345678Z');
});

const fields = { isIndividual: false, fullName: 'Zubia', taxId: 'A12345674', territoryId: '1' };
const names = { firstName: null, lastName1: null, lastName2: null };

test('a company key that holds the user key stays whole, and nothing keeps it', async () => {
  const apiKey = `${canaries.user}.client.B7`;
  const answer = { id: '7', api_key: apiKey, tax_id_number: canaries.user, said: canaries.user };
  await using server = await serveHttp(json(200, answer));
  const kept: string[] = [];
  const keep = async ({ raw }: CallAnswer) => void kept.push(String(raw.body));
  const client = clientOf(server.baseUrl, { keep });
  const company = await client.createCompany(keys.user, { ...fields, ...names });
  expect(company.apiKey.reveal()).toBe(apiKey);
  expect(leaksIn(kept.join() + company.taxId)).toEqual([]);
  expect(kept.join()).not.toContain('client.B7');
});

test.each([
  [
    'an identifier that holds the user key',
    { id: `id.${canaries.user}`, api_key: 'issued' },
    'shape: id',
  ],
  ['the user key as the company’s key', { id: '7', api_key: canaries.user }, 'api_key'],
])('%s is not taken, and nothing tells it', async (_name, answer, reason) => {
  await using server = await serveHttp(json(200, { ...answer, tax_id_number: fields.taxId }));
  const creation = clientOf(server.baseUrl).createCompany(keys.user, { ...fields, ...names });
  const error = await creation.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'answer_not_understood', details: { reason } });
  expect(leaksIn(JSON.stringify(error))).toEqual([]);
});

test('a user key that is the company’s tax ID is no other tax ID', async () => {
  const answer = { id: '7', api_key: 'issued-key', tax_id_number: fields.taxId };
  await using server = await serveHttp(json(200, answer));
  const userKey = new Secret(fields.taxId);
  const company = await clientOf(server.baseUrl).createCompany(userKey, { ...fields, ...names });
  expect(company.taxId).toBe(fields.taxId);
});
