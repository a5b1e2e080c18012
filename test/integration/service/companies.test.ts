import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { ZubiError } from '../../../contract/errors.ts';
import type { ServiceCompanyFields } from '../../../main/service/client-port.ts';
import {
  canaries,
  clientOf,
  hasty,
  json,
  keepLog,
  keys,
  leaksIn,
  profileWith,
  serveHttp,
  serveTcp,
} from './stand.ts';

const person: ServiceCompanyFields = {
  isIndividual: true,
  fullName: 'Ane Etxebarria',
  taxId: '11111111H',
  territoryId: '48',
  firstName: 'Ane',
  lastName1: 'Etxebarria',
  lastName2: null,
};
const entity: ServiceCompanyFields = { ...person, isIndividual: false, fullName: 'Zubia S.L.' };
const issued = 'issued-key-canary';
const saved = { id: 7, api_key: issued, regional_territory_data: { id: '48', name: 'Bizkaia' } };

/** The error of a creation against a server, after a search for secrets in everything it shows. */
async function failureOf(baseUrl: string): Promise<ZubiError> {
  const log = keepLog();
  const client = clientOf(baseUrl, { profile: profileWith(hasty), log });
  const error = await client.createCompany(keys.user, person).then(
    () => expect.unreachable(),
    (reason: ZubiError) => reason,
  );
  const shown =
    inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + log.lines.join();
  expect(leaksIn(shown)).toEqual([]);
  expect(shown).not.toContain(issued);
  return error;
}

test('a person is created with the parts of the name, a legal entity without', async () => {
  await using server = await serveHttp(json(201, saved));
  const client = clientOf(server.baseUrl);
  const company = await client.createCompany(keys.user, person);
  expect([company.serviceId, company.territoryName, company.apiKey.reveal()]).toEqual([
    '7',
    'Bizkaia',
    issued,
  ]);
  await client.createCompany(keys.user, entity);
  const common = { tax_id_number: '11111111H', regional_territory_id: '48' };
  expect(server.requests.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
    {
      ...common,
      is_individual: true,
      full_name: 'Ane Etxebarria',
      first_name: 'Ane',
      last_name_1: 'Etxebarria',
      last_name_2: null,
    },
    { ...common, is_individual: false, full_name: 'Zubia S.L.' },
  ]);
  for (const { headers, path, method } of server.requests) {
    expect([method, path, headers['x-service-userapikey']]).toEqual([
      'POST',
      '/clientcompanies',
      canaries.user,
    ]);
    expect(headers).not.toHaveProperty('x-service-clientapikey');
  }
});

test('an identifier is always one part of the path', async () => {
  await using server = await serveHttp(json(200, saved));
  const client = clientOf(server.baseUrl);
  await client.updateCompany(keys.user, '../regional/$&/x?y', person);
  expect(server.requests[0]?.path).toBe('/clientcompanies/..%2Fregional%2F%24%26%2Fx%3Fy');
  for (const id of ['', '.', '..']) {
    await expect(client.updateCompany(keys.user, id, person)).rejects.toMatchObject({
      code: 'company_unknown',
    });
  }
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['no key', { id: '7' }],
  ['no id', { api_key: issued }],
  ['an empty key', { id: '7', api_key: '' }],
  ['a line break in its key', { id: '7', api_key: `${issued}\n` }],
  ['white space around its key', { id: '7', api_key: ` ${issued}` }],
  ['errors beside the company', { ...saved, errors: { full_name: ['too long'] } }],
  ['success: false beside the company', { success: false, ...saved }],
  ['errors behind a status', { status: 'error', ...saved, errors: { full_name: ['too long'] } }],
  ['a dot as id', { id: '..', api_key: issued }],
  ['a list as id', { id: ['7'], api_key: issued }],
])('an answer with %s is not understood, and may have created it', async (_name, answer) => {
  await using server = await serveHttp(json(200, answer));
  expect(await failureOf(server.baseUrl)).toMatchObject({
    code: 'answer_not_understood',
    details: { delivered: 'unknown' },
  });
  expect(server.requests).toHaveLength(1);
});

test('a state of the company’s own denies nothing', async () => {
  const answer = { ...saved, errors: [], authorization: { status: 'rejected' } };
  await using server = await serveHttp(json(200, answer));
  const { serviceId } = await clientOf(server.baseUrl).createCompany(keys.user, person);
  expect(serviceId).toBe('7');
});

test.each([
  [401, 'service_unauthorized', 'no'],
  [409, 'service_conflict', 'no'],
  [422, 'service_refused', 'no'],
  [500, 'service_unavailable', 'unknown'],
  [307, 'service_redirected', 'unknown'],
])('%i is %s, delivered: %s', async (status, code, delivered) => {
  await using server = await serveHttp(
    json(status, { message: `key ${canaries.user}`, errors: { a: 'b' } }),
  );
  expect(await failureOf(server.baseUrl)).toMatchObject({
    code,
    details: { status, delivered, message: 'key [secret]', fields: { a: ['b'] } },
  });
  expect(server.requests).toHaveLength(1);
});

test('a lost answer is distinguished from a request that never left', async () => {
  await using lost = await serveTcp((socket) => void socket.once('data', () => socket.destroy()));
  expect(await failureOf(lost.baseUrl)).toMatchObject({
    code: 'connection_lost',
    details: { delivered: 'unknown' },
  });
  await using silent = await serveTcp((socket) => void socket.resume());
  expect(await failureOf(silent.baseUrl)).toMatchObject({
    code: 'connection_timeout',
    details: { delivered: 'unknown' },
  });
  expect([lost.seen.connections, silent.seen.connections]).toEqual([1, 1]);
  await lost[Symbol.asyncDispose]();
  expect(await failureOf(lost.baseUrl)).toMatchObject({
    code: 'connection_refused',
    details: { delivered: 'no' },
  });
});

test('a person without a first name is not sent', async () => {
  const client = clientOf('http://localhost:1');
  await expect(
    client.createCompany(keys.user, { ...person, firstName: null }),
  ).rejects.toMatchObject({
    code: 'company_name_parts',
    details: { delivered: 'no' },
  });
});
