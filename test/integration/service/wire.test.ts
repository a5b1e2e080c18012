import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import {
  canaries,
  clientOf,
  json,
  keys,
  leaksIn,
  profileWith,
  serveHttp,
  submission,
} from './stand.ts';

test('a submission is one request with the client key only and the default body', async () => {
  await using server = await serveHttp(json(200, { result: 'correct', identifier: 'A-1' }));
  const outcome = await clientOf(`${server.baseUrl}/api/`).send(submission);
  expect(outcome).toMatchObject({
    kind: 'answered',
    result: 'correct',
    identifier: 'A-1',
    records: [],
  });
  expect(server.requests).toHaveLength(1);
  const [request] = server.requests;
  expect(request).toMatchObject({ method: 'POST', path: '/api/expenses' });
  expect(request?.headers).toMatchObject({
    'x-service-clientapikey': canaries.client,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    connection: 'close',
  });
  expect(request?.headers).not.toHaveProperty('x-service-userapikey');
  expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
    xml_contents: Buffer.from(submission.xml as Uint8Array).toString('base64'),
    lroe_operation_type: 'creation',
    expense_type: 'with_invoice',
    fiscal_year: 2026,
    taxpayer: { tax_id_number: '11111111H', full_name: 'Ane Etxebarria' },
    software_garante: {
      tax_id_number: 'B00000000',
      license: 'LIC-1',
      name: 'Zubi',
      version: '0.1.0',
    },
    certificate_encryption_key: canaries.certificate,
  });
});

test('a received invoice goes to its own endpoint without an expense type', async () => {
  await using server = await serveHttp(json(200, { result: 'correct' }));
  await clientOf(server.baseUrl).send({
    ...submission,
    form: { model: '240', operation: 'cancellation', expenseType: null },
  });
  expect(server.requests[0]?.path).toBe('/receivedinvoices');
  const body: object = JSON.parse(server.requests[0]?.body.toString() ?? '');
  expect(body).toMatchObject({ lroe_operation_type: 'cancellation' });
  expect(body).not.toHaveProperty('expense_type');
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)(
  'an answer in %s is decoded, and keeps the ledger’s headers',
  async (encoding, encode) => {
    const text = JSON.stringify({ result: 'correct', identifier: 'A-1' });
    const headers = {
      'content-type': 'application/json',
      'content-encoding': encoding,
      'EUS-Bizkaia-N3-Tipo-Respuesta': 'Incorrecto',
    };
    await using server = await serveHttp((_request, response) =>
      response.writeHead(200, headers).end(encode(text)),
    );
    const outcome = await clientOf(server.baseUrl).send(submission);
    expect(outcome).toMatchObject({
      kind: 'answered',
      identifier: 'A-1',
      raw: {
        contentType: 'application/json; eus-bizkaia-n3-tipo-respuesta="Incorrecto"',
        body: Buffer.from(text),
      },
    });
  },
);

test('an answer that unpacks to more than the limit is too large', async () => {
  const body = gzipSync(Buffer.alloc(1 << 20, 32));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  await using server = await serveHttp((_request, response) =>
    response.writeHead(200, headers).end(body),
  );
  const { limits } = profileWith({});
  const profile = profileWith({ limits: { ...limits, maxAnswerBytes: 1 << 16 } });
  expect(await clientOf(server.baseUrl, { profile }).send(submission)).toMatchObject({
    kind: 'unknown',
    error: { code: 'answer_too_large' },
  });
});

test('the body is gzipped where the profile allows it', async () => {
  await using server = await serveHttp(json(200, { result: 'correct' }));
  const profile = profileWith({ compression: { gzipRequests: true, minimumBytes: 0 } });
  await clientOf(server.baseUrl, { profile }).send(submission);
  const [request] = server.requests;
  expect(request?.headers['content-encoding']).toBe('gzip');
  expect(request?.headers['content-length']).toBe(String(request?.body.length));
  expect(JSON.parse(gunzipSync(request?.body ?? '').toString())).toHaveProperty('xml_contents');
});

test('territories and licence are read with the user key only', async () => {
  await using server = await serveHttp((request, response) => {
    const territories = { data: [{ id: 48, name: 'Bizkaia' }] };
    const license = { developer: { name: 'Zubi SL' }, software: { name: 'Zubi', version: '1' } };
    json(200, request.url === '/regional/license' ? license : territories)(request, response);
  });
  const client = clientOf(server.baseUrl);
  expect(await client.territories(keys.user)).toEqual([{ id: '48', name: 'Bizkaia' }]);
  expect(await client.license(keys.user)).toEqual({
    developer: 'Zubi SL',
    software: 'Zubi',
    version: '1',
    license: null,
  });
  for (const request of server.requests) {
    expect(request.headers['x-service-userapikey']).toBe(canaries.user);
    expect(request.headers).not.toHaveProperty('x-service-clientapikey');
  }
});

test('4: the path of every endpoint is relative to the base address, whatever its own path', async () => {
  await using server = await serveHttp((request, response) => {
    const company = { id: 7, api_key: 'k', regional_territory_data: { id: '48', name: 'Bizkaia' } };
    const body = request.url?.endsWith('/regional/territories')
      ? { data: [{ id: 48, name: 'B' }] }
      : company;
    json(200, body)(request, response);
  });
  const client = clientOf(`${server.baseUrl}/one/two/`);
  const entity = {
    isIndividual: false,
    fullName: 'Zubia',
    taxId: 'B00000034',
    territoryId: '48',
  } as const;
  const fields = { ...entity, firstName: null, lastName1: null, lastName2: null };
  const document = {
    bytes: Buffer.from('%PDF-1.7'),
    format: 'pdf',
    clientKey: keys.client,
  } as const;
  await client.territories(keys.user);
  await client.license(keys.user);
  await client.createCompany(keys.user, fields);
  await client.updateCompany(keys.user, '7', fields);
  await client.send(submission);
  await client.send({
    ...submission,
    form: { model: '240', operation: 'creation', expenseType: null },
  });
  await client.uploadAuthorization(document);
  expect(server.requests.map(({ path }) => path)).toEqual(
    ['regional/territories', 'regional/license', 'clientcompanies', 'clientcompanies/7']
      .concat('expenses', 'receivedinvoices', 'intermediateauth/update/multipart')
      .map((path) => `/one/two/${path}`),
  );
});

test('ten million bytes arrive unchanged', async () => {
  await using server = await serveHttp(json(200, { result: 'correct' }));
  const xml = Buffer.alloc(10_000_001, 'áé<x>');
  const outcome = await clientOf(server.baseUrl).send({ ...submission, xml });
  expect(outcome.kind).toBe('answered');
  const body = JSON.parse(server.requests[0]?.body.toString() ?? '') as { xml_contents: string };
  expect(Buffer.from(body.xml_contents, 'base64').equals(xml)).toBe(true);
});

test('an answer about a queued file that shows the request again is kept without its keys', async () => {
  const message = `${canaries.certificate} ${canaries.client}`;
  await using server = await serveHttp(json(200, { result: 'correct', message }));
  const { endpoints } = defaultServiceProfile();
  const path = '/results/{identifier}';
  const submissionResult = { path, credential: 'client' } as const;
  const profile = profileWith({ endpoints: { ...endpoints, submissionResult } });
  const { client: clientKey, certificate: certificateKey } = keys;
  const outcome = await clientOf(server.baseUrl, { profile }).ask({
    identifier: 'A-1',
    clientKey,
    certificateKey,
  });
  expect(server.requests).toHaveLength(1);
  const kept = 'raw' in outcome && outcome.raw ? Buffer.from(outcome.raw.body).toString() : '';
  expect(kept).toContain('"correct"');
  expect(leaksIn(kept + JSON.stringify(outcome))).toEqual([]);
});
