import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import { expect, test } from 'vitest';
import { afterRequest } from './scripts.ts';
import { canaries, clientOf, keys, leaksIn, serveHttp, serveTcp, submission } from './stand.ts';

const numbers = Array.from({ length: 3000 }, (_, index) => `z${index * 7919}`).join();
const echo = JSON.stringify({
  message: 'x'.repeat(300),
  client: canaries.client,
  certificate: canaries.certificate,
  numbers,
});
const partly = { finishFlush: constants.Z_SYNC_FLUSH };
const partlyBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

test.each([
  ['gzip', gzipSync(echo), (body: Buffer) => gunzipSync(body, partly)],
  ['br', brotliCompressSync(echo), (body: Buffer) => brotliDecompressSync(body, partlyBrotli)],
] as const)('an answer in %s that breaks off keeps no key', async (encoding, whole, open) => {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${whole.length}\r\n\r\n`;
  await using server = await serveTcp(
    afterRequest((socket) => {
      socket.write(head);
      socket.end(whole.subarray(0, whole.length - 200));
    }),
  );
  const { kind, raw } = await clientOf(server.baseUrl).send(submission);
  const kept = Buffer.from(raw?.body ?? []);
  const isEncoded = kept[0] === whole[0] && kept[1] === whole[1];
  expect([kind, leaksIn((isEncoded ? open(kept) : kept).toString())]).toEqual(['unknown', []]);
  expect(kept.toString(), 'what came').toContain('xxx');
});

test.each(['UTF-8', 'none', ''])('the encoding “%s” over a plain answer is none', async (name) => {
  const body = '{"result":"correct","registration_number":12345678901234567890,"records":[]}';
  await using server = await serveHttp((_, answer) =>
    answer
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': name })
      .end(body),
  );
  const outcome = await clientOf(server.baseUrl).send(submission);
  expect(outcome).toMatchObject({
    kind: 'answered',
    registrationNumber: '12345678901234567890',
  });
});

test.each(['gzip ', 'identity, gzip', ' GZIP , identity'])('“%s” is gzip', async (name) => {
  await using server = await serveHttp((_, answer) =>
    answer
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': name })
      .end(gzipSync('{"result":"correct","identifier":"7"}')),
  );
  const outcome = await clientOf(server.baseUrl).send(submission);
  expect(outcome).toMatchObject({ kind: 'answered', identifier: '7' });
});

test.each([
  [200, 'answered'],
  [422, 'unknown'],
])('gzip that no header names is read behind a %i', async (status, kind) => {
  await using server = await serveHttp((_, answer) =>
    answer
      .writeHead(status, { 'content-type': 'application/json' })
      .end(gzipSync('{"result":"correct","identifier":"7"}')),
  );
  expect((await clientOf(server.baseUrl).send(submission)).kind).toBe(kind);
});

test('a sign-in page is no receipt of an authorization', async () => {
  await using server = await serveHttp((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please sign in</html>'),
  );
  const upload = { bytes: Buffer.from('%PDF-1.7'), format: 'pdf', clientKey: keys.client } as const;
  const { kind } = await clientOf(server.baseUrl).uploadAuthorization(upload);
  expect(kind).toBe('unknown');
});

test('a refusal that only says it is encoded is read', async () => {
  const head = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  await using server = await serveHttp((_, answer) =>
    answer.writeHead(401, head).end('{"earlier":{"result":"correct"}}'),
  );
  const outcome = await clientOf(server.baseUrl).send(submission);
  expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'answer_contradictory' } });
});
