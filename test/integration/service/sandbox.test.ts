import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import type {
  SendRequest,
  ServiceClient,
  ServiceCompany,
  ServiceCompanyFields,
} from '../../../main/service/client-port.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { defaultTaxpayers, makeDocument } from '../../fixtures/validator/make-document.ts';
import { clientOf, profileWith, submission } from './stand.ts';

// The sandbox is the reference of the specification: it and the default profile must agree.
let folder: string;
let sandbox: Sandbox;
let client: ServiceClient;
let userKey: Secret;
let company: ServiceCompany;

const taxpayer = defaultTaxpayers['240'];
const fields: ServiceCompanyFields = {
  isIndividual: false,
  fullName: taxpayer.name,
  taxId: taxpayer.taxId,
  territoryId: 'bizkaia',
  firstName: null,
  lastName1: null,
  lastName2: null,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zubi-service-sandbox-'));
  sandbox = await startSandbox({ folder, validator: shareValidator() });
  client = clientOf(sandbox.baseUrl);
  userKey = new Secret(sandbox.userApiKey);
  company = await client.createCompany(userKey, fields);
});
afterAll(async () => {
  await client.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
});

function received(firstRecord: number, records: number): SendRequest {
  return {
    ...submission,
    xml: Buffer.from(makeDocument('240-received', { seed: 1, records, firstRecord })),
    form: { model: '240', operation: 'creation', expenseType: null },
    taxpayer,
    clientKey: company.apiKey,
  };
}

test('reference data is found where the default profile looks', async () => {
  expect(await client.territories(userKey)).toContainEqual({ id: 'bizkaia', name: 'Bizkaia' });
  expect(Object.values(await client.license(userKey))).not.toContain(null);
});

test('a company is created once, and its change gives the same key', async () => {
  expect(company.territoryName).toBe('Bizkaia');
  const changed = await client.updateCompany(userKey, company.serviceId, {
    ...fields,
    fullName: 'Zubia S.A.',
  });
  expect(changed.apiKey.equals(company.apiKey)).toBe(true);
  await expect(client.createCompany(userKey, fields)).rejects.toMatchObject({
    code: 'service_conflict',
    details: { delivered: 'no', fields: { tax_id_number: [expect.any(String)] } },
  });
  await expect(client.territories(new Secret('no-such-key'))).rejects.toMatchObject({
    code: 'service_unauthorized',
  });
});

test('accepted, partly accepted and refused, each record with its key', async () => {
  const accepted = await client.send(received(0, 2));
  expect(accepted).toMatchObject({
    kind: 'answered',
    result: 'correct',
    identifier: expect.any(String),
  });
  const partly = await client.send(received(1, 2));
  expect(partly).toMatchObject({
    kind: 'answered',
    result: 'partially_correct',
    records: [
      { state: 'incorrect', code: expect.stringMatching(/^B4_/) },
      { state: 'correct', code: null },
    ],
  });
  const again = await client.send(received(0, 1));
  expect(again).toMatchObject({
    kind: 'answered',
    result: 'incorrect',
    records: [{ state: 'incorrect' }],
  });
  if (partly.kind !== 'answered') return expect.unreachable();
  expect(Object.keys(partly.records[0]?.key ?? {})).toEqual(
    expect.arrayContaining(['issuer', 'number', 'date']),
  );
  expect(partly).toMatchObject({ absent: [], carriesResponse: true });
});

test('a gzipped body is taken as well', async () => {
  const profile = profileWith({ compression: { gzipRequests: true, minimumBytes: 0 } });
  const outcome = await clientOf(sandbox.baseUrl, { profile }).send(received(100, 1));
  expect(outcome).toMatchObject({ kind: 'answered', result: 'correct' });
});

test('a submission that the sandbox refuses was not delivered, and has the field at fault', async () => {
  const outcome = await client.send({ ...received(200, 1), xml: Buffer.from('<nothing/>') });
  expect(outcome).toMatchObject({
    kind: 'not_delivered',
    error: {
      code: 'service_refused',
      details: { status: 422, fields: { xml_contents: [expect.any(String)] } },
    },
  });
});
