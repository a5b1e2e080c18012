import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { AuthorizationUpload } from '../../../main/service/client-port.ts';
import { defaultServiceProfile, parseServiceProfile } from '../../../main/service/profile.ts';
import { makePdf, makePng } from '../../fixtures/authorizations/documents.ts';
import { afterRequest } from './scripts.ts';
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

const upload: AuthorizationUpload = { bytes: makePdf(), format: 'pdf', clientKey: keys.client };
const asJson = (() => {
  const { requests, ...profile } = defaultServiceProfile();
  return {
    ...profile,
    requests: { ...requests, authorization: { ...requests.authorization, as: 'json' as const } },
  };
})();

test('multipart is the default: one part with the file, with the client key only', async () => {
  await using server = await serveHttp(json(200, {}));
  expect(await clientOf(server.baseUrl).uploadAuthorization(upload)).toMatchObject({
    kind: 'received',
  });
  const [request] = server.requests;
  expect([request?.method, request?.path]).toEqual(['POST', '/intermediateauth/update/multipart']);
  expect(request?.headers).toMatchObject({ 'x-service-clientapikey': canaries.client });
  expect(request?.headers).not.toHaveProperty('x-service-userapikey');
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(
    request?.headers['content-type'] ?? '',
  )?.[1];
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="intermediate_auth_file"; filename="authorization.pdf"\r\n` +
    'content-type: application/pdf\r\n\r\n';
  const body = Buffer.concat([
    Buffer.from(head),
    upload.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  expect(request?.body.equals(body)).toBe(true);
  expect(server.requests).toHaveLength(1);
});

test('the profile can choose JSON: the whole file in Base64 with its real format', async () => {
  await using server = await serveHttp(json(200, {}));
  const client = clientOf(server.baseUrl, { profile: asJson });
  await client.uploadAuthorization(upload);
  await client.uploadAuthorization({ ...upload, bytes: makePng(), format: 'png' });
  expect(server.requests.map(({ path, body }) => [path, JSON.parse(body.toString())])).toEqual([
    [
      '/intermediateauth/update/json',
      { intermediate_auth_file: makePdf().toString('base64'), file_format: 'pdf' },
    ],
    [
      '/intermediateauth/update/json',
      { intermediate_auth_file: makePng().toString('base64'), file_format: 'png' },
    ],
  ]);
  for (const { headers } of server.requests) {
    expect(headers['x-service-clientapikey']).toBe(canaries.client);
    expect(headers).not.toHaveProperty('x-service-userapikey');
  }
});

test('the sent file is the one that was hashed', async () => {
  await using server = await serveHttp(json(200, {}));
  const bytes = Buffer.alloc(10 * 1024 * 1024, 'x');
  await clientOf(server.baseUrl, { profile: asJson }).uploadAuthorization({ ...upload, bytes });
  const sent = Buffer.from(
    JSON.parse(String(server.requests[0]?.body)).intermediate_auth_file,
    'base64',
  );
  const hash = (value: Buffer) => createHash('sha256').update(value).digest('hex');
  expect(hash(sent)).toBe(hash(bytes));
});

test.each([
  [200, 'received'],
  [201, 'unknown'],
  [204, 'unknown'],
  [302, 'unknown'],
  [400, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
  [415, 'refused'],
  [422, 'refused'],
  [429, 'refused'],
  [500, 'unknown'],
  [503, 'unknown'],
])('%i is %s, once, and quotes no key', async (status, kind) => {
  const log = keepLog();
  await using server = await serveHttp(json(status, { message: `no ${canaries.client}` }));
  const outcome = await clientOf(server.baseUrl, { log }).uploadAuthorization(upload);
  expect(outcome.kind).toBe(kind);
  const kept = 'raw' in outcome && outcome.raw ? Buffer.from(outcome.raw.body).toString() : '';
  expect(leaksIn(inspect(outcome, { depth: 9 }) + kept + log.lines.join())).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

test('no answer means unknown, no connection means not delivered', async () => {
  await using lost = await serveTcp((socket) => void socket.once('data', () => socket.destroy()));
  const profile = profileWith(hasty);
  expect(await clientOf(lost.baseUrl, { profile }).uploadAuthorization(upload)).toMatchObject({
    kind: 'unknown',
    error: { code: 'connection_lost' },
  });
  expect(lost.seen.connections).toBe(1);
  const nobody = clientOf('http://127.0.0.1:1', { profile });
  expect(await nobody.uploadAuthorization(upload)).toMatchObject({
    kind: 'not_delivered',
    error: { code: 'connection_refused' },
  });
});

test.each([
  [null, '<!DOCTYPE html><p>Please sign in</p>'],
  ['application/xhtml+xml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['text/plain', '\ufeff\n<HTML lang="es">'],
])('a page of type %s is no receipt: unknown', async (contentType, body) => {
  const head = contentType === null ? {} : { 'content-type': contentType };
  await using server = await serveHttp((_, response) => response.writeHead(200, head).end(body));
  expect((await clientOf(server.baseUrl).uploadAuthorization(upload)).kind).toBe('unknown');
});

test.each([
  ['in the middle', '{"client":'],
  ['before the first byte', ''],
])('a receipt that is cut off %s could have denied itself: unknown', async (_, part) => {
  await using server = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '40' });
    response.write(part, () => response.destroy());
    response.flushHeaders();
  });
  const profile = profileWith(hasty);
  expect(await clientOf(server.baseUrl, { profile }).uploadAuthorization(upload)).toMatchObject({
    kind: 'unknown',
    error: { code: 'connection_lost' },
    raw: { status: 200 },
  });
});

const bom = Buffer.from('\ufeff');
const wide = (text: string) => Buffer.from(text, 'utf16le');
test.each([
  ['in UTF-16', 'application/json', wide('\ufeff{"success":false}'), 'refused'],
  ['in UTF-16, big', 'application/json', wide('{"success":false}').swap16(), 'refused'],
  ['in UTF-16, cut off', 'application/json', wide('\ufeff{"success":fal'), 'unknown'],
  ['of another type', 'application/octet-stream', '{"success":false}', 'refused'],
  ['of another type, cut off', 'application/pdf', '{"success":false,"me', 'unknown'],
  ['with a mark, cut off', 'text/json', Buffer.concat([bom, Buffer.from('{"a":')]), 'unknown'],
])('JSON %s is read as JSON', async (_, contentType, body, kind) => {
  await using server = await serveHttp((_request, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(body),
  );
  const outcome = await clientOf(server.baseUrl).uploadAuthorization(upload);
  expect([outcome.kind, 'raw' in outcome && outcome.raw?.contentType]).toEqual([kind, contentType]);
});

const plainHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
test.each([
  ['without a length', `${plainHead}connection: close\r\n\r\n{"client":`, 'answer_not_understood'],
  [
    'without its last chunk',
    `${plainHead}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`,
    'connection_lost',
  ],
])('a receipt %s whose connection ends is in doubt', async (_, answer, code) => {
  await using server = await serveTcp(afterRequest((socket) => socket.end(answer)));
  const outcome = await clientOf(server.baseUrl).uploadAuthorization(upload);
  expect(outcome).toMatchObject({ kind: 'unknown', error: { code } });
});

test('a profile from before there were authorizations still works', () => {
  const { endpoints, requests, limits, ...rest } = defaultServiceProfile();
  const { authorizationMultipart: _a, authorizationJson: _b, ...olderEndpoints } = endpoints;
  const { authorization: _c, ...olderRequests } = requests;
  const { maxAuthorizationBytes: _d, ...olderLimits } = limits;
  const older = {
    ...rest,
    endpoints: olderEndpoints,
    requests: olderRequests,
    limits: olderLimits,
  };
  expect(parseServiceProfile(older)).toEqual(defaultServiceProfile());
});

test.each([
  [{ success: false }, 'refused'],
  [{ error: 'no room' }, 'unknown'],
  [{ client: { status: 'rejected' } }, 'unknown'],
  [{ status: 422, message: 'no' }, 'unknown'],
  [[{ success: false }], 'refused'],
  // Far below, it may be about something else: nobody is told that it did not arrive.
  [{ received: true, note: { email: { success: false } } }, 'unknown'],
  [{ client: { status: 'pending' }, errors: [] }, 'received'],
  [{ status: 200, data: [{ id: 7 }] }, 'received'],
])('a receipt that says %j is %s', async (body, kind) => {
  await using server = await serveHttp(json(200, body));
  expect((await clientOf(server.baseUrl).uploadAuthorization(upload)).kind).toBe(kind);
});
